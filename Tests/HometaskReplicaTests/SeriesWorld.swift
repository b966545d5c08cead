// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica
import HometaskTime

/// Devices of a family and their shared state, in memory: tasks of one series, changed concurrently and synced.
struct SeriesWorld {
    /// An action on the open task of the series, or on the one before it.
    enum Action: Hashable, CustomStringConvertible {
        case done, doneBefore, reopenBefore, skip, delete
        case edit([FieldName: JSON], isOfSeries: Bool)
        case tags(added: [String], removed: [String], isOfSeries: Bool)
        case addItem(String), rename(Int, String), tick(Int), removeItem(Int), moveFirst(Int)

        var description: String {
            switch self {
            case .edit(let values, let isOfSeries):
                let texts = values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.compactText)" }
                return "edit \(texts.joined(separator: " "))\(isOfSeries ? " of the series" : "")"
            case .tags(let added, let removed, let isOfSeries):
                return "tags +\(added) -\(removed)\(isOfSeries ? " of the series" : "")"
            case .addItem(let text): return "add \(text)"
            case .rename(let index, let text): return "rename \(index) \(text)"
            case .tick(let index): return "tick \(index)"
            case .removeItem(let index): return "remove \(index)"
            case .moveFirst(let index): return "move \(index) first"
            case .done: return "done"
            case .doneBefore: return "done before"
            case .reopenBefore: return "reopen before"
            case .skip: return "skip"
            case .delete: return "delete"
            }
        }
    }

    /// A device's documents, and those of its last sync.
    struct Device {
        let actor: ActorID
        var documents: [DocumentPath: Document] = [:]
        var synced: [DocumentPath: Document] = [:]
    }

    static let first = SeriesRecipe.id
    static let plugins: [FieldName: MergeRule] = [
        "extensions/org.example.noise/tools": .set, "extensions/org.example.noise/advice": .text,
        "extensions/org.example.noise/steps": .list, "extensions/org.example.noise/loudness": .register,
    ]

    private(set) var devices: [Device]
    private var hub: [DocumentPath: Document] = [:]
    private var seconds: Int64 = 1_795_000_000

    /// Creates devices that share one open, recurring task.
    init(_ count: Int, every rule: String, with values: [FieldName: JSON]) throws {
        devices = try (1...count).map { Device(actor: try ActorID("d\($0)").unwrapped) }
        var draft = TaskDraft(title: "Bins")
        draft.rule = try RecurrenceRule(rule)
        draft.due = .day(try CivilDate(year: 2026, month: 11, day: 20).unwrapped)
        try act(0) {
            try $0.tasks.add(draft, id: Self.first)
            try $0.writeFields(values, to: Transaction.path(of: .task, Self.first))
        }
        for device in devices.indices { try sync(device) }
    }

    /// A device's chain of tasks, first to last.
    func series(_ device: Int) -> [Document] {
        var found: [Document] = []
        var id = Self.first
        while let path = try? Transaction.path(of: .task, id), let document = devices[device].documents[path] {
            found.append(document)
            id = Series.successor(of: id)
        }
        return found
    }

    /// Performs an action on a device.
    ///
    /// - Returns: false if there is no open task, or the action was refused.
    @discardableResult
    mutating func perform(_ action: Action, on device: Int) throws -> Bool {
        seconds += 1800
        let chain = series(device).filter { !$0.isDeleted }
        guard let last = chain.last(where: { $0["completion"] == nil }) else { return false }
        let before = chain.last { $0.id.description == last["previous"]?.stringValue }
        do {
            try act(device) { try Self.perform(action, on: last.id, before: before?.id, by: $0) }
            return true
        } catch is ReplicaError {
            return false
        }
    }

    private static func perform(
        _ action: Action, on last: DocumentID, before: DocumentID?, by transaction: Transaction
    ) throws {
        let item = { (index: Int) throws -> TaskItem? in
            let items = try transaction.items.all(of: .task(last))
            return items.isEmpty ? nil : items[index % items.count]
        }
        var change = TaskChange()
        switch action {
        case .done: try transaction.tasks.complete(last, Completion(at: transaction.now, by: nil))
        case .doneBefore:
            if let before { try transaction.tasks.complete(before, Completion(at: transaction.now, by: nil)) }
        case .reopenBefore: if let before { try transaction.tasks.reopen(before) }
        case .skip: try transaction.series.skip(last)
        case .delete: try transaction.trash.delete(Transaction.path(of: .task, last), called: "Bins")
        case .edit(let values, let isOfSeries):
            (change.values, change.isOfSeries) = (values, isOfSeries)
            try transaction.tasks.edit(last, by: change)
        case .tags(let added, let removed, let isOfSeries):
            (change.addedTags, change.removedTags, change.isOfSeries) = (added, removed, isOfSeries)
            try transaction.tasks.edit(last, by: change)
        case .addItem(let text): try transaction.items.add([text], to: .task(last))
        case .rename(let index, let text):
            if let item = try item(index) { try transaction.items.rename(item, of: .task(last), to: text) }
        case .tick(let index):
            if let item = try item(index) { try transaction.items.tick(item, of: .task(last), isDone: !item.isDone) }
        case .removeItem(let index):
            if let item = try item(index) { try transaction.items.delete(item, of: .task(last)) }
        case .moveFirst(let index):
            if let item = try item(index) { try transaction.items.move(item, of: .task(last), to: .first) }
        }
    }

    /// Joins a device's documents with the shared ones, updates the series, and shares the result.
    mutating func sync(_ device: Int) throws {
        let (ours, base) = (devices[device].documents, devices[device].synced)
        var joined: [DocumentPath] = []
        for (path, theirs) in hub {
            guard let own = ours[path] else { devices[device].documents[path] = theirs; continue }
            if own == theirs { continue }
            devices[device].documents[path] = Document.join(own, theirs)
            if own != base[path], theirs != base[path] { joined.append(path) }
        }
        try act(device) { try $0.seriesSettling.updateSuccessors(after: joined) }
        hub = devices[device].documents
        devices[device].synced = hub
    }

    private mutating func act(_ device: Int, _ body: (Transaction) throws -> Void) throws {
        let reader = MemoryReader()
        reader.putFamily(zone: SeriesRecipe.zone)
        for document in devices[device].documents.values { reader.putDocument(document) }
        let author = Author(actor: devices[device].actor, time: Timestamp(seconds: seconds))
        let transaction = Transaction(over: reader, by: author, for: nil)
        transaction.rules.extensionRules = [.task: Self.plugins]
        try body(transaction)
        for (path, staged) in transaction.staged {
            devices[device].documents[path] = try Document(decoding: staged.bytes)
        }
    }
}

extension Optional {
    fileprivate struct Missing: Error {}

    fileprivate var unwrapped: Wrapped {
        get throws {
            guard let self else { throw Missing() }
            return self
        }
    }
}
