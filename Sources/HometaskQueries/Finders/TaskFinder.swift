// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging

/// Finds tasks by reference.
///
/// A number or an id requires reading one document. Words require reading all tasks, unless an index provides the
/// titles.
public struct TaskFinder {
    /// Returns the tasks whose titles match a text (``NameMatch``), and possibly false positives; for an empty text,
    /// all tasks. Considers either the tasks in the trash or those outside it. Nil if no titles are available.
    public typealias Titles = (_ words: String, _ isTrash: Bool) throws(ReplicaError) -> [TaskRecord]?

    /// The minimum length of a word prefix: "car" does not match "Buy a card", nor "all" "Allotment".
    static let shortestBeginning = 4

    private let reader: DocumentReader
    private let numbers: ListNumbers
    /// Whether only tasks in the trash are meant.
    private let isTrash: Bool
    private let preference: TaskPreference
    private let titles: Titles?
    private let details: (TaskRecord) -> String

    /// Creates a finder.
    ///
    /// - Parameters:
    ///   - reader: the reader of the version to search.
    ///   - numbers: the numbers in the last list, by which words can refer to tasks.
    ///   - isTrash: whether to search the tasks in the trash instead.
    ///   - preference: the preferred tasks if several names match.
    ///   - titles: provides the titles of this version; nil to read every task.
    ///   - details: describes a task whose title matches as well as others: due date, assignees, category.
    public init(
        reading reader: DocumentReader, numbers: ListNumbers, isTrash: Bool = false,
        preferring preference: TaskPreference = .open, titles: Titles? = nil,
        details: @escaping (TaskRecord) -> String = { _ in "" }
    ) {
        self.reader = reader
        self.numbers = numbers
        self.isTrash = isTrash
        self.preference = preference
        self.titles = titles
        self.details = details
    }

    /// Returns the tasks that the words refer to: several numbers, ranges (`7-9`) and ids (`#5f0c`), with or without
    /// commas, or one task by words of its title, without quotes.
    ///
    /// - Returns: each task once, in the order in which they were named.
    /// - Throws: `ReplicaError` (`notFound`, `ambiguous`, `invalidRequest`).
    public func tasks(_ words: [String]) throws(ReplicaError) -> [TaskRecord] {
        var found: [TaskRecord] = []
        do {
            for reference in try Self.references(words) {
                let task = try task(reference)
                if !found.contains(where: { $0.id == task.id }) { found.append(task) }
            }
        } catch {
            if error.code == .notFound { try refuseMixture(words) }
            throw error
        }
        return found
    }

    /// Rejects words after numbers and ids, unless the whole text may be a title.
    private func refuseMixture(_ words: [String]) throws(ReplicaError) {
        let isReference = try words.map { word throws(ReplicaError) in try Self.each(word) != nil }
        let others = words.dropFirst(isReference.prefix { $0 }.count)
        guard !others.isEmpty, others.count < words.count,
            !isReference.dropFirst(words.count - others.count).contains(true),
            let reference = Reference(others.joined(separator: " "))
        else { return }
        // A misspelt title may contain a number.
        let match = NameMatch(words.joined(separator: " "))
        if try tasks(titled: "").contains(where: { match.isNear($0.title) }) { return }
        let task = try task(reference)
        throw ReplicaError(
            .invalidRequest,
            "‘\(words.joined(separator: " "))’ is not a title; words cannot be combined with numbers and ids",
            hint: "Name ‘\(task.title)’ by its id, too: \(.namingByID(String(task.id.description.prefix(8)))).")
    }

    /// Returns the only task that matches the words.
    public func task(_ words: [String]) throws(ReplicaError) -> TaskRecord {
        let tasks = try tasks(words)
        guard tasks.count == 1 else {
            throw ReplicaError(
                .invalidRequest, "‘\(words.joined(separator: " "))’ names \(tasks.count) tasks, but one is expected",
                hint: "Name one only, by its number, by # and the start of its id, or by words of its title.")
        }
        return tasks[0]
    }

    /// Returns a superset of the tasks that a reference can match; for a number, the tasks whose title may be that
    /// number.
    func candidates(for reference: Reference) throws(ReplicaError) -> [TaskRecord] {
        switch reference {
        case .idPrefix(let digits):
            var tasks: [TaskRecord] = []
            for path in try reader.paths(of: .task, idPrefix: digits) {
                if let id = path.id, let task = try record(id) { tasks.append(task) }
            }
            return tasks
        case .number, .words: return try tasks(titled: reference.description)
        }
    }

    private func task(_ reference: Reference) throws(ReplicaError) -> TaskRecord {
        switch reference {
        case .number(let number):
            guard let id = numbers.id(of: number) else { break }
            guard let task = try record(id) else { break }
            return try checked(task, reference)
        case .idPrefix: return try resolve(reference, among: candidates(for: reference))
        case .words: break
        }
        do {
            let found = try resolve(reference, among: candidates(for: reference))
            return try record(found.id) ?? found
        } catch {
            guard error.code == .notFound else { throw error }
            throw ReplicaError(.notFound, error.message, hint: try advice(for: reference) ?? error.hint)
        }
    }

    /// Suggests the most similar titles, open tasks first, for words that match no title; nil if the reference is not
    /// by words.
    private func advice(for reference: Reference) throws(ReplicaError) -> Hint? {
        guard case .words(let words) = reference else { return nil }
        let match = NameMatch(words)
        let all = try tasks(titled: "")
        let open = match.nearest(of: all.filter { $0.isOpen }.map { $0.title }, limit: 3)
        let near = open.isEmpty ? match.nearest(of: all.map { $0.title }, limit: 3) : open
        if !near.isEmpty { return Reference.advice(near) }
        let list: Hint = isTrash ? " \(.listTrashedTasks) shows the trash." : " \(.listTasks) shows the tasks."
        return Reference.advice(near) + list
    }

    /// The members of a task that a search by words needs.
    public static let neededMembers: Set<ExactString> = ["completion", "deleted", "id", "title"]

    private func tasks(titled words: String) throws(ReplicaError) -> [TaskRecord] {
        if let titles, let tasks = try titles(words, isTrash) { return tasks }
        var tasks: [TaskRecord] = []
        try reader.forEachMembers(of: .task, selecting: Self.neededMembers) { _, members in
            if let task = TaskRecord(members), task.isDeleted == isTrash { tasks.append(task) }
        }
        return tasks
    }

    private func resolve(_ reference: Reference, among tasks: [TaskRecord]) throws(ReplicaError) -> TaskRecord {
        let things = tasks.map { (id: $0.id, name: $0.title) }
        let id = try reference.resolve(
            among: things, noun: isTrash ? "task in the trash" : "task", shortest: Self.shortestBeginning,
            describe: { id throws(ReplicaError) in
                let number = numbers.numbers(of: [id])[id].map { "\($0)" } ?? ""
                return (number, try record(id).map { details($0) } ?? "")
            }, preferring: { ids throws(ReplicaError) in try preferred(among: ids, of: tasks) })
        guard let task = tasks.first(where: { $0.id == id }) else {
            throw ReplicaError(.notFound, "there is no task \(reference)")
        }
        return try checked(task, reference)
    }

    private func preferred(among ids: [DocumentID], of tasks: [TaskRecord]) throws(ReplicaError) -> [DocumentID] {
        let ids = Set(ids)
        var found = tasks.filter { ids.contains($0.id) && $0.isDeleted == isTrash }
        if preference.needsWholeTasks {
            var whole: [TaskRecord] = []
            for task in found { whole.append(try record(task.id) ?? task) }
            found = whole
        }
        return preference.preferred(among: found).map { $0.id }
    }

    private func checked(_ task: TaskRecord, _ reference: Reference) throws(ReplicaError) -> TaskRecord {
        if task.isDeleted, !isTrash {
            throw ReplicaError(
                .notFound, "‘\(task.title)’ is in the trash", hint: "\(.restoreTask("\(reference)")) restores it.")
        }
        if !task.isDeleted, isTrash {
            throw ReplicaError(
                .notFound, "‘\(task.title)’ is not in the trash", hint: "\(.listTrashedTasks) shows the trash.")
        }
        return task
    }

    private func record(_ id: DocumentID) throws(ReplicaError) -> TaskRecord? {
        guard let path = DocumentPath(kind: .task, id: id), let document = try reader.document(at: path) else {
            return nil
        }
        return TaskRecord(document.listed)
    }

    /// Returns several references if each word is a number, a range or an id; otherwise a single reference by words.
    static func references(_ words: [String]) throws(ReplicaError) -> [Reference] {
        let each = try words.map { word throws(ReplicaError) in try self.each(word) }
        let references = each.compactMap { $0 }.flatMap { $0 }
        if !references.isEmpty, each.allSatisfy({ $0 != nil }) { return references }
        guard let reference = Reference(words.joined(separator: " ")) else {
            throw ReplicaError(
                .invalidRequest, "no task was named",
                hint: "Name one by its number in the last list, by # and the start of its id, or by words of its title."
            )
        }
        return [reference]
    }

    /// Parses a word of comma-separated numbers, ranges and ids; nil if the word can only be part of a title.
    private static func each(_ word: String) throws(ReplicaError) -> [Reference]? {
        let parts = try word.split(separator: ",").map { part throws(ReplicaError) in try one(String(part)) }
        let references = parts.compactMap { $0 }.flatMap { $0 }
        return parts.contains { $0 == nil } || references.isEmpty ? nil : references
    }

    private static func one(_ word: String) throws(ReplicaError) -> [Reference]? {
        if let range = try range(word) { return range.map { .number($0) } }
        guard let reference = Reference(word) else { return nil }
        if case .words = reference { return nil }
        return [reference]
    }

    static func range(_ word: String) throws(ReplicaError) -> ClosedRange<Int>? {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let low = Int(parts[0]), let high = Int(parts[1])
        else { return nil }
        guard low >= 1, low <= high else {
            throw ReplicaError(
                .invalidRequest, "‘\(word)’ is not a range of numbers: the first must not be greater than the second",
                hint: "Write ranges like 7-9.")
        }
        guard high - low < 1000 else {
            throw ReplicaError(
                .invalidRequest, "‘\(word)’ is a range of more than 1000 numbers",
                hint: "Split it, or select the tasks with \(.saying(.query)).")
        }
        return low...high
    }
}
