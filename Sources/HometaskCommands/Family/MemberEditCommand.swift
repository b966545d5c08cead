// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskReplica

/// `hometask member edit`.
struct MemberEditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a member's address, role or colour; an empty value clears it.")

    @OptionGroup var paint: PaintOptions

    @Argument(help: "The member.")
    var member: String

    @OptionGroup var details: MemberDetails

    func validate() throws {
        if details.email == nil, details.role == nil, paint.colors.isEmpty {
            throw ValidationError("say what to change: --email, --role or --color")
        }
    }

    func run() async throws {
        let session = try await FamilySession.open(paint.global)
        let id = try session.memberID(member)
        let (email, role, color) = (try details.checkedEmail, details.role, try paint.code)
        let written = try await session.replica.write(command: "member edit") {
            try $0.editMember(id, email: email, role: role, color: color)
        }
        let name = session.directory.name(of: id)
        try session.output.say(written.commit == nil ? "\(name) is so already." : "Changed \(name).")
    }
}
