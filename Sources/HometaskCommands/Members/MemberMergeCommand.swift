// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskReplica

/// `hometask member merge`: merges two members who are the same person; the first one is kept.
struct MemberMergeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merge two members who are the same person.",
        discussion: "From now on, everything that belongs to the second belongs to the first, on every device.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Argument(help: "The member who stays.")
    var member: String

    @Argument(help: "The member who is the same person.")
    var other: String

    func run() async throws {
        let session = try await FamilySession.open(global)
        let (kept, gone) = (try session.memberID(member), try session.memberID(other))
        try await session.write(command: "member merge") { try $0.members.merge(keeping: kept, gone) }
        if session.member == gone { try await session.replica.setMember(kept) }
        if showing.json { return try await session.members.print(kept) }
        let name = session.directory.name(of: kept)
        try session.output.say("\(session.directory.name(of: gone)) is now \(name), who gets all their tasks.")
    }
}
