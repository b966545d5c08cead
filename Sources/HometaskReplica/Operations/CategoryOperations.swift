// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging
import HometaskQueries

extension Transaction {
    /// Adds a category.
    ///
    /// - Parameters:
    ///   - color: `#rrggbb`; nil for the next of the palette.
    ///   - extensions: the fields of plugins.
    /// - Throws: `ReplicaError.Code.alreadyExists` where there is one with that name.
    @discardableResult
    public func addCategory(
        _ newName: String, color: String? = nil, extensions: [ExtensionName: JSON] = [:]
    ) throws -> DocumentID {
        let name = try Self.checkedName(newName, of: "category")
        let categories = try categories()
        try requireFreeName(name, among: categories)
        let id = newID()
        let code = color ?? Palette.next(after: categories.compactMap(\.color))
        let own: [FieldName: JSON?] = ["name": .string(name), "color": .string(code), "created": created]
        try create(.category, id: id, extensions.byField.merging(own) { $1 })
        tell("added the category \(Diary.quoted(name))")
        return id
    }

    /// Merges categories: the tasks of the others are moved to the first, and the others are put into the trash.
    ///
    /// - Returns: the number of tasks that were moved.
    /// - Throws: `ReplicaError.Code.invalidRequest` if a category should be merged into itself.
    @discardableResult
    public func mergeCategories(keeping kept: DocumentID, _ others: Set<DocumentID>) throws -> Int {
        let stays = try category(kept)
        guard !others.contains(kept) else {
            throw ReplicaError(
                .invalidRequest, "\(Diary.quoted(stays.name)) cannot be merged into itself",
                hint: "Name the category to keep, and then others.")
        }
        let goes = try others.sorted().map { try category($0) }
        let tasks = try tasks(with: ["category"]) { $0.category.map { others.contains($0) } ?? false }
        for task in tasks {
            try write(["category": .string(kept.description)], to: Self.path(of: .task, task.id), weakly: true)
        }
        for record in goes {
            let path = try Self.path(of: .category, record.id)
            try write(["mergedInto": .string(kept.description)], to: path)
            try change(path) { if !$0.isDeleted { $0.delete(by: author) } }
        }
        try keep(stays)
        let names = goes.map { Diary.quoted($0.name) }.joined(separator: ", ")
        tell("merged the categories \(names) into \(Diary.quoted(stays.name)) (\(tasks.count) tasks)")
        for record in goes { try renameInViews(.category, record.name, to: stays.name) }
        return tasks.count
    }

    /// Takes the category that others are merged into out of the trash, and of a ring.
    private func keep(_ category: CategoryRecord) throws {
        let path = try Self.path(of: .category, category.id)
        // First, since any edit brings it back too, but as a conflict.
        try change(path) { if $0.isDeleted { $0.restore(by: author) } }
        if category.mergedInto != nil { try write(["mergedInto": nil], to: path) }
    }

    /// Takes a category out of the trash.
    ///
    /// - Throws: `ReplicaError.Code.alreadyExists` where there is another one of its name by now.
    public func restoreCategory(_ id: DocumentID) throws {
        let record = try category(id)
        try requireFreeName(record.name, among: categories().filter { $0.id != id })
        try keep(record)
        tell("restored the category \(Diary.quoted(record.name))")
    }

    /// Gives a category another name.
    public func renameCategory(_ id: DocumentID, to newName: String) throws {
        let name = try Self.checkedName(newName, of: "category")
        let old = try category(id)
        try requireFreeName(name, among: categories().filter { $0.id != id })
        if try !write(["name": .string(name)], to: Self.path(of: .category, id)).isEmpty {
            tell("renamed the category \(Diary.quoted(old.name)) to \(Diary.quoted(name))")
            try renameInViews(.category, old.name, to: name)
        }
    }

    /// Gives a category another colour, `#rrggbb`; nil for the next of the palette.
    public func colorCategory(_ id: DocumentID, _ color: String?) throws {
        let record = try category(id)
        let code = try color ?? Palette.next(after: categories().compactMap(\.color))
        if try !write(["color": .string(code)], to: Self.path(of: .category, id)).isEmpty {
            tell("gave the category \(Diary.quoted(record.name)) the colour \(Palette.name(of: code))")
        }
    }

    /// Changes what plugins added to a category.
    public func editCategory(_ id: DocumentID, _ change: ExtensionChange) throws {
        let record = try category(id)
        let path = try Self.path(of: .category, id)
        let changed = try write(values(of: change, at: path), to: path)
        if changed.isEmpty { return }
        let names = changed.map(\.words).joined(separator: " and ")
        tell("changed the \(names) of the category \(Diary.quoted(record.name))")
    }

    /// Puts a category into the trash. Its tasks stay, without a category to show.
    public func deleteCategory(_ id: DocumentID) throws {
        let record = try category(id)
        let path = try Self.path(of: .category, id)
        try change(path) { if !$0.isDeleted { $0.delete(by: author) } }
        tell("deleted the category \(Diary.quoted(record.name))")
    }

    /// A category as the transaction has it so far.
    public func category(_ id: DocumentID) throws -> CategoryRecord {
        guard let document = try document(at: Self.path(of: .category, id)),
            let record = CategoryRecord(document.shown)
        else { throw ReplicaError(.notFound, "there is no category #\(id)") }
        return record
    }

    private func categories() throws -> [CategoryRecord] {
        var found: [CategoryRecord] = []
        try forEachMembers(of: .category) { _, object in
            if let record = CategoryRecord(object), !record.isDeleted { found.append(record) }
        }
        return found
    }

    private func requireFreeName(_ name: String, among categories: [CategoryRecord]) throws {
        guard let present = categories.first(where: { $0.name.lowercased() == name.lowercased() }) else { return }
        throw ReplicaError(
            .alreadyExists, "there is a category called \(present.name) already",
            hint: "\(.list(kind: "category")) shows them all; \(.merge(kind: "category", [])) merges two.")
    }
}
