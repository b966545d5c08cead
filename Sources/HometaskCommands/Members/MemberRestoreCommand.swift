// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica

/// `hometask member restore`: restores a member who was removed or merged into another.
struct MemberRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a member who was removed or merged into another.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The member.")
    var member: String

    @Flag(help: "Restore them even if another member has the name now.")
    var another = false

    func run() async throws {
        let session = try await FamilySession.open(global)
        let id = try session.members.removedID(member)
        let another = another
        try await session.write(command: "member restore") {
            try $0.members.restore(id, allowsSameName: another)
        }
        if showing.json { return try await session.members.print(id) }
        let record = try await session.members.record(id)
        try session.output.say("\(record.name) is back in the family.")
    }
}
