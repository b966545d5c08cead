// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging
public import HometaskPluginProtocol
public import HometaskReplica

/// The changes that a plugin proposes. They are checked against the plugin's permissions, and applied in a transaction.
public struct ProposedChanges: Sendable {
    /// The plugin's id, under which its own fields are stored.
    public let plugin: String
    /// The name of the plugin in messages about the changes.
    public let name: String
    /// The kinds of documents that the plugin may write.
    private let granted: Set<DocumentKind>
    /// The schemas of the fields that the plugin adds, by kind.
    private let schemas: [DocumentKind: Schema]
    /// The changes in the order in which they were proposed, each with its origin.
    private(set) var proposals: [Proposal] = []
    /// The malformed changes of an import that continues without them, each with the number of changes before it.
    private(set) var malformed: [(place: Int, skipped: SkippedImport)] = []
    private var bytes = 0
    /// The maximum number of bytes of all changes.
    var mostBytes = PluginLimits.changeBytes
    /// The origin of the changes.
    let source: Source
    /// For an import: whether the file's values overwrite the values of existing documents.
    public var updates = false
    /// For an import: documents that an earlier import created and an undo put into the trash, and that this import
    /// restores.
    public var undoneDocuments: Set<DocumentPath> = []

    /// The origin of changes, which decides how changes that cannot be made are handled.
    public enum Source: Sendable {
        /// A command or a hook: all changes are made, or none.
        case work
        /// A file: documents may be restored with their merge history, and changes that cannot be made are left out and
        /// listed.
        case file
        /// A file that is read to test the plugin: changes that the plugin makes up itself must be valid, as in a
        /// command.
        case trialFile
    }

    /// Creates an empty collection of a plugin's changes.
    public init(of manifest: PluginManifest, from source: Source = .work) {
        self.source = source
        plugin = manifest.id
        name = manifest.name
        granted = manifest.needs.write
        schemas = manifest.offers.fields.compactMapValues { try? Schema(extending: $0) }
    }

    /// Whether nothing was proposed.
    public var isEmpty: Bool { proposals.isEmpty && malformed.isEmpty }
    /// The changes in the order in which they were proposed.
    public var all: [PluginChange] { proposals.map(\.change) }
    private var takesHistory: Bool { source != .work }

    /// Adds the changes of a message.
    ///
    /// - Throws: `RPCError` (`forbidden`, `invalidParams`, `tooLarge`).
    public mutating func addProposals(_ params: JSONObject) throws {
        guard let proposed = params["changes"]?.arrayValue, !proposed.isEmpty else { return }
        bytes += params.compactBytes().count
        guard bytes <= mostBytes else {
            throw RPCError(.forbidden, "proposed more than \(PluginLimits.changeBytes >> 20) MiB of changes")
        }
        for json in proposed {
            guard proposals.count + malformed.count < PluginLimits.changes else {
                throw RPCError(.tooLarge, "proposed more than \(PluginLimits.changes) changes")
            }
            let change: PluginChange
            let kind: DocumentKind
            do throws(RPCError) {
                (change, kind) = try Self.addProposal(json)
            } catch {
                guard source == .file else { throw error }
                malformed.append((proposals.count, SkippedImport(json, because: error.message)))
                continue
            }
            guard granted.contains(kind), kind != .device else {
                throw RPCError(
                    .forbidden, "changing documents of the kind ‘\(kind.rawValue.excerpt(limit: 40))’ was not granted")
            }
            proposals.append(Proposal(change, from: json))
        }
    }

    /// Sets the manual-order position of the task that a change creates.
    mutating func setOrder(_ order: String, ofProposalAt place: Int) { proposals[place].order = order }

    private static func addProposal(_ json: JSON) throws(RPCError) -> (PluginChange, DocumentKind) {
        let change = try PluginChange(json)
        guard let kind = change.kind else {
            throw RPCError(.invalidParams, "a document to restore should name its kind")
        }
        return (change, kind)
    }

    /// The result of making the changes.
    public struct Tally: Hashable, Sendable {
        /// New documents, by kind.
        public var created: [DocumentKind: Int] = [:]
        /// Documents that already existed.
        public var known = 0
        /// The existing documents that are in the trash.
        public var trashed = 0
        /// Documents that were restored from the trash, by kind: an undo had reverted the import that created them.
        public var restored: [DocumentKind: Int] = [:]
        /// Tasks that were open here and are done in the file.
        public var completed = 0
        /// The differences between the file and existing documents, whether or not they were applied.
        public var differences: [FileDifference] = []
        /// The number of changed documents.
        public var changed = 0
        /// The number of documents that were put into the trash.
        public var deleted = 0
        /// The changes of an import that were left out.
        public var skipped: [SkippedImport] = []
        /// The plugin's notes on changes that were made, each a sentence; at most 1000.
        public var notes: [String] = []

        /// Whether nothing was changed.
        public var isEmpty: Bool {
            created.isEmpty && restored.isEmpty && completed == 0 && changed == 0 && deleted == 0
        }

        /// The tally in words: `added 12 tasks and 1 category`.
        public var words: String {
            var parts = created.sorted { $0.key.rawValue < $1.key.rawValue }.map { kind, count in
                "added \(count) \(Tally.plural(kind, count))"
            }
            parts += restored.sorted { $0.key.rawValue < $1.key.rawValue }.map { kind, count in
                "restored \(count) \(Tally.plural(kind, count))"
            }
            if completed > 0 { parts.append("completed \(completed) \(Tally.plural(.task, completed))") }
            if changed > 0 { parts.append("changed \(changed) document\(changed == 1 ? "" : "s")") }
            if deleted > 0 { parts.append("moved \(deleted) to the trash") }
            return parts.isEmpty ? "changed nothing" : parts.joined(separator: ", ")
        }

        static func plural(_ kind: DocumentKind, _ count: Int) -> String {
            if count == 1 { return kind.rawValue }
            return kind == .category ? "categories" : kind == .family ? "families" : kind.rawValue + "s"
        }
    }

    /// Applies all changes atomically; for an import, those that can be made.
    ///
    /// - Parameter family: the family's id, from which the ids of documents with a key are derived.
    /// - Throws: `ReplicaError` (`invalidValue`) if a change is invalid, with a message to follow the plugin's name; in
    ///   that case, nothing may be committed.
    public func makeChanges(in transaction: Transaction, family: DocumentID) throws -> Tally {
        if source == .file { return try makeValidChanges(in: transaction, family: family) }
        return try transaction.allOrNothing {
            var tally = Tally()
            declareFields(in: transaction)
            for proposal in proposals { try makeChange(proposal, in: transaction, family: family, tally: &tally) }
            return tally
        }
    }

    /// Returns the titles of the changed documents, as a phrase to follow a tally: `: Bins, Paper`. Empty if there are
    /// more than three documents, or if they have no titles.
    func titles(in transaction: Transaction, family: DocumentID) throws -> String {
        let ids = proposals.compactMap { $0.changed ?? $0.made(plugin: plugin, family: family) }
        guard (1...3).contains(ids.count), ids.count == proposals.count else { return "" }
        let titles = try proposals.compactMap { proposal -> String? in
            guard let kind = proposal.change.kind,
                let id = proposal.changed ?? proposal.made(plugin: plugin, family: family),
                let document = try transaction.document(at: Transaction.path(of: kind, id))
            else { return nil }
            return ["title", "name"].lazy.compactMap { document[FieldName(memberName: $0)]?.stringValue }.first
        }
        return titles.isEmpty ? "" : ": " + titles.map { $0.excerpt(limit: 60) }.joined(separator: ", ")
    }

    /// Sets the merge rules of the plugin's own fields in the transaction.
    func declareFields(in transaction: Transaction) {
        for (kind, schema) in schemas {
            for field in schema.fields {
                transaction.rules.extensionRules[kind, default: [:]][FieldName(plugin: plugin, member: field.name)] =
                    field.rule
            }
        }
    }

    /// Makes one change.
    ///
    /// - Throws: `ReplicaError`: `invalidValue` if the change is invalid, another code for any other obstacle.
    func makeChange(
        _ proposal: Proposal, in transaction: Transaction, family: DocumentID, tally: inout Tally
    ) throws {
        do {
            try checkFamily(proposal.change, family)
            let known = tally.known
            try makeOperation(of: proposal, in: transaction, family: family, tally: &tally)
            if let note = proposal.note, tally.known == known, tally.notes.count < 1000 { tally.notes.append(note) }
        } catch let error as ReplicaError {
            if case .restore = proposal.change, source == .trialFile,
                [.unreadableDocument, .invalidValue].contains(error.code)
            {
                // The plugin is not responsible for the contents of the file.
                return tally.skipped.append(SkippedImport(proposal, because: error.message))
            }
            let isOurs = [.busy, .diskFull, .inputOutput, .damaged, .permission].contains(error.code)
            throw ReplicaError(
                isOurs ? error.code : .invalidValue, "proposed an invalid change: \(error.message)", hint: error.hint)
        }
    }

    private func makeOperation(
        of proposal: Proposal, in transaction: Transaction, family: DocumentID, tally: inout Tally
    ) throws {
        switch proposal.change {
        case .create(let kind, _, let fields):
            let id = proposal.made(plugin: plugin, family: family)
            if let id, let path = DocumentPath(kind: kind, id: id), let document = try transaction.document(at: path) {
                try compare(document, at: path, fields: fields, of: proposal, in: transaction, tally: &tally)
            } else if let id, source == .file {
                try createAlike(kind, id, fields: fields, of: proposal, in: transaction, tally: &tally)
            } else {
                try create(kind, id, fields: fields, in: transaction, tally: &tally)
            }
        case .match(let kind, let id, let fields):
            guard source != .work else {
                throw ReplicaError(.invalidValue, "a ‘match’ is possible only in an import")
            }
            let path = try Transaction.path(of: kind, id)
            guard let document = try transaction.document(at: path) else {
                throw ReplicaError(.invalidValue, "there is no document \(path.text)")
            }
            try compare(document, at: path, fields: fields, of: proposal, in: transaction, tally: &tally)
        case .update(let kind, let id, let fields, let adding, let removing):
            let path = try Transaction.path(of: kind, id)
            var values = try checked(fields, of: kind).mapValues { $0.isNull ? nil : $0 as JSON? }
            if !adding.isEmpty || !removing.isEmpty {
                try changeSets(
                    &values, adding, removing: removing, of: kind, document: try transaction.document(at: path))
            }
            // A document in the trash stays there.
            let isDeleted = try transaction.document(at: path)?.isDeleted ?? false
            if try !transaction.writeFields(values, to: path, weakly: isDeleted).isEmpty { tally.changed += 1 }
        case .delete(let kind, let id):
            let path = try Transaction.path(of: kind, id)
            try transaction.changeDocument(at: path) { document in
                if !document.isDeleted {
                    document.delete(by: transaction.author)
                    tally.deleted += 1
                }
            }
        case .restore(let object): try restore(object, of: proposal, in: transaction, tally: &tally)
        }
    }

    private func create(
        _ kind: DocumentKind, _ id: DocumentID?, fields: JSONObject, in transaction: Transaction, tally: inout Tally
    ) throws {
        var values = try checked(fields, of: kind).mapValues { $0.isNull ? nil : $0 as JSON? }
        if values["created"] == nil, Schema.of(kind)?.rule(for: "created") != nil {
            var created: JSONObject = ["at": .string(transaction.now.rfc3339)]
            created["by"] = transaction.member.map { .string($0.description) }
            values.updateValue(.object(created), forKey: "created")
        }
        try transaction.create(kind, id: id, fields: values)
        tally.created[kind, default: 0] += 1
    }

    /// The family's only document can be neither created nor removed; it can only be changed under its own id.
    private func checkFamily(_ change: PluginChange, _ family: DocumentID) throws {
        guard change.kind == .family else { return }
        switch change {
        case .update(_, family, _, _, _): break
        case .restore where takesHistory: break
        default: throw ReplicaError(.invalidValue, "the family itself can only be changed, under its own id")
        }
    }

    private func restore(
        _ object: JSONObject, of proposal: Proposal, in transaction: Transaction, tally: inout Tally
    ) throws {
        guard let kind = object["kind"]?.stringValue, let id = object["id"]?.stringValue.flatMap({ DocumentID($0) })
        else { throw ReplicaError(.invalidValue, "a document to restore has no id or kind") }
        let path = try Transaction.path(of: DocumentKind(rawValue: kind), id)
        if try transaction.bytes(at: path) != nil {
            guard source == .file, let document = try? transaction.document(at: path) else { return tally.known += 1 }
            return try compare(document, at: path, fields: object, of: proposal, in: transaction, tally: &tally)
        }
        if !takesHistory { try checkRestored(object, of: DocumentKind(rawValue: kind)) }
        try transaction.imports.restore(object, at: path)
        tally.created[DocumentKind(rawValue: kind), default: 0] += 1
    }

    /// Checks fields, and returns them by name. Under `extensions`, only the plugin's own fields may be written, with
    /// values that match their declarations.
    func checked(_ fields: JSONObject, of kind: DocumentKind) throws -> [FieldName: JSON] {
        var values: [FieldName: JSON] = [:]
        for (name, value) in fields.members {
            guard name == "extensions" else {
                guard Schema.of(kind)?.rule(for: name.string) != nil else {
                    throw ReplicaError(.invalidValue, "documents of the kind ‘\(kind)’ have no field ‘\(name.string)’")
                }
                values[FieldName(memberName: name.string)] = value
                continue
            }
            for (id, own) in value.objectValue?.members ?? JSONObject().members {
                guard id.string == plugin, let own = own.objectValue else {
                    throw ReplicaError(
                        .invalidValue, "it may write only its own fields, not those of ‘\(id.string)’")
                }
                for (field, value) in own.members {
                    try check(field.string, value, of: kind)
                    values[FieldName(plugin: plugin, member: field.string)] = value
                }
            }
        }
        return values
    }

    private func check(_ field: String, _ value: JSON, of kind: DocumentKind) throws {
        guard let schema = schemas[kind], schema.rule(for: field) != nil else {
            throw ReplicaError(.invalidValue, "it did not declare a field ‘\(field)’ of \(Tally.plural(kind, 2))")
        }
        if let fault = schema.validate(field: field, value: value).first, !value.isNull {
            throw ReplicaError(.invalidValue, "its field ‘\(field)’ should be \(fault.expected), but is \(fault.found)")
        }
    }

    /// Outside of an import, a restored document is checked against the plugin's permissions.
    private func checkRestored(_ object: JSONObject, of kind: DocumentKind) throws {
        var fields = object
        for name in ["id", "kind", "conflicts", "deleted"] { fields[name] = nil }
        guard fields["~merge"] == nil else {
            throw ReplicaError(.invalidValue, "‘~merge’ is accepted only in an import")
        }
        _ = try checked(fields, of: kind)
    }

    /// Adds and removes elements of sets.
    private func changeSets(
        _ values: inout [FieldName: JSON?], _ adding: JSONObject, removing: JSONObject, of kind: DocumentKind,
        document: Document?
    ) throws {
        let added = try sets(adding, of: kind)
        let removed = try sets(removing, of: kind)
        for field in Set(added.keys).union(removed.keys) {
            var members = document?[field]?.arrayValue ?? []
            members.removeAll { removed[field]?.contains($0) ?? false }
            for value in added[field] ?? [] where !members.contains(value) { members.append(value) }
            if let own = field.extensionPath { try check(own.member, .array(members), of: kind) }
            values.updateValue(.array(members), forKey: field)
        }
    }

    /// Returns the values of fields that are sets, including the plugin's own fields.
    private func sets(_ object: JSONObject, of kind: DocumentKind) throws -> [FieldName: [JSON]] {
        var values: [FieldName: [JSON]] = [:]
        for (name, value) in object.members {
            if name == "extensions" {
                for (own, value) in value[plugin]?.objectValue?.members ?? JSONObject().members {
                    guard schemas[kind]?.rule(for: own.string) == .set else { throw Self.noSet(own.string) }
                    values[FieldName(plugin: plugin, member: own.string)] = value.arrayValue ?? []
                }
            } else {
                guard Schema.of(kind)?.rule(for: name.string) == .set else { throw Self.noSet(name.string) }
                values[FieldName(memberName: name.string)] = value.arrayValue ?? []
            }
        }
        return values
    }

    private static func noSet(_ name: String) -> ReplicaError {
        ReplicaError(.invalidValue, "‘\(name)’ is not a set, so nothing can be added to or removed from it")
    }
}
