// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskTime

/// Sets of initial tasks for a new family, so that the first list is not empty.
public enum StarterTasks: String, Hashable, Sendable, CaseIterable {
    /// The tasks of most households within a week.
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

    /// The names of the categories, in the order in which colours are assigned to them.
    var categories: [String] {
        samples.map(\.category).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Returns the tasks, with due dates from today on.
    func drafts(today: CivilDate, categories: [String: DocumentID]) -> [TaskDraft] {
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
