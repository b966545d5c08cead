// SPDX-License-Identifier: Apache-2.0

/// Validates email addresses, as far as possible without sending a message.
public enum EmailAddress {
    /// Checks an address. A valid one has a local part, an `@` and a domain of letters, digits, dots and dashes, at
    /// most 254 bytes (RFC 5321). Spaces are not accepted, not even around the address; nor are quoting and comments,
    /// which are not used in practice.
    ///
    /// - Throws: `ReplicaError.Code.invalidValue`.
    public static func checked(_ text: String) throws(ReplicaError) -> String {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, text.utf8.count <= 254, isLocalPart(parts[0]), isDomain(parts[1])
        else {
            throw ReplicaError(
                .invalidValue, "‘\(text)’ is not an e-mail address", hint: "An address looks like mia@example.org.")
        }
        return text
    }

    private static func isLocalPart(_ text: Substring) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            scalar.value > 0x20 && !(0x7F...0x9F).contains(scalar.value) && !scalar.properties.isWhitespace
                && !"<>()[],;:\\\"".unicodeScalars.contains(scalar)
        }
    }

    private static func isDomain(_ text: Substring) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty && !label.hasPrefix("-") && !label.hasSuffix("-")
                && label.unicodeScalars.allSatisfy {
                    $0 == "-" || $0.properties.isAlphabetic || $0.properties.numericType != nil
                }
        }
    }
}
