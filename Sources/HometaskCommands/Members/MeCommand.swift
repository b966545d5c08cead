// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// `hometask me`: shows or sets the member that this device belongs to.
struct MeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "me", _superCommandName: "hometask",
        abstract: "Show or change which member uses this device.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: ArgumentHelp("The member who uses this device from now on.", valueName: "member"))
    var member: String?

    @Option(
        name: .customLong("new"),
        help: ArgumentHelp("Add a new member with this name, who uses this device.", valueName: "name"))
    var newName: String?

    func validate() throws {
        if member != nil, newName != nil { throw ValidationError("name a member or use --new, not both") }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        if member != nil || newName != nil {
            let name = try newName.map(FamilyDraft.checkedMemberName)
            let choice = MemberChoice(session)
            _ = try await choice.applyAnswer(
                try choice.choose(named: member, new: name), orChoosing: { "use 'hometask me \($0)'" })
            await global.noteLasting("me")
        }
        try await show(try await FamilySession.open(global), isNew: member != nil || newName != nil)
    }

    private func show(_ session: FamilySession, isNew: Bool) async throws {
        let id = showing.json ? session.member : try session.requireMember()
        let record = id.flatMap { session.directory.members[$0] }
        if showing.json {
            try session.output.print(record.map { .object(MemberJSON.object($0, me: id)) } ?? .null)
        } else if let record {
            let address = record.email.map { " (\($0))" } ?? ""
            try session.output.say("\(isNew ? "This device is now" : "This device is") \(record.name)'s\(address).")
        } else {
            throw ReplicaError(
                .unreadableDocument, "the member of this device is missing or cannot be read",
                hint: "\(.examine) says why; \(.chooseMember) chooses another.")
        }
    }
}
