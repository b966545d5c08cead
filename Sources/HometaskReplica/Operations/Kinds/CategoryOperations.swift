// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskMerging
import HometaskQueries

/// Adds, changes, merges, deletes and restores categories.
public struct CategoryOperations {
    let transaction: Transaction

    /// Adds a category.
    ///
    /// - Parameters:
    ///   - newName: the name, whose surrounding white space is removed.
    ///   - values: the values of the other fields; without a colour, the category gets the next colour of the palette.
    /// - Throws: `ReplicaError.Code.alreadyExists` if there is a category with that name.
    @discardableResult
    public func add(_ newName: String, values: [FieldName: JSON] = [:]) throws -> DocumentID {
        let name = try NameChecker(noun: "category").checked(newName)
        let categories = try all()
        try requireFreeName(name, among: categories)
        let id = transaction.newID()
        var fields: [FieldName: JSON?] = values.mapValues { $0 }
        fields["name"] = .string(name)
        fields["color"] = .string(values["color"]?.stringValue ?? Palette.next(after: categories.compactMap(\.color)))
        fields["created"] = transaction.created
        try transaction.create(.category, id: id, fields: fields)
        transaction.describe("added the category \(CommitMessage.quoted(name))")
        return id
    }

    /// Merges categories: moves the tasks of the other categories to the kept one, and puts the other categories into
    /// the trash.
    ///
    /// - Returns: the number of tasks that were moved.
    /// - Throws: `ReplicaError.Code.invalidRequest` if a category should be merged into itself.
    @discardableResult
    public func merge(keeping kept: DocumentID, _ others: Set<DocumentID>) throws -> Int {
        let stays = try record(kept)
        guard !others.contains(kept) else {
            throw ReplicaError(
                .invalidRequest, "\(Quotation.of(stays.name)) cannot be merged into itself",
                hint: "Name the category to keep, and then others.")
        }
        let goes = try others.sorted().map { try record($0) }
        let tasks = try transaction.tasks.records(with: ["category"]) {
            $0.category.map { others.contains($0) } ?? false
        }
        for task in tasks {
            try transaction.writeFields(
                ["category": .string(kept.description)], to: Transaction.path(of: .task, task.id), weakly: true)
        }
        for record in goes {
            let path = try Transaction.path(of: .category, record.id)
            try transaction.writeFields(["mergedInto": .string(kept.description)], to: path)
            try transaction.trash.moveIn(path)
        }
        try takeBack(stays)
        let names = goes.map { CommitMessage.quoted($0.name) }.joined(separator: ", ")
        let noun = goes.count == 1 ? "category" : "categories"
        let count = "\(tasks.count) task\(tasks.count == 1 ? "" : "s")"
        transaction.describe("merged the \(noun) \(names) into \(CommitMessage.quoted(stays.name)) (\(count))")
        for record in goes { try transaction.views.renameInQueries(.category, record.name, to: stays.name) }
        return tasks.count
    }

    /// Restores the target category of a merge from the trash, and breaks any merge ring that contains it.
    private func takeBack(_ category: CategoryRecord) throws {
        let path = try Transaction.path(of: .category, category.id)
        // This comes first, because any edit would restore the document too, but as a conflict.
        try transaction.changeDocument(at: path) { if $0.isDeleted { $0.restore(by: transaction.author) } }
        if category.mergedInto != nil { try transaction.writeFields(["mergedInto": nil], to: path) }
    }

    /// Restores a category from the trash.
    ///
    /// - Throws: `ReplicaError.Code.alreadyExists` if another category now has the same name.
    public func restore(_ id: DocumentID) throws {
        let record = try record(id)
        try requireFreeName(record.name, among: all().filter { $0.id != id })
        try takeBack(record)
        transaction.describe("restored the category \(CommitMessage.quoted(record.name))")
    }

    /// Renames a category, also in the queries of saved views.
    ///
    /// - Throws: `ReplicaError` (`invalidValue`, `notFound`; `alreadyExists` if another category has the name).
    public func rename(_ id: DocumentID, to newName: String) throws {
        let name = try NameChecker(noun: "category").checked(newName)
        let old = try record(id)
        try requireFreeName(name, among: all().filter { $0.id != id })
        if try !transaction.writeFields(["name": .string(name)], to: Transaction.path(of: .category, id)).isEmpty {
            transaction.describe(
                "renamed the category \(CommitMessage.quoted(old.name)) to \(CommitMessage.quoted(name))")
            try transaction.views.renameInQueries(.category, old.name, to: name)
        }
    }

    /// Changes the colour of a category to `#rrggbb`; nil for the next colour of the palette.
    public func recolor(_ id: DocumentID, to color: String?) throws {
        let record = try record(id)
        let code = try color ?? Palette.next(after: all().compactMap(\.color))
        if try !transaction.writeFields(["color": .string(code)], to: Transaction.path(of: .category, id)).isEmpty {
            transaction.describe(
                "gave the category \(CommitMessage.quoted(record.name)) the colour \(Palette.name(of: code))")
        }
    }

    /// Changes a category's fields besides its name.
    public func edit(_ id: DocumentID, _ change: FieldChange) throws {
        let record = try record(id)
        let path = try Transaction.path(of: .category, id)
        let changed = try transaction.writeFields(change.values(at: path, in: transaction), to: path)
        if changed.isEmpty { return }
        let names = changed.map(\.words).list(with: "and")
        transaction.describe("changed the \(names) of the category \(CommitMessage.quoted(record.name))")
    }

    /// Puts a category into the trash. Its tasks stay, without a visible category.
    public func delete(_ id: DocumentID) throws {
        try transaction.trash.delete(.category, id, called: record(id).name)
    }

    /// Returns the category, with the changes of the transaction.
    public func record(_ id: DocumentID) throws -> CategoryRecord {
        try transaction.record(of: .category, id) { CategoryRecord($0) }
    }

    private func all() throws -> [CategoryRecord] {
        var found: [CategoryRecord] = []
        try transaction.forEachMembers(of: .category) { _, object in
            if let record = CategoryRecord(object), !record.isDeleted { found.append(record) }
        }
        return found
    }

    private func requireFreeName(_ name: String, among categories: [CategoryRecord]) throws {
        guard let present = categories.first(where: { $0.name.lowercased() == name.lowercased() }) else { return }
        throw ReplicaError(
            .alreadyExists, "a category called ‘\(present.name)’ already exists",
            hint: "\(.list(kind: "category")) shows them all; \(.merge(kind: "category", [])) merges two.")
    }
}
