// SPDX-License-Identifier: Apache-2.0

extension Sequence<UInt8> {
    /// Whether all bytes are printable ASCII, including the space.
    var isPrintableASCII: Bool {
        let found = withContiguousStorageIfAvailable { bytes in
            // Checking all bytes without an early exit is faster than a branch per byte.
            var others: UInt8 = 0
            for byte in bytes { others |= byte &- 0x20 > 0x5E ? 1 : 0 }
            return others == 0
        }
        return found ?? allSatisfy { (0x20...0x7E).contains($0) }
    }
}
