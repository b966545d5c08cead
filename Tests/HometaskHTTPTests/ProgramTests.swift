// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import Testing

/// The built program, run as by users.
@Suite("The program")
struct ProgramTests {
    private let place: ServedPlace

    init() async throws {
        place = try await ServedPlace(members: ["Mia", "Tom"].map { MemberDraft(name: $0) })
    }

    @Test("A phone joins after the first start, and is later signed out")
    func story() async throws {
        let early = try place.runProgram("invite", "Tom")
        #expect(early.status == 78 && early.errors.contains("hint: Start it with 'hometask serve'"))
        let (process, line) = try await place.serve()
        #expect(line.hasPrefix("Serving Berg at http://127.0.0.1:"))
        let client = RawClient(port: try place.port(in: line))

        let invited = try place.runProgram("invite", "@tom")
        #expect(invited.status == 0 && invited.errors.contains("no phone can reach this address"))
        let code = try #require(invited.output.firstMatch(of: /join#([a-z2-7]{32})\n/)?.1)
        let body = #"{"code":"\#(code)","attempt":"\#(String(repeating: "a", count: 32))","name":"Tom's phone"}"#
        let answer = try await client.send(
            "POST", "/api/join", headers: ["Content-Type": "application/json"], body: Array(body.utf8))
        let phone = try TestPhone(joining: answer, at: client)
        #expect(try await phone.send("GET").status == 200)

        let listed = try place.runProgram("devices")
        #expect(
            listed.output.hasPrefix("Tom's phone  Tom  last seen ")
                && listed.output.contains("#\(phone.device.prefix(8))"))
        let json = try #require(
            JSON.parse(Array(try place.runProgram("devices", "list", "--json").output.utf8)).arrayValue?.first)
        #expect(json["member"] == "Tom" && json["id"]?.stringValue == phone.device)
        #expect(try place.runProgram("devices", "revoke", "nobody").status == 66)
        #expect(try place.runProgram("devices", "revoke", "Tom").output == "Signed out Tom's phone, a phone of Tom.\n")
        #expect(try await phone.send("GET").status == 401)
        #expect(try place.runProgram("devices").output.hasPrefix("No phone has joined yet"))
        process.terminate()
        #expect(process.wait() == 0)
    }

    @Test(
        "Errors state their cause, with an exit code by kind",
        arguments: [
            (["invite", "nobody"], 66, "Members: Mia, Tom."), (["--port", "70000"], 64, "between 0 and 65535"),
            (["--tls-cert", "x"], 64, "belong together"), (["--url", "home.example"], 64, "https://home.example"),
            (["--family", "/nowhere"], 78, "/nowhere"), (["frob"], 64, "frob"), (["invite"], 64, "<member>"),
            (["--tls-cert", "/no", "--tls-key", "/no"], 66, "/no: No"), (["--host", "192.0.2.1"], 74, "192.0.2.1"),
            (["--host", "nosuch.invalid"], 74, "cannot listen at ‘nosuch.invalid’, port 8420: "),
            (["--host", ""], 74, "cannot listen at ‘’, port 8420: "),
        ])
    func errors(words: [String], status: Int, part: String) async throws {
        let run = try place.runProgram(words)
        #expect(Int(run.status) == status && run.errors.contains(part), "\(run)")
        #expect(run.errors.hasPrefix("error: "))
    }

    @Test("The systemd unit contains the given options, quoted for systemd")
    func unit() async throws {
        let odd = place.folder + "/50% \"of\" $HOME"
        try FileManager.default.copyItem(atPath: place.folder + "/home", toPath: odd)
        let run = try place.runProgram("--install", "--family", odd, "--url", "https://home.example", "--behind-proxy")
        #expect(run.status == 0 && run.output.contains("systemctl --user enable --now hometask-serve"))
        let unit = try String(
            contentsOfFile: place.folder + "/.config/systemd/user/hometask-serve.service", encoding: .utf8)
        let line = try #require(unit.components(separatedBy: "\n").first { $0.hasPrefix("ExecStart=") })
        #expect(line.contains(#"/hometask-serve" "run" "--host" "127.0.0.1" "--port" "8420""#))
        #expect(line.contains(#"/50%% \"of\" $$HOME"#) && line.hasSuffix("\"--behind-proxy\""))
        #expect(try place.runProgram("--install", "--family", "/nowhere").status == 78)
    }

    @Test("Outside a family, the error names `--family`")
    func noFamily() async throws {
        try FileManager.default.createDirectory(atPath: place.folder + "/empty", withIntermediateDirectories: false)
        let run = try place.runProgram(in: "/empty")
        #expect(run.status == 78 && run.errors.contains("--family DIR"))
    }

    @Test("SIGTERM promptly ends the streams and the server, with exit code 0")
    func stopping() async throws {
        let (process, line) = try await place.serve()
        let client = RawClient(port: try place.port(in: line))
        let code = try #require(try place.runProgram("invite", "Mia").output.firstMatch(of: /join#(\S+)/)?.1)
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
        #expect(process.wait() == 0)
    }

    @Test("On SIGTERM, requests in progress are still answered")
    func draining() async throws {
        let (process, line) = try await place.serve("--patience", "3600")
        let client = RawClient(port: try place.port(in: line))
        // The server reads both requests at once, so the second is in progress when the first is answered.
        let host = "Host: localhost:\(client.port)\r\n"
        let beginning = """
            GET /nothing HTTP/1.1\r\n\(host)\r\nPOST /api/join HTTP/1.1\r\n\(host)\
            Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{
            """
        var requests: [Connection] = []
        defer { for request in requests { request.close() } }
        for _ in 0..<20 {
            let request = try await client.open()
            requests.append(request)
            try await request.write(Array(beginning.utf8))
            #expect(try await request.read(until: "}").hasPrefix("HTTP/1.1 404"))
        }
        process.terminate()
        // Once the server refuses connections, it is stopping.
        try #require(try await TestServer.eventually { try await client.isRefused() })
        // Sequentially, so that a server that does not wait has time to drop the later ones.
        for request in requests {
            #expect(process.isRunning)
            try await request.write(Array("}".utf8))
            let answer = try RawClient.answer(in: try await request.readAll())
            #expect(answer.status == 400 && answer.json["code"] == "request")
        }
        #expect(process.wait() == 0)
    }
}
