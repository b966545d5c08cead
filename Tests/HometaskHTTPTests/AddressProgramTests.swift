// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import HometaskSignIn
import Testing

@testable import HometaskHTTP

/// The addresses of the built program: where the server listens, and where phones reach it.
@Suite("Addresses of the program")
struct AddressProgramTests {
    private let place: ServedPlace

    init() async throws { place = try await ServedPlace(members: [MemberDraft(name: "Tom")]) }

    @Test(
        "An address at which no phone can join is refused as an option",
        arguments: [
            ("http://192.168.1.5:8420", "browsers keep the cookie of a phone only with HTTPS"),
            ("http://home.example", "browsers keep the cookie of a phone only with HTTPS"),
            ("https://0.0.0.0:8420", "it stands for all addresses of a machine"),
            ("https://[::]:8420", "it stands for all addresses of a machine"),
            ("https://[::1", "not the address of a server"),
            ("http://127.1:8420", "an IPv4 address of four numbers"),
        ])
    func refused(address: String, reason: String) throws {
        for command in [["invite", "Tom"], ["run", "--install"], ["run", "--port", "0"]] {
            let run = try place.run(ServedPlace.program, command + ["--url", address])
            #expect(run.status == 64 && run.output.contains(reason), "\(command): \(run)")
            #expect(run.output.contains("https://home.example"), "\(run)")
        }
    }

    @Test("No invitation is made for an address at which no phone can join")
    func stored() async throws {
        #expect(try place.run(ServedPlace.program, ["invite", "Tom"]).status == 78, "it has made the database")
        let phones = try SignInStore(
            at: place.folder + "/.local/state/hometask/serve/phones.sqlite", clock: { .present })
        let replica = try await GitReplicaProvider().open(at: place.folder + "/home")
        let document = try await replica.read { try $0.document(at: .family) }
        let family = try #require(document).id
        for address in ["http://192.168.1.5:8420", "https://0.0.0.0:8420"] {
            try await phones.setAddress(address, of: family)
            let run = try place.run(ServedPlace.program, ["invite", "Tom"])
            #expect(run.status == 78 && run.output.contains("error: no phone can "), "\(run)")
            #expect(run.output.contains(address), "\(run)")
            #expect(run.output.contains("hint: Start the server with --url https://home.example"), "\(run)")
            #expect(!run.output.contains("join#"), "\(run)")
        }
    }

    @Test(
        "Listening at all addresses requires `--url`",
        arguments: ["0.0.0.0", "0", "::", "0:0:0:0:0:0:0:0"])
    func everywhere(host: String) throws {
        for more in [["--port", "0"], ["--install"]] {
            let run = try place.run(ServedPlace.program, ["--host", host] + more)
            #expect(
                run.status == 64 && run.output.hasPrefix("error: --host \(host) listens at all addresses "), "\(run)")
            #expect(run.output.contains("--url https://NAME:PORT"), "\(run)")
        }
    }

    @Test("An abbreviated listening address is expanded as in browsers")
    func shortNotation() async throws {
        let (server, line) = try await place.serve("--host", "127.2")
        defer { server.terminate() }
        let address = try #require(line.firstMatch(of: /http:\/\/127\.0\.0\.2:\d+/), "\(line)").0
        let invited = try place.run(ServedPlace.program, ["invite", "Tom"])
        #expect(invited.output.contains("\(address)/join#"), "\(invited)")
        let words = ["-s", "-w", "%{http_code}", "-o", "/dev/null", "\(address)/join"]
        let page = try place.run("/usr/bin/curl", words)
        #expect(["200", "404"].contains(page.output), "the server refuses other hosts with 421: \(page.output)")
    }

    @Test("The guide's commands set up a server that accepts its host name, and links that lead to it")
    func guide() async throws {
        let guide = try String(
            contentsOf: (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
                .appending(path: "Sources/HometaskCommands/HometaskCommands.docc/Phones.md"), encoding: .utf8)
        let command = try #require(guide.firstMatch(of: /hometask serve (--host 0\.0\.0\.0 .*) --url (\S+):8420\n/))
        let names = ["-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "chain.pem", "-subj", "/CN=home"]
        let key = try place.run("/usr/bin/openssl", ["req", "-x509"] + names)
        try #require(key.status == 0, "\(key)")
        let port = try ServedPlace.freePort()
        let words = command.1.split(separator: " ").map { String($0) }
        let (server, line) = try await place.serve(words + ["--port", "\(port)", "--url", "\(command.2):\(port)"])
        defer { server.terminate() }
        #expect(line == "Serving Berg at \(command.2):\(port) (here: https://127.0.0.1:\(port)).\n")
        let invited = try place.run(ServedPlace.program, ["invite", "Tom"]).output
        let link = try #require(invited.firstMatch(of: /\n(https:\/\/([^\/]+)\/join)#/))
        let page = try place.run(
            "/usr/bin/curl",
            [
                "-sk", "--connect-to", "\(link.2):127.0.0.1:\(port)", "-w", "%{http_code}", "-o", "/dev/null",
                "\(link.1)",
            ])
        #expect(["200", "404"].contains(page.output), "the server refuses other hosts with 421: \(page.output)")
        // The variable $host has no port.
        #expect(guide.contains("proxy_set_header Host $http_host;"))
    }

    /// A name of this machine other than `localhost`; nil if it has none.
    private static let ownName: String? = {
        let name = ProcessInfo.processInfo.hostName
        var list: UnsafeMutablePointer<addrinfo>?
        guard let address = ServerAddress("http://\(name)"), !address.isOfThisMachine,
            getaddrinfo(name, nil, nil, &list) == 0
        else { return nil }
        freeaddrinfo(list)
        return name
    }()

    @Test(
        "A server reachable by others without HTTPS warns that no phone can join",
        .enabled(if: ownName != nil, "this machine has no name"))
    func plain() async throws {
        let name = try #require(Self.ownName)
        let (server, line) = try await place.serve("--host", name)
        #expect(line.hasPrefix("Serving Berg at http://\(name):"))
        server.terminate()
        server.wait()
        #expect(place.complaints().contains("note: no phone can join at http://"))
    }
}
