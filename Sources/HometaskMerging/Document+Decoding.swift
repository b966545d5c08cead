// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension Document {
    /// Decodes a document from its bytes.
    ///
    /// Bytes that this program wrote give exactly the document that they were encoded from. In bytes that something
    /// else has edited, every visible change becomes a write of an actor named by the bytes (`x…`), so the same bytes
    /// give the same document on every device.
    public init(decoding bytes: [UInt8]) throws(DocumentError) {
        try self.init(decoding: bytes, editedBy: nil)
    }

    /// - Parameter editor: who edited the bytes; nil to name the editor by the bytes.
    init(decoding bytes: [UInt8], editedBy editor: Author?) throws(DocumentError) {
        let object = try Self.object(from: bytes)
        try self.init(identifying: object)
        let merge = object["~merge"]?.objectValue ?? JSONObject()
        if let format = merge["format"]?.doubleValue, format > Double(Self.format) {
            throw .newerFormat(merge["format"]?.intValue ?? .max)
        }
        let shown = Self.fields(of: object)
        try Self.check(object, shown)
        let edits = try readState(merge, object, shown)
        // Nearly all files are exactly as a document was written: they contain no edits that need an author.
        if edits.items.isEmpty, edits.lines.isEmpty, fields(differingFrom: shown).isEmpty { return }
        let author = editor ?? Author(actor: .unvouched(bytes), time: latestTime)
        for edit in edits.items { rewriteItem(edit.id, edit.members, of: edit.field, by: author) }
        for edit in edits.lines {
            let present = fields[edit.field]?.lines[edit.position] ?? Siblings()
            let write = newWrite(edit.value, by: author)
            fields[edit.field, default: FieldState()].lines[edit.position] = present.replacing(.nothing, by: write)
        }
        let kind = kind
        _ = adoptValues(object, rule: { Self.rule(of: $0, in: object, kind: kind) }, over: .nothing, by: author)
    }

    /// The events that a document's bytes declare as seen, without reading the rest; nil if they declare none.
    public static func seen(in bytes: [UInt8]) -> VersionVector? {
        guard let object = try? object(from: bytes) else { return nil }
        return VersionVector(object["~merge"]?["seen"])
    }

    /// Whether the bytes are the canonical bytes of the document that they hold, so that nothing else has edited them.
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
        guard let kind = object["kind"]?.stringValue, !kind.isEmpty,
            kind.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw .malformed(member: "kind", expected: "a word such as “task”")
        }
        self.init(id: id, kind: DocumentKind(rawValue: kind))
    }

    /// Rejects values that could not be written back: a malformed `extensions`, or a value too deep to fit into
    /// `conflicts`.
    private static func check(_ object: JSONObject, _ shown: [FieldName: JSON]) throws(DocumentError) {
        if let extensions = object["extensions"] {
            guard let plugins = extensions.objectValue, plugins.members.allSatisfy({ $0.1.objectValue != nil }) else {
                throw .malformed(member: "extensions", expected: "an object with an object for each plugin")
            }
        }
        for (name, value) in shown where !value.isNested(within: deepestValue) {
            throw .malformed(member: name.description, expected: "nested \(deepestValue) levels deep at most")
        }
    }

    /// A value is nested four levels deep in `conflicts`, and must be readable there too.
    static let deepestValue = JSONLimits.document.depth - 4

    /// A line that replaced another: the hash in its row no longer matches.
    private typealias LineEdit = (field: FieldName, position: Position, value: JSON)

    /// An item that no longer matches the hash in its row.
    private typealias ItemEdit = (field: FieldName, id: String, members: JSONObject)

    /// Writes an item as it was typed, at its position, beside the writes that were read for it.
    private mutating func rewriteItem(
        _ id: String, _ members: JSONObject, of field: FieldName, by author: Author
    ) {
        guard var item = fields[field]?.items[id] else { return }
        let event = newWrite(.null, by: author)
        for name in Set(members.keys).union(item.members.keys) {
            let write = event.with(members[name] ?? .null)
            item.members[name] = (item.members[name] ?? Siblings()).replacing(.nothing, by: write)
        }
        item.attest(event)
        fields[field]?.items[id] = item
    }

    private mutating func readState(
        _ merge: JSONObject, _ object: JSONObject, _ shown: [FieldName: JSON]
    ) throws(DocumentError) -> (lines: [LineEdit], items: [ItemEdit]) {
        var edits: (lines: [LineEdit], items: [ItemEdit]) = ([], [])
        let times = TimeTable(merge["times"])
        let conflicts = object["conflicts"]?.objectValue ?? JSONObject()
        let stamps = merge["stamps"]?.objectValue ?? JSONObject()
        for name in Set(stamps.keys).union(conflicts.keys).map({ FieldName($0) }).sorted() where name.isValid {
            let decoding = try FieldDecoding(
                stamp: stamps[name.key], shown: shown[name], conflicts: conflicts[name.key]?.arrayValue ?? [],
                times: times)
            if !decoding.state.isEmpty { fields[name] = decoding.state }
            edits.lines += decoding.edits.sorted { $0.key < $1.key }.map { (name, $0.key, $0.value) }
            edits.items += decoding.itemEdits.sorted { ExactString($0.key) < ExactString($1.key) }
                .map { (name, $0.key, $0.value) }
        }
        deletions = Siblings((merge["deletions"]?.arrayValue ?? []).flatMap(Self.deletion))
        seen = VersionVector(merge["seen"]) ?? VersionVector()
        for write in fields.values.flatMap({ $0.writes }) + deletions.writes { seen.include(write.dot) }
        return edits
    }

    private static func deletion(_ entry: JSON) -> [Write] {
        guard let saw = entry["saw"].map({ VersionVector($0)?.json }) ?? .null, let stamp = entry["stamp"]?.stringValue
        else { return [] }
        return Stamp.events(stamp, of: saw, times: nil) ?? []
    }

    /// The latest time of any write that a field of the document holds, by its writer's clock.
    public var latestTime: Timestamp {
        fields.values.flatMap { $0.writes }.map { $0.time }.max() ?? Timestamp(seconds: 0)
    }

    /// The fields among a document's members; those under `extensions` have their full names.
    static func fields(of object: JSONObject) -> [FieldName: JSON] {
        var found: [FieldName: JSON] = [:]
        found.reserveCapacity(object.count)
        for (key, value) in object.members where !FieldName.reserved.contains(key) {
            if key == FieldName.extensions, let plugins = value.objectValue {
                for (plugin, members) in plugins.members {
                    guard let members = members.objectValue?.members else { continue }
                    for (name, value) in members {
                        found[FieldName(path: [key.string, plugin.string, name.string])] = value
                    }
                }
            } else {
                found[FieldName(member: key)] = value
            }
        }
        return found
    }

    /// The rule for an edit that must not depend on a schema: the stamps decide, else the format's table.
    static func rule(of field: FieldName, in object: JSONObject, kind: DocumentKind) -> MergeRule {
        let shapes = object["~merge"]?["stamps"]?[field.key.string]?.objectValue
        if shapes?["list"] != nil { return .list }
        if shapes?["text"] != nil { return .text }
        if shapes?["latest"] != nil { return .latest }
        if shapes?["set"] != nil { return .set }
        return FormatRules.rule(of: field, kind: kind)
    }
}
