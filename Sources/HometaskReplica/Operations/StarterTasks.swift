// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
public import HometaskTime

/// Tasks that a new family may begin with, so that the first list is not empty.
public enum StarterTasks: String, Hashable, Sendable, CaseIterable {
    /// What most households have to do within a week.
    case chores

    private typealias Sample = (
        title: String, category: String, tags: [String], dueIn: Int, every: RecurrenceRule, priority: Priority?
    )

    private var samples: [Sample] {
        [
            ("Take out the bins", "Kitchen", [], 1, RecurrenceRule(.weekly), .high),
            ("Empty the dishwasher", "Kitchen", ["quick"], 0, RecurrenceRule(.daily), nil),
            ("Clean out the fridge", "Kitchen", [], 6, RecurrenceRule(.monthly, basis: .done), .low),
            ("Vacuum the living room", "Cleaning", [], 3, RecurrenceRule(.weekly), nil),
            ("Clean the bathroom", "Cleaning", [], 4, RecurrenceRule(.weekly), nil),
            ("Wash and fold the laundry", "Laundry", [], 2, RecurrenceRule(.weekly), nil),
            ("Water the plants", "Garden", ["quick"], 2, RecurrenceRule(.daily, interval: 3, basis: .done), nil),
            ("Buy milk, bread and fruit", "Shopping", ["errand"], 1, RecurrenceRule(.weekly), nil),
        ]
    }

    /// The names of the categories, in the order in which they get their colours.
    fileprivate var categories: [String] {
        samples.map(\.category).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The tasks, with days that begin from today.
    fileprivate func drafts(today: CivilDate, categories: [String: DocumentID]) -> [TaskDraft] {
        samples.map { sample in
            var draft = TaskDraft(title: sample.title)
            draft.category = categories[sample.category]
            draft.tags = sample.tags
            draft.due = .day(today.adding(days: sample.dueIn))
            draft.rule = sample.every
            draft.priority = sample.priority
            return draft
        }
    }
}

extension Transaction {
    /// Adds a set of tasks to begin with, and their categories. Categories that are there already are used.
    ///
    /// - Parameter zone: the zone whose calendar says what day it is.
    /// - Returns: how many tasks were added.
    @discardableResult
    public func addStarter(_ starter: StarterTasks, zone: TimeZoneRules) throws -> Int {
        var ids: [String: DocumentID] = [:]
        try forEachMembers(of: .category) { _, object in
            if let record = CategoryRecord(object), !record.isDeleted { ids[record.name] = record.id }
        }
        var used: [String] = []
        for name in starter.categories where ids[name] == nil {
            let color = Palette.next(after: used)
            used.append(color)
            let id = newID()
            try create(.category, id: id, ["name": .string(name), "color": .string(color), "created": created])
            ids[name] = id
        }
        let drafts = starter.drafts(today: zone.civil(at: now).date, categories: ids)
        for draft in drafts {
            var fields = draft.fields
            fields["created"] = created
            try create(.task, fields)
        }
        tell("added \(drafts.count) \(starter.rawValue) to begin with")
        return drafts.count
    }
}
