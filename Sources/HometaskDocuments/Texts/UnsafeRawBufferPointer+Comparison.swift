// SPDX-License-Identifier: Apache-2.0

extension UnsafeRawBufferPointer {
    /// Negative, zero or positive if these bytes come before, equal or come after the others.
    func compareBytes(with other: UnsafeRawBufferPointer) -> Int {
        let shared = Swift.min(count, other.count)
        var place = 0
        while place + 8 <= shared {
            let left = UInt64(bigEndian: loadUnaligned(fromByteOffset: place, as: UInt64.self))
            let right = UInt64(bigEndian: other.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            if left != right { return left < right ? -1 : 1 }
            place += 8
        }
        while place < shared {
            if self[place] != other[place] { return Int(self[place]) - Int(other[place]) }
            place += 1
        }
        return count - other.count
    }
}
