// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A task of Todoist as a file has it, in whichever of its two forms.
struct FoundItem {
    /// The line it stands on, where that is known.
    var line: Int?
    /// What its key follows from.
    var key: String
    /// What Todoist itself calls it; nil in CSV.
    var uid: String?
    /// When to remind of it, as tasks have that, and what of it a task has no place for.
    var reminders: [String] = []
    var otherReminders = 0
    var title: String
    var description = ""
    /// 1 is the most pressing, 4 none, as Todoist shows it.
    var priority = 4
    var labels: [String] = []
    /// The section of the project, which becomes a tag.
    var section = ""
    /// The project, which becomes the category.
    var project = ""
    /// Who should do it.
    var responsible = ""
    /// When it is due, in words or as ISO 8601 has it.
    var date = ""
    /// The date that the words came to; empty if only they are known.
    var resolved = ""
    /// The language of the words.
    var language = ""
    /// The time zone of the date; empty for that of the person.
    var zone = ""
    var deadline = ""
    var duration = ""
    var notes: [String] = []
    var isDone = false
    var doneAt: Timestamp?
    var createdAt: Timestamp?
    /// The place of the item that it is a part of, among all; nil for none.
    var parent: Int?

    /// Whether it says nothing but what is to be done, so that a checklist can hold it.
    var isBare: Bool {
        description.isEmpty && priority == 4 && labels.isEmpty && responsible.isEmpty && date.isEmpty
            && deadline.isEmpty
            && duration.isEmpty && notes.isEmpty && reminders.isEmpty && otherReminders == 0
    }
}

/// The labels within a task's text, `Buy milk @shop`.
enum Labels {
    /// The text without its labels, and these.
    static func split(_ content: String) -> (title: String, labels: [String]) {
        var labels: [String] = []
        let words = content.split(separator: " ", omittingEmptySubsequences: false).filter { word in
            guard word.utf8.count > 1, word.utf8.first == UInt8(ascii: "@") else { return true }
            labels.append(String(word.dropFirst()))
            return false
        }
        // A text of labels alone is the title that it was.
        let title = words.joined(separator: " ")
        return title.allSatisfy(\.isWhitespace) ? (content, labels) : (title, labels)
    }
}
