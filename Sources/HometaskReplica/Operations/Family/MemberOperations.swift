// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskMerging
import HometaskQueries

/// The initial values of a new member.
public struct MemberDraft: Hashable, Sendable {
    /// The member's display name in the family.
    public var name: String
    /// The values of the other fields: the texts of `TextField`s, and the fields of plugins. Without a colour, the
    /// member gets the next one of the palette.
    public var values: [FieldName: JSON] = [:]

    /// Creates a draft; other fields can be added afterwards.
    public init(name: String, email: String? = nil, role: String? = nil, color: String? = nil) {
        self.name = name
        let texts: [FieldName: String?] = ["email": email, "role": role, "color": color]
        values = texts.compactMapValues { $0.map { .string($0) } }
    }
}

/// Operations on the members of the family.
public struct MemberOperations {
    let transaction: Transaction

    /// Adds a member. Another member may have the same name only if the caller allows it.
    ///
    /// - Throws: `ReplicaError.Code.alreadyExists` if a present or former member has the name.
    @discardableResult
    public func add(_ draft: MemberDraft, allowsSameName: Bool = false) throws -> DocumentID {
        let name = try NameChecker(noun: "member").checked(draft.name)
        let members = try all()
        if !allowsSameName { try requireFreeName(name, among: members) }
        let color =
            draft.values["color"]?.stringValue
            ?? Palette.next(after: members.filter { !$0.isRemoved }.compactMap(\.color))
        let id = transaction.newID()
        var fields: [FieldName: JSON?] = draft.values.mapValues { $0 }
        fields["name"] = .string(name)
        fields["color"] = .string(color)
        fields["created"] = transaction.created
        try transaction.create(.member, id: id, fields: fields)
        transaction.describe("added \(name) to the family")
        return id
    }

    /// Renames a member, also in the queries of saved views. Another member may have the same name only if the caller
    /// allows it.
    ///
    /// - Throws: `ReplicaError` (`invalidValue`, `notFound`; `alreadyExists` if a present or former member has
    ///   that name).
    public func rename(_ id: DocumentID, to newName: String, allowsSameName: Bool = false) throws {
        let name = try NameChecker(noun: "member").checked(newName)
        let old = try record(id)
        if !allowsSameName { try requireFreeName(name, among: all().filter { $0.id != id }) }
        if try !transaction.writeFields(["name": .string(name)], to: Transaction.path(of: .member, id)).isEmpty {
            transaction.describe("renamed \(old.name) to \(name)")
            try transaction.views.renameInQueries(.member, old.name, to: name)
        }
    }

    /// Changes a member, but not the name.
    ///
    /// - Throws: `ReplicaError` if a value is invalid.
    public func edit(_ id: DocumentID, _ change: FieldChange) throws {
        let record = try record(id)
        let path = try Transaction.path(of: .member, id)
        let changed = try transaction.writeFields(change.values(at: path, in: transaction), to: path)
        if !changed.isEmpty {
            transaction.describe("changed \(record.name)'s \(changed.map(\.words).list(with: "and"))")
        }
    }

    /// Changes the public ssh keys with which a member signs approvals; a key consists of its type and its Base64
    /// encoding.
    public func changeKeys(of id: DocumentID, adding added: [String], removing removed: [String]) throws {
        let record = try record(id)
        let keys = Set(record.keys).subtracting(removed).union(added).sorted()
        if try !transaction.writeFields(
            ["keys": keys.isEmpty ? nil : .array(keys.map { .string($0) })], to: Transaction.path(of: .member, id)
        ).isEmpty {
            transaction.describe("changed \(record.name)'s ssh keys")
        }
    }

    /// Merges two members who are the same person: everything of the second then belongs to the first.
    ///
    /// The tasks are not rewritten. Readers follow `mergedInto` instead, so a task that another device assigns to the
    /// second member in the meantime is not lost.
    public func merge(keeping kept: DocumentID, _ other: DocumentID) throws {
        let (stays, goes) = (try record(kept), try record(other))
        guard kept != other else {
            throw ReplicaError(
                .invalidRequest, "\(Quotation.of(stays.name)) cannot be merged into itself",
                hint: "Name the member to keep, and then another.")
        }
        // If two members were merged into each other on different devices, either may be kept.
        let isRing = stays.mergedInto != nil && stays.mergedInto == other && !stays.hasLeft
        guard !stays.isRemoved || isRing else {
            throw ReplicaError(
                .invalidRequest, "\(stays.name) is no longer a member, so nobody can be merged into them",
                hint: "Restore them first with \(.restore(kind: "member", nil)).")
        }
        if isRing { try transaction.writeFields(["mergedInto": nil], to: Transaction.path(of: .member, kept)) }
        try transaction.writeFields(["mergedInto": .string(kept.description)], to: Transaction.path(of: .member, other))
        if stays.email == nil, let email = goes.email {
            try transaction.writeFields(["email": .string(email)], to: Transaction.path(of: .member, kept))
        }
        transaction.describe(
            stays.name == goes.name ? "merged two entries of \(stays.name)" : "merged \(goes.name) into \(stays.name)")
    }

    /// Marks a member as removed from the family. Tasks keep the name.
    public func remove(_ id: DocumentID) throws {
        let record = try record(id)
        if try !transaction.writeFields(["removed": true], to: Transaction.path(of: .member, id)).isEmpty {
            transaction.describe("removed \(record.name) from the family")
        }
    }

    /// Assigns the open tasks of a member to another member, including the later occurrences of recurring tasks.
    ///
    /// - Parameters:
    ///   - ids: all ids by which tasks may refer to the member.
    ///   - successor: the member who replaces that member among the assignees.
    /// - Returns: the tasks.
    @discardableResult
    public func handOver(tasksOf ids: Set<DocumentID>, to successor: DocumentID) throws -> [TaskRecord] {
        let tasks = try transaction.openTasks(of: ids)
        for task in tasks {
            var change = TaskChange()
            change.removedAssignees = ids
            change.addedAssignees = [successor]
            change.isOfSeries = task.rule != nil
            try transaction.tasks.edit(task.id, by: change)
        }
        return tasks
    }

    /// Restores a member who was removed from the family.
    public func restore(_ id: DocumentID, allowsSameName: Bool = false) throws {
        let record = try record(id)
        if !allowsSameName { try requireFreeName(record.name, among: all().filter { $0.id != id }) }
        let path = try Transaction.path(of: .member, id)
        try transaction.changeDocument(at: path) { if $0.isDeleted { $0.restore(by: transaction.author) } }
        try transaction.writeFields(["removed": nil, "mergedInto": nil], to: path)
        transaction.describe("took \(record.name) back into the family")
    }

    /// Returns the member, with the changes of the transaction.
    public func record(_ id: DocumentID) throws -> MemberRecord {
        try transaction.record(of: .member, id) { MemberRecord($0) }
    }

    private func all() throws -> [MemberRecord] {
        var found: [MemberRecord] = []
        try transaction.forEachMembers(of: .member) { _, object in
            if let record = MemberRecord(object) { found.append(record) }
        }
        return found
    }

    private func requireFreeName(_ name: String, among members: [MemberRecord]) throws {
        let same = members.filter {
            $0.name.lowercased() == name.lowercased() && $0.mergedInto == nil && !$0.isDeleted
        }
        guard let present = same.first(where: { !$0.isRemoved }) ?? same.first else { return }
        throw present.isRemoved
            ? ReplicaError(
                .alreadyExists, "\(present.name) was a member before and was removed",
                hint:
                    "\(.restore(kind: "member", present.name)) restores them; \(.saying(.another)) adds another person with that name."
            )
            : ReplicaError(
                .alreadyExists, "a member called ‘\(present.name)’ already exists",
                hint:
                    "If it is the same person, use that member; \(.saying(.another)) allows another one with that name."
            )
    }

    /// Returns the member on whose behalf this device writes.
    ///
    /// - Parameter act: the action that only an adult may perform.
    /// - Throws: `ReplicaError` (`adultsOnly`) if this member is a child or unknown.
    func requireAdult(to act: String) throws -> DocumentID {
        guard let member = transaction.member else {
            throw ReplicaError(
                .adultsOnly, "only an adult of the family may \(act), and no member is set for this device",
                hint: "Set the member of this device: \(.chooseMember)")
        }
        let record = try record(member)
        guard !record.isChild else {
            throw ReplicaError(
                .adultsOnly,
                "only an adult of the family may \(act), and \(record.name) is a child; nothing was changed",
                hint: "Ask an adult to do it on their device.")
        }
        return member
    }
}
