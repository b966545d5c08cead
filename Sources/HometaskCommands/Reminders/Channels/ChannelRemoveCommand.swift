// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica

/// `hometask remind channel remove`.
struct ChannelRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a channel on which a member is reminded.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: ArgumentHelp("The channel.", valueName: "channel"))
    var name: String

    @Argument(help: ArgumentHelp("The address, if there are several.", valueName: "address"))
    var address: String?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("The member whose channel it is; you by default.", valueName: "member"))
    var member: String?

    func run() async throws {
        let session = try await FamilySession.open(global)
        let member = try session.members.reminded(member)
        let channel = try found(of: member)
        try await session.write(command: "remind channel remove") {
            try $0.reminders.removeChannel(channel, from: member.id)
        }
        if showing.json { return try session.output.print(ChannelFormatter.json(channel, of: member)) }
        let rest = member.channels.count == 1 ? "; only the terminal is left" : ""
        try session.output.say("\(member.name) is no longer reminded by \(channel.words)\(rest).")
    }

    private func found(of member: MemberRecord) throws -> MemberChannel {
        let found = member.channels.filter { $0.name == name && (address == nil || $0.address == address) }
        if found.count == 1 { return found[0] }
        if found.isEmpty {
            throw ReplicaError(
                .notFound,
                "\(member.name) is not reminded by ‘\([name, address].compactMap { $0 }.joined(separator: " "))’",
                hint: "'hometask remind channel' lists the channels.")
        }
        throw ReplicaError(
            .ambiguous, "\(member.name) has \(found.count) channels ‘\(name)’", hint: "Name the address too.",
            candidates: found.map(\.words))
    }
}
