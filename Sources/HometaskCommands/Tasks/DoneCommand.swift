// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// `hometask done`: marks tasks as done.
struct DoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "done", _superCommandName: "hometask",
        abstract: "Mark tasks as done.",
        discussion: """
            Name several tasks by numbers and ranges (2 5 7-9), or one by words of its title, or use --where for all tasks \
            that match a query. Doing a recurring task creates its next occurrence, which is printed. If it was done \
            already in this period, such as a daily chore today, you are asked first; without a terminal, use --early. So \
            you are if that passes over half a year of occurrences, as by a wrong clock; without a terminal, use --late. If \
            a task requires an adult's approval and an adult marks it as done, it is approved at once.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions
    @OptionGroup var selection: TaskSelectionOptions
    @OptionGroup var period: PeriodOptions

    @Option(help: ArgumentHelp("Who did it, if not you.", valueName: "member"))
    var by: String?

    @Option(help: ArgumentHelp("When it was done, if not now: 'yesterday', '18:00', '2026-11-20'.", valueName: "when"))
    var at: String?

    @Option(
        help: ArgumentHelp("A photo that proves it; may be repeated.", valueName: "file"),
        completion: .file())
    var photo: [String] = []

    @Flag(help: "Accept the photos as proof, regardless of time and place; for adults.")
    var accept = false

    @Flag(name: .customLong("no-place"), help: "Record only the place stored in the file of the photo.")
    var hasNoPlace = false

    @Argument(help: "Numbers, ranges, #ids, or words of one title.")
    var references: [String] = []

    func run() async throws {
        let session = try await FamilySession.open(global)
        try await ClockCheck.remark(in: session)
        let member = try by.map { try session.memberID($0) } ?? session.member
        let time = try at.map { try session.times.pastInstant($0) } ?? session.now
        guard let selected = try await selection.tasks(references, in: session, verb: "Mark as done") else {
            return try session.output.say("Nothing was changed.")
        }
        let done = selected.filter { !$0.isOpen }
        let open = try await period.confirmed(selected.filter(\.isOpen), at: time, in: session)
        let tasks = selected.filter { task in !task.isOpen || open.contains { $0.id == task.id } }
        guard !tasks.isEmpty || selected.isEmpty else { return try session.output.say("Nothing was changed.") }
        let proofs = try await photo.isEmpty ? [] : PhotoIntake(session).drafts(photo, allowsPlace: !hasNoPlace)
        let (accepts, approver) = (accept, session.isAdult ? VerdictKeys(session) : nil)
        let written = try await session.photos.keeping(proofs) {
            try await session.write(command: "done") { transaction in
                let done = try done.map { ($0.id, try transaction.series.makeNext(after: $0.id)) }
                return try done
                    + open.map { task in
                        let completion = Completion(at: time, by: member)
                        let next = try transaction.tasks.complete(
                            task.id, completion, provenBy: proofs, accepts: accepts)
                        if task.needsApproval, let approver {
                            try transaction.verdicts.approve(task.id, signing: approver.signature)
                        }
                        return (task.id, next)
                    }
            }
        }
        try await session.report.afterChange { try await remarkBlocked(open, in: session) }
        remarkItems(open, in: session)
        let continuations = Dictionary(written.result) { first, _ in first }
        if showing.json {
            let next = continuations.compactMapValues { if case .next(let id) = $0 { id } else { nil } }
            return try await session.tasks.print(tasks.map(\.id), next: next)
        }
        await session.numbers.noteShown(tasks.map(\.id))
        for task in open {
            try session.output.say("Done: \(task.title)")
            if task.needsApproval, approver == nil {
                try session.output.say("An adult must approve it: hometask approve '#\(task.id.description.prefix(8))'")
            }
            try await session.report.afterChange {
                try await session.report.printContinuation(continuations[task.id] ?? .none, of: task)
            }
        }
        for task in done { try session.output.say("Already done: \(task.title)") }
        try selection.reportCount(tasks.count, changed: open.count, in: session)
    }

    /// Reports which of the tasks still have open checklist items.
    private func remarkItems(_ tasks: [TaskRecord], in session: FamilySession) {
        for task in tasks {
            let open = task.items.filter { !$0.isDone }.count
            guard open > 0 else { continue }
            let part = open == task.items.count ? "" : " of \(task.items.count)"
            session.output.remark("note: ‘\(task.title)’ still has \(SyncFormatter.count(open, "open item"))\(part)")
        }
    }

    /// Reports which of the tasks depend on others that are still open.
    private func remarkBlocked(_ tasks: [TaskRecord], in session: FamilySession) async throws {
        let blockers = try await session.tasks.dependencies(of: tasks).blockers
        for task in tasks {
            let open = (blockers[task.id] ?? []).filter { id in !tasks.contains { $0.id == id } }
            guard let first = open.first else { continue }
            let title = try await session.tasks.findOne(first).title
            let more = open.count == 1 ? "" : " and \(SyncFormatter.count(open.count - 1, "other"))"
            session.output.remark("note: ‘\(task.title)’ should come after ‘\(title)’\(more), still open")
        }
    }
}
