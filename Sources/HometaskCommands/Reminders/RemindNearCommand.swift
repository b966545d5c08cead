// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReminders
import HometaskReplica
import HometaskTerminal
import HometaskTime

/// `hometask remind near`: what can be done where somebody is.
struct RemindNearCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near", abstract: "Remind of the tasks whose place is near a position.",
        discussion: """
            A task is told of that is yours or nobody's, and whose pin is as near as the task's '--within' says, or \
            \(Int(NearTasks.usualRadius)) m. Each is told once, and again when you have been away meanwhile. It goes out on \
            those of your channels that are each device's own, else on the terminal. In your quiet hours nothing goes out, \
            and what you are near then is told of after them.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    // A latitude may begin with a dash.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("Where you are, in degrees; where this device is, otherwise.", valueName: "lat,lon"))
    var position: [String] = []

    func run() async throws {
        let typed = try typedPosition()
        let session = try await FamilySession.open(global)
        let here: Coordinates
        if let typed { here = typed } else { here = try await session.position().coordinates }
        let owner = try session.requireMember()
        let lock = try await ReminderLock(session.replica)
        defer { withExtendedLifetime(lock) {} }
        var store = try await LedgerStore.open(session)
        let isImperial = session.settings.isImperial
        let now = session.now
        let found = try await session.replica.read { reader in
            try NearTasks(around: here, for: owner, now: now, isImperial: isImperial, reading: reader)
        }
        let isKnown = store.ledger.near
        store.ledger.noteNear(isKnown.intersection(found.tasks))
        let news = held(found.messages.filter { !isKnown.contains($0.task) }, of: owner, in: session)
        if showing.json { try session.output.print(.array(news.map { .object($0.json) })) }
        var told: Set<DocumentID> = []
        for message in news {
            if !showing.json { try await deliver(message, in: session) }
            told.insert(message.task)
            if news.last(where: { $0.task == message.task }) == message {
                store.ledger.noteNear(store.ledger.near.union([message.task]))
                try await store.save()
            }
        }
        try await store.save()
    }

    /// The position that was typed; nil where none was.
    private func typedPosition() throws -> Coordinates? {
        if position.isEmpty { return nil }
        let text = position.joined(separator: " ")
        if let coordinates = Coordinates(text: text) { return coordinates }
        throw UsageError("‘\(text)’ is no position", hint: "Write degrees north and east with a comma: 52.3702,4.8952")
    }

    /// What may go out now: in quiet hours nothing, as of any other reminder. It stays news then.
    private func held(_ news: [ReminderMessage], of owner: DocumentID, in session: FamilySession) -> [ReminderMessage] {
        guard !news.isEmpty, let hours = session.directory.members[owner]?.quietHours,
            let end = hours.end(at: session.now, in: session.zone)
        else { return news }
        let count = SyncWords.count(Set(news.map(\.task)).count, "task")
        session.output.remark(
            "note: quiet hours (\(hours.text)) hold back \(count) near you until \(session.dates.instant(end)); ask again then"
        )
        return []
    }

    private func deliver(_ message: ReminderMessage, in session: FamilySession) async throws {
        try await session.reminderChannel(message.channel).deliver(message)
        if message.channel == MemberChannel.terminalName { return }
        try session.output.say("Reminded \(message.memberName) by \(message.channel): \(message.title)")
    }
}
