// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import Testing

/// The systemd unit that the built program writes.
@Suite("Installing the program")
struct InstallProgramTests {
    private let place: ServedPlace
    private var path: String { place.folder + "/.config/systemd/user/hometask-serve.service" }

    init() async throws { place = try await ServedPlace(members: []) }

    @Test(
        "Options unusable for the server are refused before the unit is written",
        arguments: [
            (["--tls-cert", "/nope", "--tls-key", "/nope2"], 66, "cannot read /nope"),
            (["--tls-cert", "/dev/null", "--tls-key", "/dev/null"], 65, "/dev/null holds no certificate"),
            (["--engine", "/nope3"], 66, "there is no file /nope3"),
            (["--engine", "/dev/null"], 66, "/dev/null is not an engine"),
            (["--host", "nosuch.invalid"], 74, "cannot listen at ‘nosuch.invalid’"),
            (["--host", "192.0.2.1"], 74, "cannot listen at ‘192.0.2.1’"),
        ])
    func refused(words: [String], status: Int, part: String) throws {
        let run = try place.run(ServedPlace.program, ["--install"] + words)
        #expect(Int(run.status) == status && run.output.contains(part), "\(run)")
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("A unit can be installed for a port at which the server already listens")
    func running() async throws {
        let port = try ServedPlace.freePort()
        let (server, _) = try await place.serve("--port", "\(port)")
        defer { server.terminate() }
        let run = try place.run(ServedPlace.program, ["--install", "--port", "\(port)"])
        #expect(run.status == 0 && FileManager.default.fileExists(atPath: path), "\(run)")
    }

    @Test("The unit restarts until the network is up, drops privileges, and is accepted by systemd")
    func unit() throws {
        let run = try place.run(ServedPlace.program, ["--install", "--port", "0", "--verbose"])
        #expect(run.status == 0, "\(run)")
        let unit = try String(contentsOfFile: path, encoding: .utf8)
        for line in ["RestartSec=5", "StartLimitIntervalSec=0", "NoNewPrivileges=yes", "RestartPreventExitStatus=64"] {
            #expect(unit.contains("\n\(line)\n"))
        }
        #expect(unit.contains("\"--verbose\""))
        let analyze = "/usr/bin/systemd-analyze"
        guard FileManager.default.isExecutableFile(atPath: analyze) else { return }
        let check = try place.run(analyze, ["--user", "--man=no", "verify", path])
        #expect(!check.output.contains("hometask-serve.service:"), "\(check.output)")
    }

    @Test("The unit names the family's folder as given, not its repository")
    func folder() throws {
        let cases: [([String], String)] = [(["--family", "../home"], "/home/../home"), ([], "/home")]
        for (words, end) in cases {
            let run = try place.run(ServedPlace.program, ["--install", "--port", "0"] + words)
            #expect(run.status == 0, "\(run)")
            let unit = try String(contentsOfFile: path, encoding: .utf8)
            #expect(unit.contains("\(end)\" \"--state\"") && !unit.contains(".git"), "\(unit)")
        }
    }
}
