// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica
import HometaskTime

/// The options that say when to remind of a task, shared by `add` and `edit`.
struct TaskReminderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When to send reminders: durations before it is due, such as '1d,2h' (0: when it is due), times, none, or default.",
            valueName: "when"))
    var remind: String?

    @Option(
        help: ArgumentHelp(
            "The interval of reminders from when it is due until it is done, such as 1h; or none.", valueName: "length")
    )
    var nag: String?

    /// Whether there is anything to come to nothing.
    var areSet: Bool { remind != nil || nag != nil }

    /// The options with what the words say.
    ///
    /// - Throws: `UsageError` where the two contradict each other.
    func joined(with words: TaskWords) throws -> TaskReminderOptions {
        var options = self
        options.remind = try words.value(.remind, or: remind)
        options.nag = try words.value(.nag, or: nag)
        return options
    }

    /// Puts into a draft what the options say.
    func apply(to draft: inout TaskDraft, in session: FamilySession) throws {
        if let remind { draft.reminders = try ReminderParser.coming(remind, in: session) }
        if let nag, nag.lowercased() != "none" { draft.nag = try ReminderParser.length(nag, of: "interval") }
    }

    /// Puts into a change what the options say.
    func apply(to change: inout TaskChange, in session: FamilySession) throws {
        if let remind {
            let times = try ReminderParser.coming(remind, in: session)
            change.values["reminders"] = times.map { ReminderTime.json($0) } ?? .null
        }
        if let nag {
            let isNone = nag.lowercased() == "none"
            change.values["nag"] =
                isNone ? .null : .string(try ReminderParser.length(nag, of: "interval").description)
        }
    }
}
