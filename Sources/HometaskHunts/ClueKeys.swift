// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
import HometaskHashing

/// The keys that a device knows: of the code words it was told, whether to solve a clue or to write one.
///
/// They stay on the device. What names a key is the check of its code word, so that a hunt made from a template needs
/// no keys of its own.
public struct ClueKeys: Hashable, Sendable {
    private var keys: [String: ClueKey] = [:]

    /// The name of the device's own data that keeps them.
    public static let name = "clue-keys"

    /// An empty set of keys.
    public init() {}

    /// The keys as a device kept them; what is none is skipped.
    public init(_ bytes: [UInt8]?) {
        guard let object = bytes.flatMap({ try? JSONObject.parse($0) }) else { return }
        for (check, value) in object.members {
            guard let bytes = value.stringValue.flatMap({ Hexadecimal.bytes($0) }), bytes.count == 32 else { continue }
            keys[check.string] = ClueKey(bytes: bytes)
        }
    }

    /// The keys as a device keeps them.
    public var bytes: [UInt8] {
        JSONObject(keys.map { ($0, JSON.string(SHA256.hexadecimal($1.bytes))) }).canonicalBytes()
    }

    /// The key of the word that a check is of; nil if the device was not told it.
    subscript(check: CodeCheck) -> ClueKey? {
        get { keys[check.check] }
        set { keys[check.check] = newValue }
    }

    /// Every key, in no particular order, for a clue of which it is not known what opens it.
    var all: [ClueKey] { Array(keys.values) }

    /// Whether the device knows the word of a check.
    public func knows(_ check: CodeCheck) -> Bool { self[check] != nil }

    /// Adds all keys of another set; where both have a check, the other's key wins.
    public mutating func add(all others: ClueKeys) { keys.merge(others.keys) { $1 } }

    /// Keeps the key of a new code word.
    public mutating func add(_ code: NewCode) { self[code.check] = code.key }

    /// Keeps the key of a word.
    public mutating func add(_ key: ClueKey, of check: CodeCheck) { self[check] = key }
}
