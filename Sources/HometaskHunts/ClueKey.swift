// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
import HometaskDocuments
import HometaskFamily
import HometaskHashing

/// The key derived from a code word, which encrypts and decrypts the clues sealed with that code word.
public struct ClueKey: Hashable, Sendable {
    /// The AES-256 key: the first 32 of the 64 bytes that scrypt derives from the code word.
    let bytes: [UInt8]

    /// Encrypts the contents of a clue with AES-256-GCM (NIST SP 800-38D) and a random nonce.
    ///
    /// - Parameters:
    ///   - opener: the clue whose code word gives the key.
    ///   - clue: the clue to seal. Both ids are authenticated, so a sealed text cannot be moved to another clue.
    func seal(_ content: ClueContent, of clue: String, by opener: String) throws(ReplicaError) -> SealedClue {
        let nonce = (0..<12).map { _ in UInt8.random(in: 0...255) }
        let plain = Array(JSON.object(content.members).canonicalText.utf8)
        guard let data = Cipher.seal(plain, key: bytes, nonce: nonce, context: Self.context(clue, opener)) else {
            throw ReplicaError(.inputOutput, "the clue could not be encrypted")
        }
        return SealedClue(opener: opener, data: SHA256.hexadecimal(data))
    }

    /// Returns the contents of a sealed clue; nil if it was sealed with another key, or its bytes were changed.
    func open(_ sealed: SealedClue, of clue: String) -> ClueContent? {
        guard let data = Hexadecimal.bytes(sealed.data),
            let plain = Cipher.open(data, key: bytes, context: Self.context(clue, sealed.opener)),
            let members = try? JSONObject.parse(plain)
        else { return nil }
        return ClueContent(members)
    }

    private static func context(_ clue: String, _ opener: String) -> [UInt8] { Array("\(opener)/\(clue)".utf8) }
}
