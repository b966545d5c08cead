// SPDX-License-Identifier: Apache-2.0

extension UnsafeMutableBufferPointer<UInt8> {
    /// Writes a number below 100 in ASCII, with a leading zero if it has one digit.
    func writeTwoDigits(of value: Int, at place: Int) {
        self[place] = UInt8(ascii: "0") + UInt8(value / 10)
        self[place + 1] = UInt8(ascii: "0") + UInt8(value % 10)
    }
}
