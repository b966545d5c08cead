// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

/// Checks the texts of several lines that people write.
struct TextChecker {
    /// Whose text it is: `note`.
    let noun: String

    /// Says where the lines of a text hold a control character, which no text may hold but tabs; the schema would only
    /// say that they do.
    ///
    /// - Throws: `ReplicaError.Code.invalidValue`.
    func check(_ text: [String]) throws {
        for (index, line) in text.enumerated() {
            for scalar in line.unicodeScalars where isControl(scalar) && scalar != "\t" {
                let code = String(scalar.value, radix: 16, uppercase: true)
                let name = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
                throw ReplicaError(
                    .invalidValue, "line \(index + 1) of the \(noun) has the control character \(name)",
                    hint: "A \(noun) is plain text.")
            }
        }
    }

    private func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028 || scalar.value == 0x2029
    }
}
