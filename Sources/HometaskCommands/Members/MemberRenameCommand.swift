// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica

/// `hometask member rename`: renames a member.
struct MemberRenameCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rename", abstract: "Rename a member.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The member.")
    var member: String

    @Argument(help: "The new name; several words need no quotes.")
    var name: [String]

    @Flag(help: "Allow a name that another member has.")
    var another = false

    func run() async throws {
        let session = try await FamilySession.open(global)
        let id = try session.memberID(member)
        let (newName, another) = (name.joined(separator: " "), another)
        try await session.write(command: "member rename") {
            try $0.members.rename(id, to: newName, allowsSameName: another)
        }
        if showing.json { return try await session.members.print(id) }
        let record = try await session.members.record(id)
        try session.output.say("\(session.directory.name(of: id)) is called \(record.name) now.")
    }
}
