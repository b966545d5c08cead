// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskFamily
import HometaskHashing

/// The keys that a device knows: those of all code words entered on it, to solve or to write a clue.
///
/// The keys stay on the device. Each is stored under the check of its code word, so that a hunt created from a template
/// needs no keys of its own.
public struct ClueKeys: Hashable, Sendable {
    private var keys: [String: ClueKey] = [:]

    /// The name of the device's own data that contains the keys.
    public static let name = "clue-keys"

    /// An empty set of keys.
    public init() {}

    /// Reads the keys that a device has stored; invalid ones are skipped.
    public init(_ bytes: [UInt8]?) {
        guard let object = bytes.flatMap({ try? JSONObject.parse($0) }) else { return }
        for (check, value) in object.members {
            guard let bytes = value.stringValue.flatMap({ Hexadecimal.bytes($0) }), bytes.count == 32 else { continue }
            keys[check.string] = ClueKey(bytes: bytes)
        }
    }

    /// The keys in the form in which a device stores them.
    public var bytes: [UInt8] {
        JSONObject(keys.map { ($0, JSON.string(SHA256.hexadecimal($1.bytes))) }).canonicalBytes()
    }

    /// The key of the code word that has the given check; nil if the device does not know the word.
    subscript(check: CodeCheck) -> ClueKey? {
        get { keys[check.check] }
        set { keys[check.check] = newValue }
    }

    /// All keys in no particular order, for a clue whose opener is unknown.
    var all: [ClueKey] { Array(keys.values) }

    /// Whether the device knows the code word that has the given check.
    public func knows(_ check: CodeCheck) -> Bool { self[check] != nil }

    /// Adds all keys of another set. If both have a key for a check, the other set's key is kept.
    public mutating func add(all others: ClueKeys) { keys.merge(others.keys) { $1 } }

    /// Adds the key of a new code word.
    public mutating func add(_ code: NewCode) { self[code.check] = code.key }

    /// Adds the key of the code word that has the given check.
    public mutating func add(_ key: ClueKey, of check: CodeCheck) { self[check] = key }
}
