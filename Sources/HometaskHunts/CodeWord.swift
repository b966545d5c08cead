// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
public import HometaskFamily
import HometaskHashing
import HometaskQueries

/// The code word of a clue that somebody writes: its check, which the hunt gets, and its key, which the device keeps.
public struct NewCode: Hashable, Sendable {
    /// How the word is checked.
    public let check: CodeCheck
    /// The key of the clues that the word opens; it stays on the device.
    let key: ClueKey
}

/// A code word that solves a clue, as somebody typed it.
///
/// Only its letters and digits count, without case and accents, as searches fold them: `Old Oak`, `old-oak` and
/// `OLDOAK` are one word. What is hashed is that folded text in UTF-8.
public struct CodeWord: Hashable, Sendable {
    /// The word as it is hashed.
    let folded: [UInt8]

    /// The work that scrypt makes of a word, as the binary logarithm of its parameter N. With r = 8 and p = 1, as
    /// OWASP's Password Storage Cheat Sheet recommends them, it takes 128 MiB and some tenths of a second.
    public static let usualCost = 17

    /// The work that is done for a check which came from elsewhere: up to 256 MiB.
    private static let costs = 10...18

    /// A word; nil if the text has no letter and no digit.
    public init?(_ text: String) {
        folded = SearchTokenizer(text).flatMap(\.folded)
        if folded.isEmpty { return nil }
    }

    /// A check for the word that nobody has used, and the key that goes with it.
    ///
    /// - Parameter cost: the binary logarithm of scrypt's N.
    /// - Throws: `ReplicaError` where there is too little memory.
    public func newCode(cost: Int = usualCost) throws(ReplicaError) -> NewCode {
        let salt = (0..<16).map { _ in UInt8.random(in: 0...255) }
        let derived = try derive(salt: salt, cost: cost)
        let check = CodeCheck(
            salt: SHA256.hexadecimal(salt), cost: cost, check: SHA256.hexadecimal(Array(derived.suffix(32))))
        return NewCode(check: check, key: ClueKey(bytes: Array(derived.prefix(32))))
    }

    /// The key of the clue that the word solves; nil if it is another clue's.
    ///
    /// - Throws: `ReplicaError` where the check asks for more work than this version does, or there is too little
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

    /// 64 bytes by scrypt (RFC 7914): the first 32 are a key, the others the check. Neither half tells anything of the
    /// other: each is a block of its own of PBKDF2.
    private func derive(salt: [UInt8], cost: Int) throws(ReplicaError) -> [UInt8] {
        if let derived = Cipher.scrypt(folded, salt: salt, cost: cost, count: 64) { return derived }
        throw ReplicaError(
            .inputOutput, "the code word cannot be checked: this needs \(max(1, (1 << cost) / 1024)) MiB of memory",
            hint: "Close other programs and try again.")
    }
}
