// SPDX-License-Identifier: Apache-2.0

import HometaskHashing

/// A random token for authentication: the code of an invitation, or a phone's credential.
///
/// The server stores only the ``digest``, so that a reader of its database cannot sign in with it. With 160 random
/// bits, a plain digest withstands dictionary attacks.
public struct Secret: Hashable, Sendable, CustomStringConvertible {
    private static let letters = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    private static let length = 32

    /// 32 letters and digits of base 32 (RFC 4648, in lower case).
    public let text: String

    /// Reads a secret; nil if the text cannot be one. Case is ignored.
    public init?(_ text: String) {
        let small = text.lowercased()
        guard small.utf8.count == Self.length, small.utf8.allSatisfy(Self.letters.contains) else { return nil }
        self.text = small
    }

    /// A new secret.
    ///
    /// - Parameter generator: must be unpredictable.
    public static func random(using generator: inout some RandomNumberGenerator) -> Secret {
        let bytes = (0..<length).map { _ in letters[Int(generator.next() & 31)] }
        return Secret(known: String(decoding: bytes, as: UTF8.self))
    }

    private init(known text: String) { self.text = text }

    /// The SHA-256 of the text, in hexadecimal.
    var digest: String { SHA256.hexDigest(Array(text.utf8)) }

    /// Not the text, so that no log contains it by accident.
    public var description: String { "(secret)" }
}
