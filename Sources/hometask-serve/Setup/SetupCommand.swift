// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskHTTP
import HometaskKit
import HometaskTerminal

/// `hometask serve setup`, which `hometask setup` runs for its last question.
struct SetupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup", abstract: "Starts the server as a service, at an address that phones can use.",
        usage: "hometask serve setup [WAY] [OPTIONS]",
        discussion: """
            Phones need HTTPS: without it, a browser keeps no tasks, does not work offline and does not stay signed in. \
            The ways to have it:

            tailscale: a name of Tailscale, for devices in its network; each phone has its app.
            funnel: the same name, for everyone; phones need no app.
            home: this machine's name on the home network, or home NAME; each phone installs a certificate once.
            https://home.example: an address that a proxy, such as Caddy, or a tunnel forwards to this machine.

            Checks the address, and prints a link for a member's phone.
            """)

    @OptionGroup var options: FamilyOptions

    @Option(help: "The port at which the server listens.")
    var port = 8420

    @Option(help: "The member whose phone is to join.")
    var invite: String?

    @Option(help: "The engine for the page, as of 'hometask serve run'.")
    var engine: String?

    @Flag(help: "Checks the way and what it needs, and does nothing.")
    var dryRun = false

    @Argument(help: "The way: tailscale, funnel, home, or an address.")
    var way: [String] = []

    func validate() throws {
        guard (1...65535).contains(port) else { throw ValidationError("--port should be between 1 and 65535.") }
        _ = try PhoneRoute(way)
    }

    func run() async throws {
        let route = try PhoneRoute(way)
        if dryRun { return try await route.requirePrograms() }
        _ = try await options.families(try options.phones())
        if let invite { _ = try await options.member(invite) }
        let former = ServiceUnit.installedArguments().flatMap { try? RunCommand.parse($0) }
        let service = UserService.find()
        try service?.requireFree(port, former: former?.port)
        let served = try await ServedRoute(route, at: port, authority: HomeAuthority(in: options.stateFolder()))
        let server = try server(served, former)
        guard let service else { throw try await unstarted(server, served) }
        Console.say("Wrote \(Console.safe(try await server.writeUnit())).")
        try await service.start(at: port)
        Console.say("Started the server as a service of yours, at port \(port).")
        if !service.linger() {
            Console.note("the server stops when you log out; 'sudo loginctl enable-linger $USER' lets it run")
        }
        if case .tailscale(let isPublic) = route { try TailscaleProgram().forward(to: port, isPublic: isPublic) }
        try await check(served)
        if let invite {
            let words = try options.namedFolders().flatMap { ["--family", $0] } + ["--state", options.stateFolder()]
            try await InviteCommand.parse([invite, "--url", "\(served.address)"] + words).run()
        }
    }

    /// Returns the server: that of the unit that is installed, with the families that it serves already, or a new one.
    private func server(_ served: ServedRoute, _ former: RunCommand?) throws -> RunCommand {
        var server = try former ?? RunCommand.parse([])
        let own = try options.namedFolders()
        let provider = GitReplicaProvider()
        let others = server.options.family.filter { !own.contains($0) && provider.discover(at: $0) != nil }
        server.options.family = others + own
        server.options.state = try options.stateFolder()
        if let engine { server.engine = engine }
        served.apply(to: &server)
        return server
    }

    /// Says how to start the server where systemd does not.
    private func unstarted(_ server: RunCommand, _ served: ServedRoute) async throws -> ReplicaError {
        say(served.preparation)
        Console.say("This starts the server:")
        Console.say("  " + Console.safe(try await server.command().map(ShellQuoting.quoted).joined(separator: " ")))
        return ReplicaError(
            .notConfigured, "systemd runs no services for you here, so the server was not started",
            hint: "Start it with the command above, and run 'hometask serve check'.")
    }

    /// Checks the address, and prints what is left to do.
    ///
    /// - Throws: exit code 1 if phones cannot use it yet.
    private func check(_ served: ServedRoute) async throws {
        let authority = HomeAuthority(in: try options.stateFolder())
        let findings = await PageCheck(address: served.address, authority: authority).findings()
        CheckCommand.show(findings)
        let isUsable = findings.allSatisfy { $0.severity == .fine }
        say(served.preparation + (isUsable ? [] : served.remedy))
        if !isUsable { throw ExitCode(1) }
    }

    /// Prints lines, of which those that are indented are commands and paths, and not wrapped.
    private func say(_ lines: [String]) {
        for line in lines { Console.say(line.hasPrefix(" ") ? line : Console.wrapped(line)) }
    }
}
