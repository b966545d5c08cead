// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging
import HometaskQueries

/// What a new member starts with.
public struct MemberDraft: Hashable, Sendable {
    /// The name the family calls them by.
    public var name: String
    /// An address, with which their commits are signed.
    public var email: String?
    /// Whether they are grown up: `adult` or `child`.
    public var role: String?
    /// Their colour as `#rrggbb`; nil for the next of the palette.
    public var color: String?
    /// The fields of plugins.
    public var extensions: [ExtensionName: JSON] = [:]

    /// Creates a draft with what is known of the member; the fields of plugins can be added afterwards.
    public init(name: String, email: String? = nil, role: String? = nil, color: String? = nil) {
        self.name = name
        self.email = email
        self.role = role
        self.color = color
    }
}

extension Transaction {
    /// Adds a member.
    ///
    /// - Parameter allowsSameName: whether a second person of a name that is there already is meant.
    /// - Throws: `ReplicaError.Code.alreadyExists` where a member, or one who left, has the name.
    @discardableResult
    public func addMember(_ draft: MemberDraft, allowsSameName: Bool = false) throws -> DocumentID {
        let name = try Self.checkedName(draft.name, of: "member")
        let members = try members()
        if !allowsSameName { try requireFreeName(name, among: members) }
        let color = draft.color ?? Palette.next(after: members.filter { !$0.isRemoved }.compactMap(\.color))
        let id = newID()
        let own: [FieldName: JSON?] = [
            "name": .string(name), "email": draft.email.map { .string($0) }, "role": draft.role.map { .string($0) },
            "color": .string(color), "created": created,
        ]
        try create(.member, id: id, draft.extensions.byField.merging(own) { $1 })
        tell("added \(name) to the family")
        return id
    }

    /// Gives a member another name.
    public func renameMember(_ id: DocumentID, to newName: String, allowsSameName: Bool = false) throws {
        let name = try Self.checkedName(newName, of: "member")
        let old = try member(id)
        if !allowsSameName { try requireFreeName(name, among: members().filter { $0.id != id }) }
        if try !write(["name": .string(name)], to: Self.path(of: .member, id)).isEmpty {
            tell("renamed \(old.name) to \(name)")
            try renameInViews(.member, old.name, to: name)
        }
    }

    /// Changes a member; nil leaves a value unchanged, an empty text clears it.
    public func editMember(
        _ id: DocumentID, email: String? = nil, role: String? = nil, color: String? = nil,
        extensions: ExtensionChange = ExtensionChange()
    ) throws {
        let record = try member(id)
        let path = try Self.path(of: .member, id)
        var values = try self.values(of: extensions, at: path)
        for (field, value) in [("email", email), ("role", role), ("color", color)] {
            guard let value else { continue }
            values[FieldName(field)] = .some(value.isEmpty ? nil : .string(value))
        }
        let changed = try write(values, to: path)
        if !changed.isEmpty {
            tell("changed \(record.name)'s \(changed.map(\.words).joined(separator: " and "))")
        }
    }

    /// Changes with which public ssh keys a member signs what they approve; a key is its type and the key in base64.
    public func changeKeys(of id: DocumentID, adding added: [String], removing removed: [String]) throws {
        let record = try member(id)
        let keys = Set(record.keys).subtracting(removed).union(added).sorted()
        if try !write(
            ["keys": keys.isEmpty ? nil : .array(keys.map { .string($0) })], to: Self.path(of: .member, id)
        ).isEmpty {
            tell("changed \(record.name)'s ssh keys")
        }
    }

    /// Says that two members are one person: what belongs to the second belongs to the first from now on.
    ///
    /// The tasks are not rewritten; whoever reads them follows `mergedInto`, so a task that another device assigns to
    /// the second in the meantime is not lost.
    public func mergeMembers(keeping kept: DocumentID, _ other: DocumentID) throws {
        let (stays, goes) = (try member(kept), try member(other))
        guard kept != other else {
            throw ReplicaError(.invalidRequest, "\(stays.name) and \(goes.name) are the same member already")
        }
        // Of two that were merged into each other apart, either may stay.
        let isRing = stays.mergedInto != nil && stays.mergedInto == other && !stays.hasLeft
        guard !stays.isRemoved || isRing else {
            throw ReplicaError(
                .invalidRequest, "\(stays.name) is no longer a member, so nobody can be merged into them",
                hint: "Restore them first with \(.restore(kind: "member", nil)).")
        }
        if isRing { try write(["mergedInto": nil], to: Self.path(of: .member, kept)) }
        try write(["mergedInto": .string(kept.description)], to: Self.path(of: .member, other))
        if stays.email == nil, let email = goes.email {
            try write(["email": .string(email)], to: Self.path(of: .member, kept))
        }
        tell(stays.name == goes.name ? "merged two entries of \(stays.name)" : "merged \(goes.name) into \(stays.name)")
    }

    /// Marks a member as no longer of the family. Tasks keep the name.
    public func removeMember(_ id: DocumentID) throws {
        let record = try member(id)
        if try !write(["removed": true], to: Self.path(of: .member, id)).isEmpty {
            tell("removed \(record.name) from the family")
        }
    }

    /// Gives the open tasks of a member to another, and the times of a series that follow with them.
    ///
    /// - Parameter ids: every id under which tasks may name the member.
    /// - Returns: the tasks.
    @discardableResult
    public func handOver(tasksOf ids: Set<DocumentID>, to successor: DocumentID) throws -> [TaskRecord] {
        let tasks = try openTasks(of: ids)
        for task in tasks {
            var change = TaskChange()
            change.removedAssignees = ids
            change.addedAssignees = [successor]
            change.isOfSeries = task.rule != nil
            try self.change(task.id, by: change)
        }
        return tasks
    }

    /// Takes a member who was removed back into the family.
    public func restoreMember(_ id: DocumentID, allowsSameName: Bool = false) throws {
        let record = try member(id)
        if !allowsSameName { try requireFreeName(record.name, among: members().filter { $0.id != id }) }
        let path = try Self.path(of: .member, id)
        try change(path) { if $0.isDeleted { $0.restore(by: author) } }
        try write(["removed": nil, "mergedInto": nil], to: path)
        tell("took \(record.name) back into the family")
    }

    /// Gives a device the name under which the family sees it.
    public func nameDevice(_ id: DocumentID, _ newName: String) throws {
        let name = try Self.checkedName(newName, of: "device")
        let path = try Self.path(of: .device, id)
        if try document(at: path) == nil {
            try create(
                .device, id: id, ["name": .string(name), "format": .number(JSONNumber(Document.format))])
        } else if try write(["name": .string(name)], to: path).isEmpty {
            return
        }
        tell("named a device '\(name)'")
    }

    /// A member as the transaction has them so far.
    public func member(_ id: DocumentID) throws -> MemberRecord {
        guard let document = try document(at: Self.path(of: .member, id)), let record = MemberRecord(document.shown)
        else { throw ReplicaError(.notFound, "there is no member #\(id)") }
        return record
    }

    private func members() throws -> [MemberRecord] {
        var found: [MemberRecord] = []
        try forEachMembers(of: .member) { _, object in
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
                .alreadyExists, "there is a member called \(present.name) already",
                hint:
                    "If it is the same person, use that name; \(.saying(.another)) adds another person with that name.")
    }

    /// A name without blanks around it.
    static func checkedName(_ text: String, of noun: String) throws -> String {
        let name = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        guard !name.isEmpty else { throw ReplicaError(.invalidValue, "a \(noun)'s name cannot be empty") }
        let hasControls = name.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
        guard !hasControls else {
            throw ReplicaError(.invalidValue, "a \(noun)'s name must be a single line without control characters")
        }
        guard name.count <= 100 else {
            throw ReplicaError(
                .invalidValue, "a \(noun)'s name can have at most 100 characters, not \(name.count)")
        }
        guard !["member", "category", "view"].contains(noun) || !QueryName.reserved.contains(name.lowercased()) else {
            throw ReplicaError(
                .invalidValue, "a \(noun) cannot be called ‘\(name)’: that word has another meaning in queries",
                hint: "Choose another name.")
        }
        return name
    }
}
