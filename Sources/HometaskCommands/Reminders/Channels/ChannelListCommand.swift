// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReminders
import HometaskReplica
import HometaskTerminal

/// `hometask remind channel list`.
struct ChannelListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show on which channels members are reminded, and which device sends.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    func run() async throws {
        let session = try await FamilySession.open(global)
        let here = try await session.replica.deviceID()
        let members = session.directory.activeMembers
        if showing.json {
            return try session.output.print(
                .array(members.flatMap { member in member.channels.map { ChannelFormatter.json($0, of: member) } }))
        }
        let rows = members.flatMap { member in
            (member.channels.isEmpty ? [ReminderSnapshot.terminal] : member.channels).map { channel in
                [
                    Cell(member.name, style: .bold), Cell(channel.name), Cell(channel.address ?? ""),
                    Cell(ChannelFormatter.sender(of: channel, here: here, in: session), style: .dim),
                    Cell(ChannelFormatter.preferences(of: member, in: session), style: .dim),
                ]
            }
        }
        let output = session.output
        if output.width < ReminderTable.narrow { return try output.print(rows.flatMap { blocks($0, output) }) }
        var table = Table(columns: [
            Column(minimum: 6, shrinks: true), Column(minimum: 8), Column(minimum: 8, shrinks: true), Column(),
            Column(minimum: 8, shrinks: true),
        ])
        for row in rows { table.add(row) }
        try output.print(table.lines(width: output.width, mode: output.mode))
    }

    /// Returns a channel in lines that are not truncated: the member and the channel, and below them the sender and the
    /// times.
    private func blocks(_ row: [Cell], _ output: Output) -> [String] {
        let words = row.map { EscapedText.safe($0.text) }
        let whom = words[..<3].filter { !$0.isEmpty }.joined(separator: "  ")
        let how = words[3...].filter { !$0.isEmpty }.joined(separator: ", ")
        return TextWidth.wrapped(whom, to: output.width)
            + TextWidth.wrapped(how, to: output.width - 2).map { "  " + Style.dim.applied(to: $0, in: output.mode) }
    }
}
