// SPDX-License-Identifier: Apache-2.0

/// The fields that `add` and `edit` take among the words of a title, as `points:5`; lists ask for them by the same
/// names.
enum TaskField: String, CaseIterable {
    case title, `for`, due, every, wait, after, category, tag, priority, points, item, description
    case proof, at, within, between, approval, remind, nag

    /// The field of a name or another way to write it, in any letter case.
    init?(named word: some StringProtocol) {
        switch word.lowercased() {
        case "assignee": self = .for
        case "items": self = .item
        case "tags": self = .tag
        case let name: self.init(rawValue: name)
        }
    }

    /// What people call it.
    var words: String {
        switch self {
        case .for: "member"
        case .due: "due date"
        case .every: "recurrence"
        case .wait: "waiting date"
        case .after: "task before it"
        case .at: "pin"
        case .within: "distance from the pin"
        case .between: "time of the photo"
        case .remind: "reminder"
        case .nag: "nagging"
        case .title, .category, .tag, .priority, .points, .item, .description, .proof, .approval: rawValue
        }
    }

    /// How it is written with a value.
    var example: String {
        switch self {
        case .title: "title:\"Oat milk\""
        case .for: "for:mia"
        case .due: "due:fri"
        case .every: "every:week"
        case .wait: "wait:mon"
        case .after: "after:3"
        case .category: "category:garden"
        case .tag: "tag:school"
        case .priority: "priority:high"
        case .points: "points:5"
        case .item: "item:eggs"
        case .description: "description:\"The blue one\""
        case .proof: "proof:photo"
        case .at: "at:school"
        case .within: "within:100m"
        case .between: "between:07:00-09:00"
        case .approval: "approval:adult"
        case .remind: "remind:1d"
        case .nag: "nag:1h"
        }
    }

    /// Whether it may be given several times.
    var isRepeatable: Bool { [.for, .tag, .item, .after].contains(self) }

    /// Whether several values may stand in it with commas between them.
    var takesCommas: Bool { self == .for || self == .tag }

    /// Whether `none` takes it away, and is not a value that its option knows as well.
    var isCleared: Bool {
        switch self {
        case .due, .wait, .after, .category, .priority, .points, .proof, .at, .between, .approval, .tag, .description:
            true
        case .title, .for, .every, .item, .within, .remind, .nag: false
        }
    }
}
