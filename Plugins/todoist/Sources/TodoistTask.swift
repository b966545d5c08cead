// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A Todoist task in a file of either format.
struct TodoistTask {
    /// The line of the file; nil if it is unknown.
    var line: Int?
    /// The key with which the task is proposed.
    var key: String
    /// The id of the task in Todoist; nil in CSV.
    var uid: String?
    /// The reminders in the form of tasks; the next property is the number of unsupported reminders.
    var reminders: [String] = []
    var otherReminders = 0
    var title: String
    var description = ""
    /// The priority as shown in Todoist: 1 is the highest, 4 is none.
    var priority = 4
    var labels: [String] = []
    /// The section of the project, which becomes a tag.
    var section = ""
    /// The project, which becomes the category.
    var project = ""
    /// The person who should do the task.
    var responsible = ""
    /// The due date, in words or in ISO 8601.
    var date = ""
    /// The date that Todoist resolved from the words; empty if unknown.
    var resolved = ""
    /// The language of the words.
    var language = ""
    /// The time zone of the date; empty for the user's zone.
    var zone = ""
    var deadline = ""
    var duration = ""
    var notes: [String] = []
    var isDone = false
    var doneAt: Timestamp?
    var createdAt: Timestamp?
    /// The index of the item that contains this one; nil if there is none.
    var parent: Int?

    /// Whether the item has only a title, so that it can become a checklist item.
    var isBare: Bool {
        description.isEmpty && priority == 4 && labels.isEmpty && responsible.isEmpty && date.isEmpty
            && deadline.isEmpty
            && duration.isEmpty && notes.isEmpty && reminders.isEmpty && otherReminders == 0
    }
}

/// The labels in the text of a task, such as `Buy milk @shop`.
enum Labels {
    /// Splits a text into the title and the labels.
    static func split(_ content: String) -> (title: String, labels: [String]) {
        var labels: [String] = []
        let words = content.split(separator: " ", omittingEmptySubsequences: false).filter { word in
            guard word.utf8.count > 1, word.utf8.first == UInt8(ascii: "@") else { return true }
            labels.append(String(word.dropFirst()))
            return false
        }
        // A text of labels only is the title itself.
        let title = words.joined(separator: " ")
        return title.allSatisfy(\.isWhitespace) ? (content, labels) : (title, labels)
    }
}
