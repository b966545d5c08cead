// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import Testing

/// The built program, as people run it.
@Suite("The program")
struct ProgramTests {
    /// A family in a folder of its own, and what is run there.
    private final class Place {
        let folder = FileManager.default.temporaryDirectory.appending(path: "serve-\(UUID().uuidString)").path
        private var started: [Process] = []

        init() async throws {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let replica = try await GitReplicaProvider().create(
                at: folder + "/home", isBare: false,
                family: FamilyDraft(name: "Berg", zone: "Europe/Amsterdam", email: "berg@example.org", device: "server")
            )
            _ = try await replica.write(command: "begin") { transaction in
                for name in ["Mia", "Tom"] { _ = try transaction.members.add(MemberDraft(name: name)) }
            }
        }

        deinit {
            for process in started where process.isRunning { process.terminate() }
            try? FileManager.default.removeItem(atPath: folder)
        }

        func process(_ program: String, _ arguments: [String], in subfolder: String = "/home") -> (Process, Pipe, Pipe)
        {
            let process = Process()
            process.executableURL = URL(filePath: program)
            process.arguments = arguments
            process.currentDirectoryURL = URL(filePath: folder + subfolder)
            process.environment = ["HOME": folder, "PATH": "/usr/bin:/bin"]
            let (output, errors) = (Pipe(), Pipe())
            (process.standardOutput, process.standardError) = (output, errors)
            started.append(process)
            return (process, output, errors)
        }

        /// Runs the program to its end.
        func run(_ arguments: String..., in subfolder: String = "/home") throws -> (
            status: Int32, output: String, errors: String
        ) {
            let (process, output, errors) = process(Self.program, arguments, in: subfolder)
            try process.run()
            let texts = [output, errors].map {
                String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            }
            process.waitUntilExit()
            return (process.terminationStatus, texts[0], texts[1])
        }

        /// Starts the server, and returns it with the line that it begins with.
        func serve(_ arguments: String...) async throws -> (Process, String) {
            let (process, output, _) = process(Self.program, ["--port", "0"] + arguments)
            try process.run()
            let handle = output.fileHandleForReading
            let line = try await Connection.blocking { String(decoding: handle.availableData, as: UTF8.self) }
            return (process, line)
        }

        /// Beside the tests.
        static var program: String {
            URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "hometask-serve").path
        }
    }

    private func port(in line: String) throws -> Int {
        try #require(line.firstMatch(of: /127\.0\.0\.1:(\d+)/).flatMap { Int($0.1) }, "\(line)")
    }

    @Test("From the first start to a phone that has joined, and is signed out again")
    func story() async throws {
        let place = try await Place()
        let early = try place.run("invite", "Tom")
        #expect(early.status == 78 && early.errors.contains("hint: Start it with 'hometask serve'"))
        let (process, line) = try await place.serve()
        #expect(line.hasPrefix("Serving Berg at http://127.0.0.1:"))
        let client = RawClient(port: try port(in: line))

        let invited = try place.run("invite", "@tom")
        #expect(invited.status == 0 && invited.errors.contains("no phone can reach this address"))
        let code = try #require(invited.output.firstMatch(of: /join#([a-z2-7]{32})\n/)?.1)
        let body = #"{"code":"\#(code)","attempt":"\#(String(repeating: "a", count: 32))","name":"Tom's phone"}"#
        let answer = try await client.send(
            "POST", "/api/join", headers: ["Content-Type": "application/json"], body: Array(body.utf8))
        let phone = try TestPhone(joining: answer, at: client)
        #expect(try await phone.send("GET").status == 200)

        let listed = try place.run("devices")
        #expect(
            listed.output.hasPrefix("Tom's phone  Tom  last seen ")
                && listed.output.contains("#\(phone.device.prefix(8))"))
        let json = try #require(
            JSON.parse(Array(try place.run("devices", "list", "--json").output.utf8)).arrayValue?.first)
        #expect(json["member"] == "Tom" && json["id"]?.stringValue == phone.device)
        #expect(try place.run("devices", "revoke", "nobody").status == 66)
        #expect(try place.run("devices", "revoke", "Tom").output == "Signed out Tom's phone, a phone of Tom.\n")
        #expect(try await phone.send("GET").status == 401)
        #expect(try place.run("devices").output.hasPrefix("No phone has joined yet"))
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test(
        "What it cannot do is an error that names the thing, with an exit code by kind",
        arguments: [
            (["invite", "nobody"], 66, "There are: Mia, Tom."), (["--port", "70000"], 64, "between 0 and 65535"),
            (["--tls-cert", "x"], 64, "belong together"), (["--url", "home.example"], 64, "https://home.example"),
            (["--family", "/nowhere"], 78, "/nowhere"), (["frob"], 64, "frob"), (["invite"], 64, "<member>"),
            (["--tls-cert", "/no", "--tls-key", "/no"], 66, "/no: No"), (["--host", "192.0.2.1"], 74, "192.0.2.1"),
            (["--host", "nosuch.invalid"], 74, "cannot listen at ‘nosuch.invalid’, port 8420: "),
            (["--host", ""], 74, "cannot listen at ‘’, port 8420: "),
        ])
    func errors(words: [String], status: Int, part: String) async throws {
        let place = try await Place()
        let (process, _, errors) = place.process(Place.program, words)
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(
            Int(process.terminationStatus) == status && text.contains(part), "\(process.terminationStatus): \(text)")
        #expect(text.hasPrefix("error: "))
    }

    @Test("It writes a unit for systemd with its options, as systemd reads them back")
    func unit() async throws {
        let place = try await Place()
        let odd = place.folder + "/50% \"of\" $HOME"
        try FileManager.default.copyItem(atPath: place.folder + "/home", toPath: odd)
        let run = try place.run("--install", "--family", odd, "--url", "https://home.example", "--behind-proxy")
        #expect(run.status == 0 && run.output.contains("systemctl --user enable --now hometask-serve"))
        let unit = try String(
            contentsOfFile: place.folder + "/.config/systemd/user/hometask-serve.service", encoding: .utf8)
        let line = try #require(unit.components(separatedBy: "\n").first { $0.hasPrefix("ExecStart=") })
        #expect(line.contains(#"/hometask-serve" "run" "--host" "127.0.0.1" "--port" "8420""#))
        #expect(line.contains(#"/50%% \"of\" $$HOME"#) && line.hasSuffix("\"--behind-proxy\""))
        #expect(try place.run("--install", "--family", "/nowhere").status == 78)
    }

    @Test("Outside of a family it says so")
    func noFamily() async throws {
        let place = try await Place()
        try FileManager.default.createDirectory(atPath: place.folder + "/empty", withIntermediateDirectories: false)
        let run = try place.run(in: "/empty")
        #expect(run.status == 78 && run.errors.contains("--family DIR"))
    }

    @Test("SIGTERM ends the streams and the server, in a moment and with exit code 0")
    func stopping() async throws {
        let place = try await Place()
        let (process, line) = try await place.serve()
        let client = RawClient(port: try port(in: line))
        let code = try #require(try place.run("invite", "Mia").output.firstMatch(of: /join#(\S+)/)?.1)
        let body = #"{"code":"\#(code)","attempt":"\#(String(repeating: "a", count: 32))","name":"phone"}"#
        let answer = try await client.send(
            "POST", "/api/join", headers: ["Content-Type": "application/json"], body: Array(body.utf8))
        let phone = try TestPhone(joining: answer, at: client)
        let stream = try await client.open()
        defer { stream.close() }
        try await stream.write(
            Array(
                "GET \(phone.path)/events HTTP/1.1\r\nHost: localhost:\(client.port)\r\nCookie: \(phone.cookie)\r\n\r\n"
                    .utf8))
        _ = try await stream.read(until: "data: ")
        process.terminate()
        let rest = String(decoding: try await stream.readAll(), as: UTF8.self)
        #expect(rest.hasSuffix("0\r\n\r\n"))
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && process.terminationReason == .exit)
    }
}
