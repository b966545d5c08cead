// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A document with its causality: the shown values, and the events that produced them.
///
/// Invariant: `seen` covers every write that the document holds. Two copies join without a common base (`join`), in any
/// order and any number of times, and the result is always the same document. A value that loses against a concurrent
/// one stays until a write that has seen it replaces it.
///
/// The design is that of a join-semilattice of dotted causal containers: Almeida, Shoker, Baquero, "Delta State
/// Replicated Data Types", 2018.
public struct Document: Hashable, Sendable {
    /// The document's permanent id.
    public let id: DocumentID
    /// The kind of the document.
    public let kind: DocumentKind
    /// The events that this copy contains.
    public internal(set) var seen = VersionVector()
    var fields: [FieldName: FieldState] = [:]
    /// Deletions (with `saw` as the value) and restorations (`null`).
    var deletions = Siblings()

    /// Creates a document without any writes.
    public init(id: DocumentID, kind: DocumentKind) {
        self.id = id
        self.kind = kind
    }

    /// The shown value of a field; nil if there is none.
    public subscript(field: FieldName) -> JSON? { fields[field]?.shown }

    /// The merge rule by which the shown value of a field was written; nil if there is none. For a field that this
    /// version's schemas do not know, it is the rule of the version that wrote the field.
    public func rule(of field: FieldName) -> MergeRule? { fields[field]?.rule }

    /// The fields that have a value to show, in byte order.
    public var shownFields: [FieldName] {
        fields.compactMap { $0.value.shown == nil ? nil : $0.key }.sorted()
    }

    /// The shown values: the members of the document except `~merge`.
    public var shown: JSONObject {
        var members: [(String, JSON)] = []
        var plugins: [ExactString: [(String, JSON)]] = [:]
        for name in fields.keys.sorted() {
            guard let value = fields[name]?.shown else { continue }
            let path = name.path
            if let plugin = name.plugin, let member = path.last {
                plugins[ExactString(plugin), default: []].append((member, value))
            } else if let member = path.last {
                members.append((member, value))
            }
        }
        var object = JSONObject(members)
        let extensions = plugins.sorted { $0.key < $1.key }
            .map { ($0.key.string, JSON.object(JSONObject($0.value))) }
        if !extensions.isEmpty { object[FieldName.extensions] = .object(JSONObject(extensions)) }
        object["id"] = .string(id.description)
        object["kind"] = .string(kind.rawValue)
        if isDeleted, let deletion { object["deleted"] = .string(deletion.time.rfc3339) }
        return object
    }

    /// Whether the document is in the trash: deleted, not restored, and without content that the deletion had not seen.
    public var isDeleted: Bool {
        guard !deletions.isEmpty, !deletions.writes.contains(where: { $0.value.isNull }) else { return false }
        return editsPastDeletion.isEmpty
    }

    /// The content that no deletion had seen, greatest first: these writes restore a deleted document.
    var editsPastDeletion: [Write] {
        let saw = deletions.writes.reduce(into: VersionVector()) { union, write in
            if let vector = VersionVector(write.value) { union.formUnion(vector) }
        }
        return fields.values.flatMap { $0.writes }.filter { !$0.isWeak && !saw.covers($0.dot) }
            .sorted { $0.outranks($1) }
    }

    /// The deletion that put the document into the trash, or that was undone by an edit or a restoration which had not
    /// seen it; nil if the document was never deleted, or was restored by a writer who had seen every deletion.
    public var deletion: Write? { deletions.writes.first { !$0.value.isNull } }

    /// Returns the write of a field's shown value; for a set or a text, the greatest of its writes.
    public func lastWrite(of field: FieldName) -> Write? {
        guard let state = fields[field] else { return nil }
        return state.writes.max { $1.outranks($0) }
    }

    /// Returns the writes that a field holds, greatest first.
    public func writes(of field: FieldName) -> [Write] {
        fields[field]?.writes.sorted { $0.outranks($1) } ?? []
    }

    /// Returns the document's writes by one actor after a given event of that actor.
    public func writes(of actor: ActorID, after counter: Int64) -> Set<Write> {
        Set(
            (fields.values.flatMap { $0.writes } + deletions.writes).filter { write in
                write.dot.actor == actor && write.dot.counter > counter
            })
    }

    /// When the document was last written to, by the clocks of its writers; nil if it holds no writes. The removal of
    /// an element from a set leaves no trace of its time.
    public var lastWritten: Timestamp? {
        (fields.values.flatMap { $0.writes } + deletions.writes).map { $0.time }.max()
    }

    /// The latest time of any write that a field of the document holds, by its writer's clock.
    public var latestTime: Timestamp {
        fields.values.flatMap { $0.writes }.map { $0.time }.max() ?? Timestamp(seconds: 0)
    }

    /// The open conflicts, by field, then by line or by item and member. If an edit restored the document from the
    /// trash, the field `deleted` has a conflict, whose single candidate is the deletion.
    public var conflicts: [Conflict] {
        var found = fields.sorted { $0.key < $1.key }.flatMap { $0.value.conflicts(of: $0.key) }
        if let deletion, !isDeleted {
            let candidate = Conflict.Candidate(
                value: .string(deletion.time.rfc3339), writes: deletions.writes.filter { !$0.value.isNull })
            found.append(Conflict(field: "deleted", candidates: [candidate], edits: editsPastDeletion))
        }
        return found
    }

    /// Returns the parts of a field: elements in byte order, then lines in order, then items in order, each with its
    /// parts.
    public func parts(of field: FieldName) -> [FieldPart] { fields[field]?.parts ?? [] }

    /// The members that lists and queries use: the shown members, and `conflicts` for every open conflict. If the shown
    /// value of a set is not a set (`"tags": "u, v"`, committed with git while another device added a tag), the set's
    /// elements replace it.
    public var listed: JSONObject { DocumentListing(self).members }

    /// Joins two copies: the result is the least document that holds everything that either copy holds and neither has
    /// superseded.
    ///
    /// Commutative, associative and idempotent. Copies with different ids do not join. If the kinds differ (only a
    /// foreign edit can cause that), the greater kind stays.
    public static func join(_ left: Document, _ right: Document) -> Document {
        precondition(left.id == right.id, "copies of one document join, and these are two")
        if left == right { return left }
        let kind = ExactString(left.kind.rawValue) < ExactString(right.kind.rawValue) ? right.kind : left.kind
        var joined = Document(id: left.id, kind: kind)
        joined.seen = left.seen
        joined.seen.formUnion(right.seen)
        joined.deletions = Siblings.join(left.deletions, seen: left.seen, with: right.deletions, seen: right.seen)
        for name in Set(left.fields.keys).union(right.fields.keys) {
            let state = FieldState.join(
                left.fields[name] ?? FieldState(), seen: left.seen,
                with: right.fields[name] ?? FieldState(), seen: right.seen)
            if !state.isEmpty { joined.fields[name] = state }
        }
        return joined
    }

    /// Joins two copies, keeping the events of some actors since the base as concurrent events. The base is the common
    /// ancestor of both copies, and the actors are those that continued on two lines.
    public static func join(
        _ left: Document, _ right: Document, parting actors: some Collection<ActorID>, since base: Document
    ) -> Document {
        ForkJoin(actors: Array(actors), base: base).join(left, right)
    }
}
