// SPDX-License-Identifier: Apache-2.0

extension Int {
    /// Parses a run of decimal digits; nil if it contains another character.
    init?(asciiDigits: some Sequence<UInt8>) {
        self = 0
        for byte in asciiDigits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            self = self * 10 + Int(byte - UInt8(ascii: "0"))
        }
    }
}
