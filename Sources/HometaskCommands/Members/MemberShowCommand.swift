// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskTerminal
import HometaskTime

/// `hometask member show`: one member, also a removed one, with the fields that plugins added.
struct MemberShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a member, with the fields of plugins.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The member, who may have been removed.")
    var member: String

    func run() async throws {
        let session = try await FamilySession.open(global)
        let record = try await session.members.record(id(in: session))
        if showing.json { return try session.output.print(.object(MemberJSON.object(record, me: session.member))) }
        let (width, mode) = (session.output.width, session.output.mode)
        try session.output.print(fields(record, in: session).lines(width: width, mode: mode))
    }

    private func id(in session: FamilySession) throws -> DocumentID {
        do {
            return try session.memberID(member)
        } catch let error as ReplicaError where error.code == .notFound {
            guard let removed = try? session.members.removedID(member) else { throw error }
            return removed
        }
    }

    private func fields(_ member: MemberRecord, in session: FamilySession) -> FieldBlock {
        var block = FieldBlock()
        func add(_ label: String, _ value: String?, style: Style = .plain) {
            if let value { block.add(label, value, style: style) }
        }
        add("Name", member.name, style: member.color.map { Style.rgb($0).union(.bold) } ?? .bold)
        if member.mergedInto != nil {
            add("Now", session.directory.name(of: member.id))
        } else if member.isRemoved {
            add("Removed", "no longer in the family", style: .dim)
        }
        block.add(textsOf: member)
        for key in member.keys { add("Key", key) }
        add("Colour", member.color.map { Palette.name(of: $0) })
        add("Reminders", member.reminders.map { ReminderFormatter.words($0, session.dates) })
        add("Remind at", member.remindAt?.hourAndMinute)
        add("Quiet", member.quietHours?.text)
        block.add(extensionsOf: member, in: session)
        add("Id", member.id.description, style: .dim)
        return block
    }
}
