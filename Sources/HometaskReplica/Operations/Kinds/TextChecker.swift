// SPDX-License-Identifier: Apache-2.0

import HometaskFamily

/// Checks multi-line texts of documents.
struct TextChecker {
    /// The kind of document with the text: `note`.
    let noun: String

    /// Reports the line of a text that contains a control character other than a tab. The schema would report the
    /// character without the line.
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
