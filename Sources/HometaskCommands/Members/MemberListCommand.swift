// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// `hometask member list`: the members by name, with `--all` also those who were removed.
struct MemberListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Show the members.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Include removed members.")
    var all = false

    func run() async throws {
        let opened = try await FamilySession.open(global)
        let (session, unreadable) = try await opened.snapshot { snapshot in
            let known = Array(snapshot.session.directory.members.keys)
            return (snapshot.session, try UnreadableDocuments(.member, besides: known, reading: snapshot.reader))
        }
        defer { unreadable.warn(on: session.output) }
        let gone = session.directory.members.values.filter(\.isRemoved)
            .sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
        let members = session.directory.activeMembers + (all ? gone : [])
        if showing.json {
            let objects = members.map { JSON.object(MemberJSON.object($0, me: session.member)) }
            return try session.output.print(.array(objects))
        }
        guard !members.isEmpty else {
            let advice =
                gone.isEmpty
                ? "The family has no members yet. Add yourself with 'hometask me --new NAME'."
                : "All members were removed. 'hometask member list --all' shows them."
            return try session.output.say(
                unreadable.emptySentence(besides: session.directory.members.count) ?? advice)
        }
        try session.output.print(table(members, session).lines(width: session.output.width, mode: session.output.mode))
    }

    private func table(_ members: [MemberRecord], _ session: FamilySession) -> Table {
        var table = Table(columns: [
            Column(minimum: 4, shrinks: true), Column(minimum: 4, shrinks: true), Column(minimum: 6, shrinks: true),
            Column(), Column(),
        ])
        let ids = ShortIDs(members.map(\.id))
        let shared = SharedNames(of: members) { $0.name }
        for member in members {
            let style = member.color.map { Style.rgb($0) } ?? .plain
            table.add([
                Cell(member.name, style: member.isRemoved ? .dim : style.union(.bold)), Cell(member.role ?? ""),
                Cell(member.email ?? ""), Cell(state(of: member, session), style: .dim),
                Cell(shared.contains(member.name) ? "#\(ids[member.id])" : "", style: .dim),
            ])
        }
        return table
    }

    private func state(of member: MemberRecord, _ session: FamilySession) -> String {
        if member.id == session.member { return "you" }
        if member.mergedInto != nil { return "now \(session.directory.name(of: member.id))" }
        return member.isRemoved ? "removed" : ""
    }
}
