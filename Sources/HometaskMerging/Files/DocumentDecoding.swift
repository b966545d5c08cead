// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// Reads a document back from its bytes.
///
/// Bytes that this program wrote give exactly the document that they were encoded from. In bytes that something else
/// has edited, every visible change becomes a write of an author.
struct DocumentDecoding {
    private(set) var document: Document
    private var lineEdits: [LineEdit] = []
    private var itemEdits: [ItemEdit] = []

    /// A line that replaced another: the hash in its row no longer matches.
    private typealias LineEdit = (field: FieldName, position: Position, value: JSON)

    /// An item that no longer matches the hash in its row.
    private typealias ItemEdit = (field: FieldName, id: String, members: JSONObject)

    /// - Parameters:
    ///   - file: what the bytes were parsed into.
    ///   - editor: the editor of the bytes; nil to name the editor by the bytes (`x…`), so that the same bytes give the
    ///     same document on every device.
    init(_ bytes: [UInt8], of file: DocumentFile, editedBy editor: Author?) throws(DocumentError) {
        document = try Self.emptyDocument(file.members)
        let merge = file.members["~merge"]?.objectValue ?? JSONObject()
        if let format = merge["format"]?.doubleValue, format > Double(Document.format) {
            throw .newerFormat(merge["format"]?.intValue ?? .max)
        }
        let shown = TypedValues(values: file.fields)
        try Self.check(file.members, shown.values)
        try readState(merge, file.members, shown: shown.values)
        // Nearly all files are exactly as a document was written: they contain no edits that need an author.
        if itemEdits.isEmpty, lineEdits.isEmpty, shown.fields(differingFrom: document).isEmpty { return }
        let author = editor ?? Author(actor: .unvouched(bytes), time: document.latestTime)
        for edit in itemEdits { rewrite(edit, by: author) }
        for edit in lineEdits { rewrite(edit, by: author) }
        let kind = document.kind
        _ = shown.writeFields(into: &document, rule: { file.rule(of: $0, kind: kind) }, over: .nothing, by: author)
    }

    private static func emptyDocument(_ members: JSONObject) throws(DocumentError) -> Document {
        guard let id = members["id"]?.stringValue.flatMap(DocumentID.init) else {
            throw .malformed(member: "id", expected: "a UUID in lower case")
        }
        guard let kind = members["kind"]?.stringValue, !kind.isEmpty,
            kind.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw .malformed(member: "kind", expected: "a word such as “task”")
        }
        return Document(id: id, kind: DocumentKind(rawValue: kind))
    }

    /// Rejects values that could not be written back: a malformed `extensions`, or a value too deep to fit into
    /// `conflicts`.
    private static func check(_ members: JSONObject, _ shown: [FieldName: JSON]) throws(DocumentError) {
        if let extensions = members["extensions"] {
            guard let plugins = extensions.objectValue, plugins.members.allSatisfy({ $0.1.objectValue != nil }) else {
                throw .malformed(member: "extensions", expected: "an object with an object for each plugin")
            }
        }
        let deepest = JSONLimits.deepestValue
        for (name, value) in shown where !value.isNested(within: deepest) {
            throw .malformed(member: name.description, expected: "nested \(deepest) levels deep at most")
        }
    }

    private mutating func readState(
        _ merge: JSONObject, _ members: JSONObject, shown: [FieldName: JSON]
    ) throws(DocumentError) {
        let times = TimeTable(merge["times"])
        let conflicts = members["conflicts"]?.objectValue ?? JSONObject()
        let stamps = merge["stamps"]?.objectValue ?? JSONObject()
        for name in Set(stamps.keys).union(conflicts.keys).map({ FieldName($0) }).sorted() where name.isValid {
            let decoding = try FieldDecoding(
                stamp: stamps[name.key], shown: shown[name], conflicts: conflicts[name.key]?.arrayValue ?? [],
                times: times)
            if !decoding.state.isEmpty { document.fields[name] = decoding.state }
            lineEdits += decoding.edits.sorted { $0.key < $1.key }.map { (name, $0.key, $0.value) }
            itemEdits += decoding.itemEdits.sorted { ExactString($0.key) < ExactString($1.key) }
                .map { (name, $0.key, $0.value) }
        }
        let deletions = (merge["deletions"]?.arrayValue ?? []).flatMap(Self.deletion)
        document.seen = VersionVector(merge["seen"]) ?? VersionVector()
        for write in document.fields.values.flatMap({ $0.writes }) + deletions { document.seen.include(write.dot) }
        // A deletion that claims to have seen more than the file would put edits of others into the trash that nobody
        // deleted.
        document.deletions = Siblings(
            deletions.filter { write in VersionVector(write.value).map(document.seen.covers) ?? true })
    }

    private static func deletion(_ entry: JSON) -> [Write] {
        guard let saw = entry["saw"].map({ VersionVector($0)?.json }) ?? .null, let stamp = entry["stamp"]?.stringValue
        else { return [] }
        return Stamp.events(stamp, of: saw, times: nil) ?? []
    }

    /// Writes an item as it was typed, at its position, beside the writes that were read for it.
    private mutating func rewrite(_ edit: ItemEdit, by author: Author) {
        guard var item = document.fields[edit.field]?.items[edit.id] else { return }
        let event = document.newWrite(.null, by: author)
        for name in Set(edit.members.keys).union(item.members.keys) {
            let write = event.with(edit.members[name] ?? .null)
            item.members[name] = (item.members[name] ?? Siblings()).replacing(.nothing, by: write)
        }
        item.attest(event)
        document.fields[edit.field]?.items[edit.id] = item
    }

    /// Writes a line as it was typed, beside the writes that were read for it.
    private mutating func rewrite(_ edit: LineEdit, by author: Author) {
        let present = document.fields[edit.field]?.lines[edit.position] ?? Siblings()
        let write = document.newWrite(edit.value, by: author)
        document.fields[edit.field, default: FieldState()].lines[edit.position] =
            present.replacing(.nothing, by: write)
    }
}

/// The reason why bytes cannot be read as a document that this program can merge.
public enum DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes are not JSON within the limits for documents.
    case unreadable(JSONError)
    /// A required member is missing or malformed.
    case malformed(member: String, expected: String)
    /// The document was written by a later version of the program; it is neither merged nor rewritten.
    case newerFormat(Int)
    /// A field has a merge rule that is unknown to this version of the program; treated like a newer format.
    case unsupported(rule: String)

    /// The problem, and what to do about it if known.
    public var description: String {
        switch self {
        case .unreadable(let error): "\(error)"
        case .malformed(let member, let expected): "“\(member)” should be \(expected)"
        case .newerFormat(let format):
            "it has format \(format), and this hometask reads up to \(Document.format): update hometask on this device"
        case .unsupported(let rule):
            "it holds a field that merges as “\(rule)”, which this hometask cannot do: update hometask on this device"
        }
    }
}
