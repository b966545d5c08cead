// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskReplica

/// `hometask hunt start`: starts playing a hunt.
struct HuntStartCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Start playing a hunt, alone or as a team.",
        discussion: """
            This starts the clock. Several teams can play at the same time, on any devices; without --team, you are \
            a team of your own, with your name. To add members to a team that is already playing, start it again \
            with --with.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Option(help: ArgumentHelp("The team's name.", valueName: "name"))
    var team: String?

    @Option(
        name: .customLong("with"),
        help: ArgumentHelp(
            "Another member of the team; may be repeated.", valueName: "member"))
    var others: [String] = []

    @Flag(name: .customLong("without-me"), help: "Do not play yourself.")
    var isWithoutMe = false

    @Argument(help: HuntFormatter.argument)
    var hunt: [String]

    func run() async throws {
        let session = try await FamilySession.open(global)
        let hunt = try await session.hunts.find(hunt)
        var members = try others.map { try session.memberID($0) }
        if !isWithoutMe { members.insert(try session.requireMember(), at: 0) }
        guard let first = members.first else {
            throw UsageError("a team needs at least one player", hint: "Name one with --with MEMBER")
        }
        let name = team ?? (members.count == 1 ? session.directory.name(of: first) : nil)
        guard let name else {
            throw UsageError(
                "a team of several members needs a name", hint: "Give it one with --team NAME")
        }
        if self.team == nil {
            try requireOwn(name, first, in: try await session.hunts.overview(hunt.id), session: session)
        }
        let all = members
        let started = try await session.write(command: "hunt start") {
            try $0.teams.start(name, of: all, in: hunt.id)
        }.result
        let page = try await session.hunts.overview(hunt.id)
        if showing.json { return try page.printJSON() }
        let shown = page.teams.first { $0.id == started.id }?.name ?? name
        try session.output.say("\(Self.words(started.start)): \(hunt.title), as \(shown)")
        for line in hunt.text { try session.output.say(line) }
        guard let team = page.teams.first(where: { $0.id == started.id }) else { return }
        try session.output.print(page.nextLines(for: team))
    }

    /// Throws an error if a team without the member already plays under the same name.
    private func requireOwn(_ name: String, _ member: DocumentID, in page: HuntOverview, session: FamilySession)
        throws
    {
        guard let team = page.teams.first(where: { $0.name.lowercased() == name.lowercased() }),
            !team.members.contains(where: { session.directory.current($0) == member })
        else { return }
        throw UsageError(
            "the team ‘\(team.name)’ is already playing, without \(name)", hint: "Choose another name with --team.")
    }

    private static func words(_ start: TeamStart) -> String {
        switch start {
        case .began: "Started"
        case .joined: "Joined"
        case .returned: "Back in"
        case .unchanged: "Already playing"
        }
    }
}
