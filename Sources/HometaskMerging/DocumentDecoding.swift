// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension Document {
    /// A document from its bytes.
    ///
    /// Bytes of this program come back as the very document they were made of. Of bytes that something else has edited,
    /// every visible change becomes a write of an actor named by the bytes (`x…`), so that the same bytes are the same
    /// document on every device.
    public init(decoding bytes: [UInt8]) throws(DocumentError) {
        let object = try Self.object(from: bytes)
        try self.init(identifying: object)
        let merge = object["~merge"]?.objectValue ?? JSONObject()
        if let format = merge["format"]?.intValue, format > Self.format { throw .newerFormat(format) }
        readState(merge, object)
        let author = Author(actor: .unvouched(bytes), time: latestTime)
        let kind = kind
        adopt(object, rule: { Self.rule(of: $0, in: object, kind: kind) }, by: author)
    }

    /// Whether the bytes are what the document they hold is written as: nothing else has edited them.
    public static func isCanonical(_ bytes: [UInt8]) -> Bool {
        (try? Document(decoding: bytes))?.encoded() == bytes
    }

    /// The members of a document's bytes.
    static func object(from bytes: [UInt8]) throws(DocumentError) -> JSONObject {
        let json: JSON
        do { json = try JSON.parse(bytes) } catch { throw .unreadable(error) }
        guard let object = json.objectValue else {
            throw .malformed(member: "the document", expected: "a JSON object")
        }
        return object
    }

    private init(identifying object: JSONObject) throws(DocumentError) {
        guard let id = object["id"]?.stringValue.flatMap(DocumentID.init) else {
            throw .malformed(member: "id", expected: "a UUID in lower case")
        }
        guard let kind = object["kind"]?.stringValue, !kind.isEmpty else {
            throw .malformed(member: "kind", expected: "a word such as “task”")
        }
        self.init(id: id, kind: DocumentKind(rawValue: kind))
    }

    private mutating func readState(_ merge: JSONObject, _ object: JSONObject) {
        let times = TimeTable(merge["times"])
        let shown = Self.fields(of: object)
        let conflicts = object["conflicts"]?.objectValue ?? JSONObject()
        let stamps = merge["stamps"]?.objectValue ?? JSONObject()
        for key in Set(stamps.keys).union(conflicts.keys).subtracting(FieldName.reserved) {
            let decoding = FieldDecoding(
                stamp: stamps[key], shown: shown[FieldName(key)], conflicts: conflicts[key]?.arrayValue ?? [],
                times: times)
            if !decoding.state.isEmpty { fields[FieldName(key)] = decoding.state }
        }
        deletions = Siblings((merge["deletions"]?.arrayValue ?? []).flatMap(Self.deletion))
        seen = VersionVector(merge["seen"]) ?? VersionVector()
        for write in fields.values.flatMap(\.writes) + deletions.writes { seen.include(write.dot) }
    }

    private static func deletion(_ entry: JSON) -> [Write] {
        let saw = VersionVector(entry["saw"])?.json ?? .null
        return entry["stamp"]?.stringValue.flatMap { Stamp.events($0, of: saw, times: nil) } ?? []
    }

    /// The latest time that the document itself knows: the clock of bytes that have no other.
    private var latestTime: Timestamp {
        fields.values.flatMap(\.writes).map(\.time).max() ?? Timestamp(seconds: 0)
    }

    /// The fields of a document's members, those under `extensions` by their full names.
    static func fields(of object: JSONObject) -> [FieldName: JSON] {
        var found: [FieldName: JSON] = [:]
        for (key, value) in object.members where !FieldName.reserved.contains(key) {
            if key == FieldName.extensions, let plugins = value.objectValue {
                for (plugin, members) in plugins.members {
                    for (name, value) in members.objectValue?.members ?? JSONObject().members {
                        found[FieldName(path: [key.string, plugin.string, name.string])] = value
                    }
                }
            } else {
                found[FieldName(path: [key.string])] = value
            }
        }
        return found
    }

    /// The rule for an edit that no schema may decide: what the stamps say, else the table of the format.
    private static func rule(of field: FieldName, in object: JSONObject, kind: DocumentKind) -> MergeRule {
        let shapes = object["~merge"]?["stamps"]?[field.key.string]?.objectValue
        if shapes?["text"] != nil { return .text }
        if shapes?["latest"] != nil { return .latest }
        if shapes?["set"] != nil { return .set }
        return FormatRules.rule(of: field, kind: kind)
    }
}
