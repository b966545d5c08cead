// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A place of a document with several values, none of which has been chosen yet.
public struct Conflict: Hashable, Sendable {
    /// One of the values, with the writes that wrote it, greatest first.
    public struct Candidate: Hashable, Sendable {
        /// The value; `null` where the field was cleared.
        public let value: JSON
        /// The writes of this value, greatest first; never empty.
        public let writes: [Write]
    }

    /// The field in conflict; `deleted` if an edit restored the document from the trash.
    public let field: FieldName
    /// The line of a text, counted from 0 as shown; nil if the whole field is one value.
    public let line: Int?
    /// The item of a list and the item's member; nil if the conflict is about a line or about the whole field.
    public let member: ItemMember?
    /// The values: the shown one first, then the others by rank.
    public let candidates: [Candidate]
    /// For the field `deleted`: the edits that restored the document, greatest first. Otherwise empty.
    public let edits: [Write]

    /// A member of an item of a list.
    public struct ItemMember: Hashable, Sendable {
        /// The item's id, which is unique within its list.
        public let item: String
        /// The member's key in the item's object, such as `text`; never `id`.
        public let name: String

        /// A member of an item.
        public init(item: String, name: String) {
            self.item = item
            self.name = name
        }
    }

    init(
        field: FieldName, line: Int? = nil, member: ItemMember? = nil, candidates: [Candidate], edits: [Write] = []
    ) {
        self.field = field
        self.line = line
        self.member = member
        self.candidates = candidates
        self.edits = edits
    }
}

extension Document {
    /// The open conflicts, by field, then by line or by item and member. If an edit restored the document from the
    /// trash, the field `deleted` has a conflict, whose single candidate is the deletion.
    public var conflicts: [Conflict] {
        var found = fields.sorted { $0.key < $1.key }.flatMap { Self.conflicts(of: $0.key, $0.value) }
        if let deletion, !isDeleted {
            let candidate = Conflict.Candidate(
                value: .string(deletion.time.rfc3339), writes: deletions.writes.filter { !$0.value.isNull })
            found.append(Conflict(field: "deleted", candidates: [candidate], edits: editsPastDeletion))
        }
        return found
    }

    static func conflicts(of name: FieldName, _ state: FieldState) -> [Conflict] {
        var found: [Conflict] = []
        let candidates = state.wholeCandidates
        if candidates.count > 1 { found.append(Conflict(field: name, candidates: candidates)) }
        for (index, line) in state.orderedLines.enumerated() where line.siblings.groups.count > 1 {
            let candidates = line.siblings.groups.map { Conflict.Candidate(value: $0[0].value, writes: $0) }
            found.append(Conflict(field: name, line: index, candidates: candidates))
        }
        for placed in state.orderedItems where placed.item.isContested {
            for (member, siblings) in placed.item.members.sorted(by: { $0.key < $1.key })
            where siblings.groups.count > 1 {
                let member = Conflict.ItemMember(item: placed.id, name: member.string)
                let candidates = siblings.groups.map { Conflict.Candidate(value: $0[0].value, writes: $0) }
                found.append(Conflict(field: name, member: member, candidates: candidates))
            }
        }
        return found
    }
}

extension FieldState {
    /// The conflicting values of the whole field, the shown one first. The values of several cells, which two program
    /// versions wrote by different rules, also conflict with each other.
    fileprivate var wholeCandidates: [Conflict.Candidate] {
        var candidates: [Conflict.Candidate] = []
        if shownCell == .list, let shown {
            let writes = Siblings(items.values.flatMap { $0.presence.writes }).writes
            candidates.append(Conflict.Candidate(value: shown, writes: writes))
        }
        if !lines.isEmpty {
            let writes = Siblings(lines.values.flatMap { $0.writes }).writes
            candidates.append(Conflict.Candidate(value: shownLines, writes: writes))
        }
        let groups = (latestSplit.shown.map { [$0] } ?? []) + latestSplit.open + register.groups
        candidates += groups.map { Conflict.Candidate(value: $0[0].value, writes: $0) }
        if !elements.isEmpty {
            let writes = Siblings(elements.values.flatMap { $0.writes }).writes
            candidates.append(Conflict.Candidate(value: shownElements, writes: writes))
        }
        return candidates
    }

    /// The groups of the `latest` cell: the shown group, the groups beside it that do not conflict with it (another
    /// completion), and the groups that do (a reopening against a completion).
    var latestSplit: (shown: [Write]?, beside: [[Write]], open: [[Write]]) {
        guard let shown = latest.groups.first else { return (nil, [], []) }
        let others = latest.groups.dropFirst()
        return (
            shown,
            others.filter { $0[0].value.isNull == shown[0].value.isNull },
            others.filter { $0[0].value.isNull != shown[0].value.isNull }
        )
    }
}
