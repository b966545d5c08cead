// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import HometaskSignIn
import Testing

@testable import HometaskHTTP

/// The addresses of the built program: where it listens, and where phones find it.
@Suite("Addresses, by the program")
struct AddressProgramTests {
    private let place: ServedPlace

    init() async throws { place = try await ServedPlace(members: [MemberDraft(name: "Tom")]) }

    @Test(
        "An address at which no phone can join is refused where it is given",
        arguments: [
            ("http://192.168.1.5:8420", "browsers keep the cookie of a phone only with HTTPS"),
            ("http://home.example", "browsers keep the cookie of a phone only with HTTPS"),
            ("https://0.0.0.0:8420", "it stands for all addresses of a machine"),
            ("https://[::]:8420", "it stands for all addresses of a machine"),
            ("https://[::1", "not the address of a server"),
        ])
    func refused(address: String, reason: String) throws {
        for command in [["run", "--port", "0"], ["run", "--install"], ["invite", "Tom"]] {
            let run = try place.run(ServedPlace.program, command + ["--url", address])
            #expect(run.status == 64 && run.output.contains(reason), "\(command): \(run)")
            #expect(run.output.contains("https://home.example"), "\(run)")
        }
    }

    @Test("An invitation is not made for an address at which no phone can join")
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
        "A server without HTTPS that others reach says that no phone can join",
        .enabled(if: ownName != nil, "this machine has no name"))
    func plain() async throws {
        let name = try #require(Self.ownName)
        let (server, line) = try await place.serve("--host", name)
        #expect(line.hasPrefix("Serving Berg at http://\(name):"))
        server.terminate()
        server.waitUntilExit()
        #expect(place.complaints().contains("note: no phone can join at http://"))
    }
}
