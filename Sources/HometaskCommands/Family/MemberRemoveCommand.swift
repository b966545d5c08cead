// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask member remove`.
struct MemberRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Mark a member as no longer of the family.",
        discussion: "Their tasks stay, and say that they were removed.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The member.")
    var member: String

    func run() async throws {
        let session = try await FamilySession.open(global)
        let id = try session.memberID(member)
        let name = session.directory.name(of: id)
        _ = try await session.replica.write(command: "member remove") { try $0.removeMember(id) }
        try session.output.say("Removed \(name). 'hometask member restore \(name)' takes them back.")
        if session.member == id {
            session.output.remark("hint: This device belongs to \(name) still; 'hometask me NAME' says who it is now.")
        }
    }
}
