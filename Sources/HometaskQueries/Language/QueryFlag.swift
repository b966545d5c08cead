// SPDX-License-Identifier: Apache-2.0

/// The query flags: words that need no value. The parser, the help texts and the guide use this table. In quotes, these
/// words are ordinary search words.
public enum QueryFlag: String, Hashable, Sendable, CaseIterable {
    case mine, unassigned, open, done, overdue
    case today, tomorrow
    case thisWeek = "this week"
    case nextWeek = "next week"
    case waiting, blocked, blocking, ready
    case toApprove = "to-approve"

    /// What the flag tests about a task.
    public var meaning: String {
        switch self {
        case .mine: "it is assigned to me"
        case .unassigned: "it is assigned to nobody"
        case .open: "it is not yet done"
        case .done: "it is done"
        case .overdue: "it is open, and was due before now"
        case .today, .tomorrow, .thisWeek, .nextWeek: "it is due \(rawValue)"
        case .waiting: "it is open, and hidden until later"
        case .blocked: "it is open, and another task must be done first"
        case .blocking: "it is open, and another task waits for it"
        case .ready: "it is open, and neither waits nor is blocked"
        case .toApprove: "it is done, and waits for an adult's approval"
        }
    }

    /// Whether using the flag specifies whether tasks are done.
    var speaksOfDone: Bool {
        switch self {
        case .mine, .unassigned, .today, .tomorrow, .thisWeek, .nextWeek: false
        default: true
        }
    }

    /// Returns the second word of the two-word flag that begins with a given word; nil if there is no such flag.
    static func second(behind first: String) -> String? {
        ["this", "next"].contains(first.lowercased()) ? "week" : nil
    }

    /// Whether using the flag specifies whether tasks wait.
    var speaksOfWaiting: Bool { self == .waiting || self == .ready }
}
