// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
public import HometaskFamily
import HometaskHashing
import HometaskQueries

/// The code word of a clue that is being written: its check, which becomes part of the hunt, and its key, which the
/// device keeps.
public struct NewCode: Hashable, Sendable {
    /// The data with which a word is checked.
    public let check: CodeCheck
    /// The key of the clues that the word opens; it stays on the device.
    let key: ClueKey
}

/// A code word that was entered to solve a clue.
///
/// Only letters and digits count; case and accents are folded as in searches: `Old Oak`, `old-oak` and `OLDOAK` are the
/// same word. The folded text is hashed in UTF-8.
public struct CodeWord: Hashable, Sendable {
    /// The bytes of the word that are hashed.
    let folded: [UInt8]

    /// The usual cost of a check, as the binary logarithm of scrypt's parameter N. With r = 8 and p = 1, as OWASP's
    /// Password Storage Cheat Sheet recommends, computing a check takes 128 MiB and a few tenths of a second.
    public static let usualCost = 17

    /// The accepted costs of a hunt's checks; the highest takes 256 MiB.
    private static let costs = 10...18

    /// Creates a code word; nil if the text has neither a letter nor a digit.
    public init?(_ text: String) {
        folded = SearchTokenizer(text).flatMap(\.folded)
        if folded.isEmpty { return nil }
    }

    /// Creates a check for the word with a random salt, and the matching key.
    ///
    /// - Parameter cost: the binary logarithm of scrypt's N.
    /// - Throws: `ReplicaError` if there is too little memory.
    public func newCode(cost: Int = usualCost) throws(ReplicaError) -> NewCode {
        let salt = (0..<16).map { _ in UInt8.random(in: 0...255) }
        let derived = try derive(salt: salt, cost: cost)
        let check = CodeCheck(
            salt: SHA256.hexadecimal(salt), cost: cost, check: SHA256.hexadecimal(Array(derived.suffix(32))))
        return NewCode(check: check, key: ClueKey(bytes: Array(derived.prefix(32))))
    }

    /// Returns the key of the clue that the word solves; nil if the word does not match the check.
    ///
    /// - Throws: `ReplicaError` if this version does not support the cost of the check, or if there is too little
    ///   memory.
    public func key(for check: CodeCheck) throws(ReplicaError) -> ClueKey? {
        guard let salt = Hexadecimal.bytes(check.salt), Self.costs.contains(check.cost) else {
            throw ReplicaError(
                .newerFormat,
                "the code word cannot be checked: its cost is \(check.cost), but this version supports 10 to 18",
                hint: "Update hometask, or ask whoever made the hunt to set the code word again.")
        }
        let derived = try derive(salt: salt, cost: check.cost)
        let isRight = SHA256.hexadecimal(Array(derived.suffix(32))) == check.check
        return isRight ? ClueKey(bytes: Array(derived.prefix(32))) : nil
    }

    /// Derives 64 bytes with scrypt (RFC 7914): the first 32 are the key, the others the check. Neither half reveals
    /// the other, because each is a separate block of PBKDF2.
    private func derive(salt: [UInt8], cost: Int) throws(ReplicaError) -> [UInt8] {
        if let derived = Cipher.scrypt(folded, salt: salt, cost: cost, count: 64) { return derived }
        throw ReplicaError(
            .inputOutput, "the code word cannot be checked: this needs \(max(1, (1 << cost) / 1024)) MiB of memory",
            hint: "Close other programs and try again.")
    }
}
