// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging
public import HometaskQueries

extension Transaction {
    /// The views that a new family begins with: name and query.
    static let firstViews = [("mine", "mine"), ("overdue", "overdue"), ("this week", "due<=\"this week\"")]

    /// Makes the views that a new family begins with.
    public func addFirstViews() throws {
        for (name, query) in Self.firstViews {
            try create(.view, id: viewID(name), ["name": .string(name), "query": .string(query)])
        }
    }

    /// Saves a query under a name; one that is there already gets the new query.
    ///
    /// Fields of plugins are kept under their full names, so that the query means the same on every device.
    ///
    /// Two devices that save views of one name apart have saved one view: its id follows from the name.
    ///
    /// - Parameters:
    ///   - sort: the order, as `TaskOrder` reads it; nil for the usual one.
    ///   - extensions: changes to the fields of plugins.
    /// - Returns: the view.
    /// - Throws: `QueryError` where the query makes no sense; `ReplicaError` (`invalidValue`; `alreadyExists` where a
    ///   member has the name, whom `@NAME` would then mean).
    @discardableResult
    public func saveView(
        _ newName: String, query: String, sort: String?, extensions change: ExtensionChange = ExtensionChange()
    ) throws -> DocumentID {
        let id = try putView(newName, query: query, sort: sort)
        let path = try Self.path(of: .view, id)
        if try !write(values(of: change, at: path), to: path).isEmpty, diary.deeds.isEmpty {
            tell("changed the view \(Diary.quoted(try view(id).name))")
        }
        return id
    }

    private func putView(_ newName: String, query: String, sort: String?) throws -> DocumentID {
        let name = try checkedViewName(newName)
        let query = try portable(query)
        let order = sort.flatMap { TaskOrder($0, extensions: rules.extensions) }
        if let sort, order == nil {
            throw ReplicaError(
                .invalidValue, "‘\(sort)’ is not an order", hint: "Sort by one or several of \(TaskOrder.keys).")
        }
        var fields: [FieldName: JSON?] = ["name": .string(name), "query": .string(query)]
        fields.updateValue(order.map { .string($0.text) }, forKey: "sort")
        if let present = try views().first(where: { $0.name.lowercased() == name.lowercased() }) {
            if try !write(fields, to: Self.path(of: .view, present.id)).isEmpty {
                tell("changed the view \(Diary.quoted(name))")
            }
            return present.id
        }
        let id = try viewID(name)
        let path = try Self.path(of: .view, id)
        if let former = try document(at: path), former.isDeleted {
            try change(path) { $0.restore(by: author) }
            try write(fields, to: path)
        } else {
            let isTaken = try document(at: path) != nil
            try create(.view, id: isTaken ? nil : id, fields)
            tell("saved the view \(Diary.quoted(name))")
            return isTaken ? try views().first { $0.name == name }?.id ?? id : id
        }
        tell("saved the view \(Diary.quoted(name))")
        return id
    }

    /// Gives a view another name, in the queries of other views too.
    ///
    /// - Throws: `ReplicaError` (`notFound`; `invalidValue`; `alreadyExists` where a view or a member has the name).
    public func renameView(_ id: DocumentID, to newName: String) throws {
        let old = try view(id)
        let name = try checkedViewName(newName)
        if let present = try views().first(where: { $0.id != id && $0.name.lowercased() == name.lowercased() }) {
            throw ReplicaError(
                .alreadyExists, "there is a view called \(present.name) already",
                hint: "\(.list(kind: "view")) shows them all.")
        }
        guard try !write(["name": .string(name)], to: Self.path(of: .view, id)).isEmpty else { return }
        tell("renamed the view \(Diary.quoted(old.name)) to \(Diary.quoted(name))")
        try renameInViews(.view, old.name, to: name)
    }

    /// Puts a view into the trash.
    public func deleteView(_ id: DocumentID) throws {
        let record = try view(id)
        try change(Self.path(of: .view, id)) { if !$0.isDeleted { $0.delete(by: author) } }
        tell("deleted the view \(Diary.quoted(record.name))")
    }

    /// Takes a view out of the trash.
    public func restoreView(_ id: DocumentID) throws {
        let record = try view(id)
        try change(Self.path(of: .view, id)) { $0.restore(by: author) }
        tell("restored the view \(Diary.quoted(record.name))")
    }

    /// The view as it is written in the transaction.
    ///
    /// - Throws: `ReplicaError.Code.notFound`.
    public func view(_ id: DocumentID) throws -> ViewRecord {
        guard let document = try document(at: Self.path(of: .view, id)), let record = ViewRecord(document.shown) else {
            throw ReplicaError(.notFound, "there is no view #\(id)")
        }
        return record
    }

    /// Says a new name in the queries of all views that say the old one, so that they continue asking the same.
    func renameInViews(_ kind: QueryName, _ old: String, to new: String) throws {
        for view in try views() {
            // A query that this version cannot read names nothing that it could rename.
            guard let syntax = view.query.flatMap({ try? QueryParser.parse($0, extensions: rules.extensions) }) else {
                continue
            }
            let renamed = syntax.renaming(kind, old, to: new)
            if renamed != syntax {
                try write(["query": .string(renamed.description)], to: Self.path(of: .view, view.id))
                tell("changed the view \(Diary.quoted(view.name))")
            }
        }
    }

    /// A query that says the same where no plugin is known: as it is, if it does.
    private func portable(_ query: String) throws(QueryError) -> String {
        let syntax = try QueryParser.parse(query, extensions: rules.extensions)
        return (try? QueryParser.parse(query)) == syntax ? query : syntax.description
    }

    private func views() throws -> [ViewRecord] {
        try ViewRecord.all(reading: self).filter { !$0.isDeleted }
    }

    private func viewID(_ name: String) throws -> DocumentID {
        guard let family = try document(at: .family)?.id else { return newID() }
        return DocumentID.derived(namespace: family, name: "view:\(name.lowercased())")
    }

    private func checkedViewName(_ newName: String) throws -> String {
        let name = try Self.checkedName(newName.hasPrefix("@") ? String(newName.dropFirst()) : newName, of: "view")
        var member: String?
        try forEachMembers(of: .member, selecting: ["deleted", "id", "mergedInto", "name", "removed"]) { _, members in
            if let record = MemberRecord(members), !record.isRemoved, record.name.lowercased() == name.lowercased() {
                member = record.name
            }
        }
        guard let member else { return name }
        throw ReplicaError(
            .alreadyExists, "there is a member called \(member), to whom @\(member) refers",
            hint: "Give the view another name.")
    }
}
