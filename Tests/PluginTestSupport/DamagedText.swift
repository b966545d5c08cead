// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskPlugin
public import TestSupport

/// Accidentally or maliciously damaged input files.
public enum DamagedText {
    private static let pieces: [[UInt8]] = [
        "\"", "\\", ":", ";", ",", "\n", "\r\n", " ", "=", "{", "}", "[", "]", "(", ")", "^", "@", "+", "-", "P", "T",
        "Z",
        "99999999999999999999", "00000000T000000Z", "BEGIN:VTODO\r\n", "END:VTODO\r\n", "null", "\u{0}", "\u{1b}", "😀",
        "e\u{301}", "\u{2028}", "x ", "due:", "rec:", "every! ",
    ].map { Array($0.utf8) }

    /// The text with some bytes removed, repeated or replaced. The result may not be UTF-8.
    public static func damaged(_ text: String, using random: inout SeededGenerator) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...12, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let length = min(Int.random(in: 1...40, using: &random), bytes.count - place)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes.removeSubrange(place..<(place + length))
            case 1: bytes.insert(contentsOf: bytes[place..<(place + length)], at: place)
            case 2: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 3: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
            default: bytes.replaceSubrange(place..<(place + length), with: pieces.randomElement(using: &random) ?? [])
            }
        }
        return bytes
    }
}

extension DamagedText {
    /// The faults of the documents that an importer proposes; empty if the importer refuses the text.
    public static func faults(
        ofImporting bytes: [UInt8], as format: String, by plugin: some Plugin
    ) throws -> [ValidationError] {
        let changes: [PluginChange]
        do {
            changes = try PluginTrial(plugin).import(format, bytes).changes
        } catch is RPCError {
            return []
        }
        return changes.flatMap { change -> [ValidationError] in
            guard case .create(let kind, let key?, var fields) = change else { return [] }
            let id = DocumentID.derived(namespace: DocumentID(randomBytes: (0, 0)), name: key)
            fields["id"] = .string(id.description)
            fields["kind"] = .string(kind.rawValue)
            return Schema.of(kind)?.validate(fields) ?? []
        }
    }
}
