// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReminders
import HometaskReplica
import HometaskTerminal
import HometaskTime

/// `hometask remind near`: sends reminders of tasks that can be done nearby.
struct RemindNearCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near", abstract: "Send reminders of tasks whose place is near a position.",
        discussion: """
            Includes tasks that are yours or nobody's and whose pin is within the distance of the task's '--within', \
            or \(Int(NearbyTasks.usualRadius)) m. Each reminder is sent once per visit, on those of your channels that \
            each device serves for itself, or else on the terminal. During your quiet hours nothing is sent; \
            reminders for the places that you are near are sent afterwards.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    // A latitude may begin with a dash.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("Your position in degrees; this device's position by default.", valueName: "lat,lon"))
    var position: [String] = []

    func run() async throws {
        let typed = try typedPosition()
        let session = try await FamilySession.open(global)
        let here: Coordinates
        if let typed { here = typed } else { here = try await session.position.find().coordinates }
        let owner = try session.requireMember()
        let lock = try ReminderLock(session.replica)
        defer { withExtendedLifetime(lock) {} }
        var store = try await LedgerStore.open(session)
        let isImperial = session.settings.isImperial
        let now = session.now
        let found = try await session.replica.read { reader in
            try NearbyTasks(around: here, for: owner, now: now, isImperial: isImperial, reading: reader)
        }
        let isKnown = store.ledger.near
        store.ledger.noteNear(isKnown.intersection(found.tasks))
        let unknown = found.messages.filter { message in message.task.map { !isKnown.contains($0) } ?? false }
        let news = sendableNow(unknown, of: owner, in: session)
        if showing.json {
            try session.output.print(.array(news.map { .object($0.json) }))
        } else if unknown.isEmpty, session.environment.isOutputTerminal {
            try session.output.say(
                found.messages.isEmpty
                    ? "Nothing to do near here." : "You were already reminded of everything to do near here.")
        }
        var told: Set<DocumentID> = []
        for message in news {
            if !showing.json { try await deliver(message, in: session) }
            guard let task = message.task else { continue }
            told.insert(task)
            if news.last(where: { $0.task == task }) == message {
                store.ledger.noteNear(store.ledger.near.union([task]))
                try await store.save()
            }
        }
        try await store.save()
    }

    /// Returns the typed position; nil if there is none.
    private func typedPosition() throws -> Coordinates? {
        if position.isEmpty { return nil }
        let text = position.joined(separator: " ")
        if let coordinates = Coordinates(typed: text) { return coordinates }
        throw UsageError(
            "‘\(text)’ is not a position", hint: "Write degrees north and east with a comma: 52.3702,4.8952")
    }

    /// Returns the messages to send now. In quiet hours there are none, as for any other reminder; a later run sends
    /// them.
    private func sendableNow(_ news: [ReminderMessage], of owner: DocumentID, in session: FamilySession)
        -> [ReminderMessage]
    {
        guard !news.isEmpty, let hours = session.directory.members[owner]?.quietHours,
            let end = hours.end(at: session.now, in: session.zone)
        else { return news }
        let count = SyncFormatter.count(Set(news.map(\.task)).count, "task")
        session.output.remark(
            "note: quiet hours (\(hours.text)) delay \(count) near you until \(session.dates.instant(end)); run the command again then"
        )
        return []
    }

    private func deliver(_ message: ReminderMessage, in session: FamilySession) async throws {
        try await session.channels.find(message.channel).deliver(message)
        if message.channel == MemberChannel.terminalName { return }
        try session.output.say("Reminded \(message.memberName) by \(message.channel): \(message.title)")
    }
}
