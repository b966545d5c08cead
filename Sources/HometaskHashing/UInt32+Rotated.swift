// SPDX-License-Identifier: Apache-2.0

extension UInt32 {
    @inline(__always)
    func rotated(left count: UInt32) -> UInt32 { self &<< count | self &>> (32 &- count) }

    @inline(__always)
    func rotated(right count: UInt32) -> UInt32 { self &>> count | self &<< (32 &- count) }
}
