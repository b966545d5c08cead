// SPDX-License-Identifier: Apache-2.0

import Crypto
import HometaskDocuments
import HometaskHashing
public import HometaskReplica

/// What a code word opens: the key of the clues that are sealed by it.
public struct ClueKey: Hashable, Sendable {
    /// 32 bytes.
    let bytes: [UInt8]

    /// Encrypts what a clue says, by AES-256-GCM (NIST SP 800-38D) with a random nonce.
    ///
    /// - Parameters:
    ///   - opener: the clue whose code word the key is of.
    ///   - clue: the clue that is sealed. Both are authenticated: a sealed text cannot be moved to another clue.
    func seal(_ content: ClueContent, of clue: String, by opener: String) throws -> SealedClue {
        let box = try AES.GCM.seal(
            JSON.object(content.members).canonicalText.utf8.map { $0 }, using: SymmetricKey(data: bytes),
            authenticating: Self.context(clue, opener))
        let data = Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
        return SealedClue(opener: opener, data: SHA256.hexadecimal(data))
    }

    /// What a sealed clue says; nil where the key is another one's, or the bytes were changed.
    func open(_ sealed: SealedClue, of clue: String) -> ClueContent? {
        guard let data = Hexadecimal.bytes(sealed.data), data.count >= 28,
            let nonce = try? AES.GCM.Nonce(data: data.prefix(12)),
            let box = try? AES.GCM.SealedBox(
                nonce: nonce, ciphertext: data.dropFirst(12).dropLast(16), tag: data.suffix(16)),
            let plain = try? AES.GCM.open(
                box, using: SymmetricKey(data: bytes), authenticating: Self.context(clue, sealed.opener)),
            let members = try? JSONObject.parse(Array(plain))
        else { return nil }
        return ClueContent(members)
    }

    private static func context(_ clue: String, _ opener: String) -> [UInt8] { Array("\(opener)/\(clue)".utf8) }
}
