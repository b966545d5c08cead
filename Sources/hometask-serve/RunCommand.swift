// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskHTTP
import HometaskKit
import HometaskPlatform
import HometaskProcess
import HometaskSignIn
import HometaskWeb

/// `hometask serve run`, which `hometask serve` runs if no subcommand is named.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Serves the family's phones until it is stopped. This is the default.")

    @OptionGroup var options: FamilyOptions

    @Option(help: "The address to listen at.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen at; 0 for any free one.")
    var port = 8420

    @Option(help: "Where phones find the server: https://home.example.", transform: ServerAddress.reading)
    var url: ServerAddress?

    @Option(help: "The certificate chain for HTTPS, a file in PEM.")
    var tlsCert: String?

    @Option(help: "The private key of the certificate, a file in PEM.")
    var tlsKey: String?

    @Flag(help: "Believes the X-Forwarded-For of a proxy in front of the server.")
    var behindProxy = false

    @Option(help: "The number of minutes after which to sync with the family's remote without a change; 0 for never.")
    var syncEvery = 5

    @Option(
        help: "The engine for the page, engine.wasm. By default the one beside this program or in ../share/hometask.")
    var engine: String?

    @Flag(help: "Writes the ids of phones, tasks and photos into the log, which has '*' for them otherwise.")
    var verbose = false

    @OptionGroup var provider: ProviderOptions

    // For tests: on a busy machine, their requests may outlast the default shutdown timeout.
    @Option(help: .hidden)
    var patience: Int?

    @Flag(help: "Writes a unit with which systemd runs the server with these options, instead of serving.")
    var install = false

    func validate() throws {
        if (tlsCert == nil) != (tlsKey == nil) { throw ValidationError("--tls-cert and --tls-key belong together.") }
        guard (0...65535).contains(port) else { throw ValidationError("--port should be between 0 and 65535.") }
        guard (0...10_080).contains(syncEvery) else {
            throw ValidationError("--sync-every should be between 0 and 10080 minutes.")
        }
        if url == nil, ServerAddress.isUnspecified(host) {
            throw ValidationError(
                "--host \(host) listens at all addresses of this machine, and does not say which one phones open. "
                    + "Give the server's name as well: --url https://NAME:PORT.")
        }
    }

    func run() async throws {
        if install { return try await installUnit() }
        // Each connection is an open file.
        Platform.raiseFileLimit()
        let phones = try options.phones()
        let families = try await options.families(phones)
        var server = try listening()
        let examiner = PhotoProgram.find()
        (server.examiner, server.upkeep) = (examiner, UpkeepProgram.find())
        let transport = try PushProgram.find(in: options.stateFolder() + "/messages")
        server.pushTransport = transport
        if url != nil { server.mailer = await mailer(for: try options.folders()) }
        server.provider = try provider.client(at: url)
        server.web = server.provider == nil ? nil : try CurlProgram.find()
        server.syncInterval = syncEvery * 60
        let page = try PageEngine.find(engine).map { PageFiles(engine: $0.bytes, compressed: $0.compressed) }
        let log = Console.log(hasIDs: verbose)
        let names = families.map(\.name).joined(separator: ", ")
        let scheme = server.certificate == nil ? "http" : "https"
        let (outside, checked) = (server.address, server)
        try await PhoneServer(for: families, phones: phones, options: server, page: page, log: log).run { port in
            let local = "\(scheme)://\(ownHost):\(port)"
            let address = outside.map { "\($0)" } ?? local
            for family in families { try? await phones.setAddress(address, of: family.id) }
            Console.say("Serving \(Console.safe(names)) at \(address)\(outside == nil ? "" : " (here: \(local))").")
            if outside == nil, let obstacle = ServerAddress(local)?.obstacle {
                Console.note("\(obstacle); give --tls-cert and --tls-key, or --url with the address of a proxy")
            }
            for finding in checked.findings(at: .present) { Console.note(finding) }
            if examiner == nil {
                Console.note("photos prove nothing, since the program hometask was not found here or in the PATH")
            }
            if transport == nil {
                Console.note("phones are not reminded, since curl was not found; install it")
            }
            if page == nil {
                Console.note("there is no page for phones, since engine.wasm was not found; '.ci/engine' builds it")
            }
            if let outside, await !outside.isKnownHere() {
                Console.note("the name in \(outside) is not known to this machine; phones have to find it")
            }
        }
    }

    /// The host at which local programs reach the server, in URL notation.
    private var ownHost: String {
        guard ServerAddress.isUnspecified(host) else { return ServerAddress.notation(of: host) }
        return host.contains(":") ? "[::1]" : "127.0.0.1"
    }

    /// Returns the program that emails links; nil, with a note, if no family's email channel can send.
    private func mailer(for folders: [String]) async -> MailProgram? {
        guard let program = MailProgram.find() else { return nil }
        var reasons: [String] = []
        for folder in folders {
            do throws(ServiceFault) {
                try await program.check(folder)
                return program
            } catch {
                reasons.append(error.message)
            }
        }
        Console.note("no links to join are sent by e-mail, since \(reasons.first ?? "")")
        return nil
    }

    /// Returns the options for the server's listening address and its address for phones.
    private func listening() throws -> ServerOptions {
        var server = ServerOptions(uploads: try options.stateFolder() + "/uploads")
        (server.host, server.port, server.isBehindProxy) = (host, port, behindProxy)
        server.address = url
        if let patience { server.patience = patience }
        if let tlsCert, let tlsKey { server.certificate = .init(chain: tlsCert, key: tlsKey) }
        return server
    }

    private func installUnit() async throws {
        Console.say("Wrote \(Console.safe(try await writeUnit())).")
        Console.say(
            "Start it with: systemctl --user daemon-reload && systemctl --user enable --now \(ServiceUnit.name)")
        Console.say("Let it run while nobody is logged in with: loginctl enable-linger")
    }

    /// Writes the systemd unit, and returns its path. Options that a running server could not use are rejected first.
    func writeUnit() async throws -> String { try ServiceUnit(command: await command()).install() }

    /// Returns the command line that runs the server with these options from any folder.
    ///
    /// - Throws: an error if a running server could not use the options.
    func command() async throws -> [String] {
        _ = try await options.families(try options.phones())
        if try provider.client(at: url) != nil { _ = try CurlProgram.find() }
        _ = try PageEngine.find(engine)
        let server = try listening()
        try server.check()
        for finding in server.findings(at: .present) { Console.note(finding) }
        guard let own = ProgramPath.own else {
            throw ReplicaError(.inputOutput, "the path of this program cannot be read")
        }
        var words = [own, "run", "--host", host, "--port", "\(port)", "--sync-every", "\(syncEvery)"]
        for folder in try options.namedFolders() { words += ["--family", folder] }
        words += ["--state", try options.stateFolder()]
        if let url { words += ["--url", "\(url)"] }
        for (name, file) in [("--tls-cert", tlsCert), ("--tls-key", tlsKey), ("--engine", engine)] {
            if let file { words += [name, try FamilyOptions.absolute(file)] }
        }
        words += try provider.words()
        if behindProxy { words.append("--behind-proxy") }
        if verbose { words.append("--verbose") }
        return words
    }
}
