// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin

/// The properties of a feature that describe a pin. Properties without a matching field become notes.
struct PointProperties {
    /// A note to propose.
    struct Note {
        let title: String?
        let lines: [String]
    }

    private(set) var name: String?
    private(set) var address: String?
    private(set) var labels: [String] = []
    private(set) var accuracy: JSONNumber?
    private(set) var notes: [Note] = []
    /// Whether the feature is an exported place of a photo.
    let isPhoto: Bool

    private static let names = ["name", "title", "label"]
    private static let texts = ["description", "desc", "comment", "note"]
    private static let street = ["addr:street", "addr:housenumber", "addr:postcode", "addr:city"]

    init(_ properties: JSONObject) {
        let isOwn = properties["kind"] == "pin"
        isPhoto = properties["kind"] == "photo" && properties["name"] != nil
        // Among members that differ only in case, the first in byte order wins.
        var members: [String: JSON] = [:]
        var keys: [(exact: String, plain: String)] = []
        for (key, value) in properties.members {
            let plain = key.string.lowercased()
            // The other member gets an empty name, which matches no field, and becomes part of a note.
            keys.append((key.string, members[plain] == nil ? plain : ""))
            if members[plain] == nil { members[plain] = value }
        }
        let place = LocationProperties(members["location"])
        var taken: Set<String> = isOwn ? ["kind", "done", "id", "@id"] : ["id", "@id"]
        func text(_ key: String) -> String? {
            guard let text = members[key]?.stringValue.map({ PlainText.line($0) }), !text.line.isEmpty,
                text.rest.isEmpty
            else { return nil }
            taken.insert(key)
            return text.line
        }
        name = Self.names.lazy.compactMap { text($0) }.first ?? place?.name
        address = text("address") ?? text("addr:full")
        if address == nil {
            let parts = Self.street.compactMap { text($0) }
            let line = PlainText.line(parts.joined(separator: " "))
            if !line.line.isEmpty, line.rest.isEmpty { address = line.line }
        }
        address = address ?? place?.address
        if case .number(let number)? = members["accuracy"], (0...40_000_000).contains(number.double) {
            accuracy = number
            taken.insert("accuracy")
        }
        for key in ["labels", "tags"] where labels.isEmpty {
            guard let found = Self.labels(members[key]) else { continue }
            labels = found
            taken.insert(key)
        }
        notes = Self.notes(members["notes"], taken: &taken)
        for key in Self.texts where !taken.contains(key) {
            guard let text = members[key]?.stringValue else { continue }
            taken.insert(key)
            notes.append(Note(title: nil, lines: PlainText.lines(text)))
        }
        if place != nil { taken.insert("location") }
        let others = keys.filter { !taken.contains($0.plain) }
            .flatMap { Self.lines($0.exact, properties[$0.exact] ?? .null) }
        let rest = others + (place?.rest(naming: name, address: address) ?? []).flatMap { Self.lines($0.key, $0.value) }
        if !rest.isEmpty { notes.append(Note(title: nil, lines: rest)) }
        notes.removeAll { $0.title == nil && $0.lines.allSatisfy(\.isEmpty) }
    }

    /// Parses labels from an array, or from a text with several words; nil if one of them is not a valid label.
    private static func labels(_ value: JSON?) -> [String]? {
        let words: [String]
        switch value {
        case .array(let list): words = list.compactMap(\.stringValue)
        case .string(let text): words = text.split { $0.isWhitespace || $0 == "," || $0 == ";" }.map(String.init)
        default: return nil
        }
        let labels = words.compactMap { PlainText.label($0) }
        guard !labels.isEmpty, labels.count == words.count, labels.count <= 1000 else { return nil }
        return Set(labels.map { ExactString($0) }).sorted().map(\.string)
    }

    /// Parses exported notes: each is a text, or an object with a title and a text.
    private static func notes(_ value: JSON?, taken: inout Set<String>) -> [Note] {
        let list = value?.arrayValue ?? value.flatMap { $0.stringValue == nil ? nil : [$0] } ?? []
        guard !list.isEmpty, list.count <= 1000, list.allSatisfy({ $0.stringValue != nil || $0["text"] != nil }) else {
            return []
        }
        taken.insert("notes")
        return list.map { note in
            let title = note["title"]?.stringValue.map { PlainText.line($0) }
            let text = note.stringValue ?? note["text"]?.stringValue ?? ""
            let rest = title.map { PlainText.lines($0.rest) } ?? []
            return Note(title: title.flatMap { $0.line.isEmpty ? nil : $0.line }, lines: rest + PlainText.lines(text))
        }
    }

    /// Returns a property as lines: a text verbatim, any other value as JSON.
    private static func lines(_ key: String, _ value: JSON) -> [String] {
        switch value {
        case .null: []
        case .string(let text): PlainText.lines("\(key): \(text)")
        default: PlainText.lines("\(key): \(value.compactText)")
        }
    }
}
