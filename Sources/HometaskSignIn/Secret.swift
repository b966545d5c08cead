// SPDX-License-Identifier: Apache-2.0

import HometaskHashing

/// A random token for authentication: the code of an invitation, or a phone's credential.
///
/// The server stores only the `digest`, so that somebody who can read the database cannot sign in. With 160 random
/// bits, an unsalted digest withstands dictionary attacks.
public struct Secret: Hashable, Sendable, CustomStringConvertible {
    private static let letters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    private static let length = 32

    /// The secret as 32 characters of lower-case base32 (RFC 4648).
    public let text: String

    /// Parses a secret, ignoring case; nil if the string is malformed.
    public init?(_ text: String) {
        let small = text.lowercased()
        guard small.utf8.count == Self.length, small.utf8.allSatisfy(Self.letters.contains) else { return nil }
        self.text = small
    }

    /// Generates a secret of 160 random bits.
    ///
    /// - Parameter generator: the source of the bits; it must be unpredictable.
    public static func random(using generator: inout some RandomNumberGenerator) -> Secret {
        let bytes = (0..<length).map { _ in letters[Int(generator.next() & 31)] }
        return Secret(known: String(decoding: bytes, as: UTF8.self))
    }

    private init(known text: String) { self.text = text }

    /// The SHA-256 of the text, in hexadecimal.
    var digest: String { SHA256.hexDigest(Array(text.utf8)) }

    /// A placeholder for the secret, so that no log contains it by accident.
    public var description: String { "(secret)" }
}
