// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// `hometask remind take`: makes this device the sender.
struct RemindTakeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "take", abstract: "Let this device send on a shared channel from now on.",
        discussion: """
            For everybody who is reminded on it, or for one member. Reminders that the other device has recorded as \
            sent are not sent again. Sync first, so that this device has its records.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: ArgumentHelp("The channel, such as email.", valueName: "channel"))
    var name: String

    @Option(name: .customLong("for"), help: ArgumentHelp("For this member only.", valueName: "member"))
    var member: String?

    @Option(help: ArgumentHelp("The device that sends; this one by default.", valueName: "device"))
    var device: String?

    func run() async throws {
        let session = try await FamilySession.open(global)
        let here = try await session.replica.deviceID()
        let sender = try device.map { try session.deviceID($0) } ?? here
        let members = try member.map { [try session.members.reminded($0)] } ?? session.directory.activeMembers
        let shared = members.flatMap { member in
            member.channels.filter { $0.name == name && $0.device != nil }.map { (member: member, channel: $0) }
        }
        guard !shared.isEmpty else {
            throw ReplicaError(
                .notFound, "no single device sends on the channel ‘\(name)’",
                hint: "'hometask remind channel' lists the channels; 'remind channel add' adds one.")
        }
        try await session.write(command: "remind take") { transaction in
            for (member, channel) in shared { try transaction.reminders.handOver(channel, of: member.id, to: sender) }
        }
        if showing.json { return try await print(shared.map { ($0.member.id, $0.channel.id) }, session) }
        let names = shared.map { "\($0.member.name) by \($0.channel.words)" }.list(with: "and")
        let subject = ChannelFormatter.subject(sender, here: here, in: session)
        try session.output.say("\(subject) now reminds \(names).")
    }

    /// Prints the changed channels as JSON.
    private func print(_ channels: [(member: DocumentID, id: String)], _ session: FamilySession) async throws {
        try await session.report.afterChange {
            var values: [JSON] = []
            for (member, id) in channels {
                let record = try await session.members.record(member)
                values += record.channels.filter { $0.id == id }.map { ChannelFormatter.json($0, of: record) }
            }
            try session.output.print(.array(values))
        }
    }
}
