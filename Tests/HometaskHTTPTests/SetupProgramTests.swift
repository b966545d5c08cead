// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import TestSupport
import Testing

/// Setting up the server for phones, with programs in place of systemd and Tailscale.
@Suite("Setting up the program")
struct SetupProgramTests {
    private let place: ServedPlace
    private let port: Int
    private let engine: String
    /// A name of this machine that curl resolves without a name server (RFC 6761, section 6.3).
    private static let name = "mia-pc.localhost"

    init() async throws {
        place = try await ServedPlace(members: [MemberDraft(name: "Mia")])
        port = try ServedPlace.freePort()
        engine = place.folder + "/engine.wasm"
        try Data([0x00, 0x61, 0x73, 0x6D]).write(to: URL(filePath: engine))
        let bin = place.folder + "/bin"
        try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
        place.path = "\(bin):/usr/bin:/bin"
        try install("loginctl", "exit 0")
        try install(
            "systemctl",
            """
            running() { kill -0 "$(cat "$HOME/pid" 2>/dev/null)" 2>/dev/null; }
            case $2 in
            is-active) running || exit 3 ;;
            restart)
                if running; then kill "$(cat "$HOME/pid")"; fi
                while running; do sleep 0.1; done
                eval "set -- $(sed -n 's/%%/%/g; s/^ExecStart=//p' "$HOME/.config/systemd/user/hometask-serve.service")"
                setsid "$@" >"$HOME/log" 2>&1 </dev/null &
                echo $! >"$HOME/pid" ;;
            esac
            """)
    }

    private func install(_ name: String, _ script: String) throws {
        try ProgramFile.write("#!/bin/sh\n\(script)\n", to: "\(place.folder)/bin/\(name)")
    }

    private func setUp(_ words: String...) throws -> (status: Int32, output: String, errors: String) {
        try place.runProgram(["setup", "--port", "\(port)", "--engine", engine] + words)
    }

    /// Ends the server that the replaced systemd has started.
    private func stop() throws {
        guard let text = try? String(contentsOfFile: place.folder + "/pid", encoding: .utf8),
            let process = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines))
        else { return }
        kill(process, SIGKILL)
        for _ in 0..<100 where kill(process, 0) == 0 { usleep(50_000) }
    }

    private var authority: String { place.folder + "/.local/state/hometask/serve/authority" }

    @Test("At home, the server has a certificate of its own authority, is found, and invites a phone")
    func home() async throws {
        defer { try? stop() }
        let first = try setUp("home", Self.name, "--invite", "Mia")
        let address = "https://\(Self.name):\(port)"
        #expect(first.status == 0, "\(first)")
        for part in [
            "Started the server", "✓ phones: \(address) has the page and its service", "\(place.folder)/hometask.crt",
            "\(address)/join#",
        ] {
            #expect(first.output.contains(part), "\(first)")
        }
        let check = try place.runProgram("check", "--json")
        #expect(check.status == 0 && check.output.contains("\"severity\": \"fine\""), "\(check)")
        let doctor = try place.run(ServedPlace.program.replacing("hometask-serve", with: "hometask"), ["doctor"])
        #expect(doctor.output.contains("✓ phones: \(address)"), "\(doctor)")

        // Renewing keeps the authority, which phones have installed.
        let (kept, renewed) = (try contents("authority.crt"), try contents("server.crt"))
        #expect(try setUp("home", Self.name).status == 0)
        #expect(try contents("authority.crt") == kept)
        #expect(try contents("server.crt") != renewed)

        try stop()
        let stopped = try place.runProgram("check")
        #expect(stopped.status == 1 && stopped.errors.isEmpty, "\(stopped)")
        #expect(stopped.output.contains("✗ phones: nothing answers at \(address)"), "\(stopped)")
    }

    private func contents(_ name: String) throws -> String {
        try String(contentsOfFile: authority + "/" + name, encoding: .utf8)
    }

    @Test("The authority vouches for no other name or address, and its keys are the user's alone")
    func constraints() throws {
        defer { try? stop() }
        _ = try setUp("home", Self.name)
        for name in ["authority.key", "server.key"] {
            let mode = try FileManager.default.attributesOfItem(atPath: authority + "/" + name)[.posixPermissions]
            #expect(mode as? Int == 0o600)
        }
        func verify(_ alternative: String) throws -> Bool {
            let made = try place.run(
                "/usr/bin/openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=x",
                    "-addext", "subjectAltName=\(alternative)", "-CA", authority + "/authority.crt", "-CAkey",
                    authority + "/authority.key", "-keyout", "/dev/null", "-out", place.folder + "/x.crt",
                ])
            try #require(made.status == 0, "\(made)")
            let check = try place.run(
                "/usr/bin/openssl",
                ["verify", "-CAfile", authority + "/authority.crt", place.folder + "/x.crt"])
            return check.status == 0
        }
        func verifies(_ name: String) throws -> Bool {
            let words = ["verify", "-CAfile", authority + "/authority.crt", authority + "/" + name]
            return try place.run("/usr/bin/openssl", words).status == 0
        }
        #expect(try verifies("server.crt"))
        #expect(try verify("DNS:\(Self.name)"))
        #expect(try !verify("DNS:bank.example"))
        #expect(try !verify("IP:192.0.2.1"))
        // Another name needs another authority; that of an address vouches for no name.
        let before = try contents("authority.crt")
        try stop()
        let other = try setUp("home", "192.0.2.5")
        #expect(other.output.contains("is another one than before"), "\(other)")
        #expect(try verifies("server.crt"))
        #expect(try contents("authority.crt") != before)
        #expect(try verify("IP:192.0.2.5"))
        #expect(try !verify("IP:192.0.2.6"))
        #expect(try !verify("DNS:bank.example"))
    }

    @Test("A damaged authority is made anew, and two setups at once agree on one")
    func damaged() async throws {
        defer { try? stop() }
        _ = try setUp("home", Self.name)
        for (name, damage) in [("authority.key", ""), ("authority.crt", "-----BEGIN"), ("authority.key", nil)] {
            let path = authority + "/" + name
            if let damage {
                try damage.write(toFile: path, atomically: true, encoding: .utf8)
            } else {
                try FileManager.default.removeItem(atPath: path)
            }
            let run = try setUp("home", Self.name)
            #expect(run.status == 0, "\(run)")
        }
        try stop()
        try FileManager.default.removeItem(atPath: authority)
        let one = "'\(ServedPlace.program)' setup --engine '\(engine)' home \(Self.name) --port"
        _ = try place.run("/bin/sh", ["-c", "\(one) \(port) & \(one) \(port + 1) & \(one) \(port + 2) & wait"])
        let check = try place.run(
            "/usr/bin/openssl", ["verify", "-CAfile", authority + "/authority.crt", authority + "/server.crt"])
        #expect(check.status == 0, "\(check)")
        let left = try FileManager.default.contentsOfDirectory(atPath: authority).sorted()
        #expect(left == ["authority.crt", "authority.key", "lock", "name", "server.crt", "server.key"])
    }

    @Test("Setting up another family goes on serving the first, with the options of the unit")
    func another() async throws {
        defer { try? stop() }
        _ = try place.run(ServedPlace.program, ["--install", "--port", "\(port)", "--sync-every", "30", "--verbose"])
        let second = place.folder + "/tal 100%"
        _ = try await GitReplicaProvider().create(
            at: second, isBare: false, family: FamilyDraft(name: "Tal", zone: "UTC", email: nil, device: "server"))
        let run = try setUp("--family", second, "home", Self.name)
        #expect(run.status == 0, "\(run)")
        let unit = try String(
            contentsOfFile: place.folder + "/.config/systemd/user/hometask-serve.service", encoding: .utf8)
        for part in ["\(place.folder)/home\"", "/tal 100%%\"", "\"--sync-every\" \"30\"", "\"--verbose\""] {
            #expect(unit.contains(part), "\(unit)")
        }
        // A family that is gone is left out. Its server is stopped first, or it would write into the folder meanwhile.
        try stop()
        try FileManager.default.removeItem(atPath: second)
        #expect(try setUp("home", Self.name).status == 0)
    }

    @Test("What is missing is found before anything is made")
    func preconditions() throws {
        let run = try setUp("home", Self.name, "--invite", "Nobody")
        #expect(run.status == 66 && run.errors.contains("Nobody"), "\(run)")
        let dry = try setUp("--dry-run", "home", Self.name)
        #expect(dry.status == 0 && dry.output.isEmpty, "\(dry)")
        let gone = try setUp("--family", place.folder + "/gone", "home", Self.name)
        #expect(gone.status == 78, "\(gone)")
        #expect(!FileManager.default.fileExists(atPath: authority))
        #expect(!FileManager.default.fileExists(atPath: place.folder + "/.config/systemd"))
    }

    @Test("A file of the user's with the name of the certificate's copy is left alone")
    func copy() throws {
        defer { try? stop() }
        let path = place.folder + "/hometask.crt"
        try "mine".write(toFile: path, atomically: true, encoding: .utf8)
        let run = try setUp("home", Self.name)
        #expect(run.output.contains("  \(authority)/authority.crt\n"), "\(run)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
    }

    @Test("An address that leads nowhere yet is reported, with the steps for a proxy")
    func proxy() throws {
        defer { try? stop() }
        let run = try setUp("https://home.invalid", "--invite", "Mia")
        #expect(run.status == 1 && run.errors.isEmpty, "\(run)")
        for part in [
            "✗ phones: the name in https://home.invalid", "sudo apt install caddy", "reverse_proxy 127.0.0.1:\(port)",
        ] {
            #expect(run.output.contains(part), "\(run)")
        }
        #expect(!run.output.contains("join#"), "\(run)")
        let unit = try String(
            contentsOfFile: place.folder + "/.config/systemd/user/hometask-serve.service", encoding: .utf8)
        #expect(unit.contains("\"--behind-proxy\""), "\(unit)")
    }

    @Test("Tailscale gives the address, or the reason why it gives none")
    func tailscale() throws {
        defer { try? stop() }
        func refuse(_ part: String, _ status: Int32 = 78) throws {
            let run = try setUp("tailscale")
            #expect(run.status == status && run.errors.contains(part) && run.errors.contains("hint: "), "\(run)")
            #expect(!FileManager.default.fileExists(atPath: place.folder + "/pid"))
        }
        if !FileManager.default.fileExists(atPath: "/usr/bin/tailscale") { try refuse("Tailscale is not installed") }
        try install("tailscale", "exit 1")
        try refuse("not in a Tailscale network")
        try install("tailscale", #"echo '{"BackendState": "Stopped"}'"#)
        try refuse("not in a Tailscale network")
        try install("tailscale", #"echo '{"BackendState": "Running", "CertDomains": null}'"#)
        try refuse("no certificates for HTTPS")
        try install(
            "tailscale",
            """
            if [ "$1" = status ]; then echo '{"BackendState": "Running", "CertDomains": ["pc.tail.invalid"]}'
            else echo "$*" >>"$HOME/calls"; [ ! -e "$HOME/refused" ]; fi
            """)
        let run = try setUp("funnel")
        #expect(run.status == 1 && run.output.contains("the name in https://pc.tail.invalid"), "\(run)")
        #expect(try String(contentsOfFile: place.folder + "/calls", encoding: .utf8) == "funnel --bg \(port)\n")
        try "".write(toFile: place.folder + "/refused", atomically: true, encoding: .utf8)
        let refused = try setUp("tailscale")
        #expect(refused.status == 78 && refused.errors.contains("set --operator"), "\(refused)")
    }

    @Test("Without systemd, or with its port taken, nothing is started, and the program says what to do")
    func unstarted() async throws {
        let (server, _) = try await place.serve("--port", "\(port)")
        let taken = try setUp("home", Self.name)
        #expect(taken.status == 78 && taken.errors.contains("another program listens at port \(port)"), "\(taken)")
        server.terminate()
        try install("systemctl", "echo 'Failed to connect to bus' >&2; exit 1")
        let run = try setUp("home", Self.name)
        #expect(run.status == 78 && run.errors.contains("systemd runs no services"), "\(run)")
        #expect(run.output.contains("/hometask-serve run --host 0.0.0.0 --port \(port) "), "\(run)")
    }

    @Test("Other words are no way, and nothing is written")
    func refusals() throws {
        for (words, part) in [
            ([], "it is not said how phones reach"), (["pigeon"], "‘pigeon’ is not a way"), (["home", "a b"], "‘a b’"),
            (["home", "x:1"], "‘x:1’"), (["http://home.example"], "only with HTTPS"),
            (["https://localhost"], "no other machine can open"), (["home", "a", "b"], "‘home a b’"),
            (["home", "127.0.0.1"], "no other machine can open"), (["home", "com"], "home com.local"),
            (["home", "fd00::5"], "home [fd00::5]"),
        ] {
            let run = try place.runProgram(["setup"] + words)
            #expect(run.status == 64 && run.errors.contains(part), "\(run)")
        }
        #expect(!FileManager.default.fileExists(atPath: place.folder + "/.config/systemd"))
    }

    @Test("A family that was never served has nothing to check, and the check makes no files")
    func unserved() throws {
        let run = try place.runProgram("check")
        #expect(run.status == 0 && run.output.contains("never run"), "\(run)")
        #expect(try place.runProgram("check", "--json").output == "[]\n")
        #expect(!FileManager.default.fileExists(atPath: place.folder + "/.local/state/hometask/serve"))
    }
}
