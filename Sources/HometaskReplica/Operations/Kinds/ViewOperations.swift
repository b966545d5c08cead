// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging
public import HometaskQueries

/// Operations on saved views.
public struct ViewOperations {
    let transaction: Transaction

    /// The initial views of a new family: name and query.
    static let first = [("mine", "mine"), ("overdue", "overdue"), ("this week", "due<=\"this week\"")]

    /// Creates the initial views of a new family.
    public func addFirst() throws {
        for (name, query) in Self.first {
            try transaction.create(.view, id: id(for: name), fields: ["name": .string(name), "query": .string(query)])
        }
    }

    /// Saves a query under a name; an existing view with that name gets the new query.
    ///
    /// Fields of plugins are stored with their full names, so that the query means the same on every device.
    ///
    /// If two devices save views with the same name independently, they create one view, because its id is derived from
    /// the name.
    ///
    /// - Parameters:
    ///   - newName: the name; an existing view is found by it in any letter case.
    ///   - query: the query, in which the fields of plugins may have short names.
    ///   - sort: the order, as `TaskOrder` parses it; nil for the default order.
    ///   - change: changes to the view's other fields.
    /// - Returns: the view.
    /// - Throws: `QueryError` if the query is invalid; `ReplicaError` (`invalidValue`; `alreadyExists` if a member has
    ///   the name, to whom `@NAME` would then refer).
    @discardableResult
    public func save(
        _ newName: String, query: String, sort: String?, fields change: FieldChange = FieldChange()
    ) throws -> DocumentID {
        let id = try saveQuery(newName, query: query, sort: sort)
        let path = try Transaction.path(of: .view, id)
        if try !transaction.writeFields(change.values(at: path, in: transaction), to: path).isEmpty,
            transaction.commitMessage.deeds.isEmpty
        {
            transaction.describe("changed the view \(CommitMessage.quoted(try record(id).name))")
        }
        return id
    }

    private func saveQuery(_ newName: String, query: String, sort: String?) throws -> DocumentID {
        let name = try checkedName(newName)
        let query = try portable(query)
        let order = sort.flatMap { TaskOrder($0, extensions: transaction.rules.extensions) }
        if let sort, order == nil {
            throw ReplicaError(
                .invalidValue, "‘\(sort)’ is not an order", hint: "Sort by one or several of \(TaskOrder.keys).")
        }
        var fields: [FieldName: JSON?] = ["name": .string(name), "query": .string(query)]
        fields.updateValue(order.map { .string($0.text) }, forKey: "sort")
        if let present = try all().first(where: { $0.name.lowercased() == name.lowercased() }) {
            if try !transaction.writeFields(fields, to: Transaction.path(of: .view, present.id)).isEmpty {
                transaction.describe("changed the view \(CommitMessage.quoted(name))")
            }
            return present.id
        }
        let id = try id(for: name)
        let path = try Transaction.path(of: .view, id)
        if let former = try transaction.document(at: path), former.isDeleted {
            try transaction.trash.moveOut(path)
            try transaction.writeFields(fields, to: path)
        } else {
            let isTaken = try transaction.document(at: path) != nil
            try transaction.create(.view, id: isTaken ? nil : id, fields: fields)
            transaction.describe("saved the view \(CommitMessage.quoted(name))")
            return isTaken ? try all().first { $0.name == name }?.id ?? id : id
        }
        transaction.describe("saved the view \(CommitMessage.quoted(name))")
        return id
    }

    /// Renames a view, also in the queries of other views.
    ///
    /// - Throws: `ReplicaError` (`notFound`; `invalidValue`; `alreadyExists` if a view or a member has the name).
    public func rename(_ id: DocumentID, to newName: String) throws {
        let old = try record(id)
        let name = try checkedName(newName)
        if let present = try all().first(where: { $0.id != id && $0.name.lowercased() == name.lowercased() }) {
            throw ReplicaError(
                .alreadyExists, "a view called ‘\(present.name)’ already exists",
                hint: "\(.list(kind: "view")) shows them all.")
        }
        guard try !transaction.writeFields(["name": .string(name)], to: Transaction.path(of: .view, id)).isEmpty else {
            return
        }
        transaction.describe("renamed the view \(CommitMessage.quoted(old.name)) to \(CommitMessage.quoted(name))")
        try renameInQueries(.view, old.name, to: name)
    }

    /// Puts a view into the trash.
    public func delete(_ id: DocumentID) throws {
        try transaction.trash.delete(.view, id, called: record(id).name)
    }

    /// Restores a view from the trash.
    public func restore(_ id: DocumentID) throws {
        try transaction.trash.restore(.view, id, called: record(id).name)
    }

    /// Returns the view, with the changes of the transaction.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func record(_ id: DocumentID) throws -> ViewRecord {
        try transaction.record(of: .view, id) { ViewRecord($0) }
    }

    /// Replaces an old name with a new one in the queries of all views, so that their meaning stays the same.
    func renameInQueries(_ kind: QueryName, _ old: String, to new: String) throws {
        for view in try all() {
            // In a query that this version cannot parse, no name can be replaced.
            guard
                let syntax = view.query.flatMap({ try? QueryParser.parse($0, extensions: transaction.rules.extensions) }
                )
            else {
                continue
            }
            let renamed = syntax.renaming(kind, old, to: new)
            if renamed != syntax {
                try transaction.writeFields(
                    ["query": .string(renamed.description)], to: Transaction.path(of: .view, view.id))
                transaction.describe("changed the view \(CommitMessage.quoted(view.name))")
            }
        }
    }

    /// Returns an equivalent query that can be parsed without plugins, unchanged if the query already can.
    private func portable(_ query: String) throws(QueryError) -> String {
        let syntax = try QueryParser.parse(query, extensions: transaction.rules.extensions)
        return (try? QueryParser.parse(query)) == syntax ? query : syntax.description
    }

    private func all() throws -> [ViewRecord] {
        try ViewRecord.all(reading: transaction).filter { !$0.isDeleted }
    }

    private func id(for name: String) throws -> DocumentID {
        guard let family = try transaction.document(at: .family)?.id else { return transaction.newID() }
        return DocumentID.derived(namespace: family, name: "view:\(name.lowercased())")
    }

    private func checkedName(_ newName: String) throws -> String {
        let name = try NameChecker(noun: "view").checked(newName.hasPrefix("@") ? String(newName.dropFirst()) : newName)
        var member: String?
        try transaction.forEachMembers(of: .member, selecting: ["deleted", "id", "mergedInto", "name", "removed"]) {
            _, members in
            if let record = MemberRecord(members), !record.isRemoved, record.name.lowercased() == name.lowercased() {
                member = record.name
            }
        }
        guard let member else { return name }
        throw ReplicaError(
            .alreadyExists, "@\(member) already refers to the member ‘\(member)’",
            hint: "Give the view another name.")
    }
}
