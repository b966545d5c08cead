// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlugin
import PluginTestSupport
import PluginWeb
import TestSupport
import Testing

@Suite("Reminders for webhooks and ntfy", .enabled(if: Tool("curl").isInstalled, "\(Tool("curl").note)"))
struct WebTests {
    private let folder: TemporaryFolder
    private let inbox: String
    private static let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("web_server.py").path
    private let message: JSONObject = [
        "id": "6d1b7a1e-0000-5000-8000-000000000001", "title": "Müll \"raus\"\\", "body": "Grün\n-d @/etc/passwd\n\t🗑️",
        "task": "6d1b7a1e-0000-4000-8000-000000000002", "due": "2026-11-21T17:00:00Z",
    ]

    init() throws {
        folder = try TemporaryFolder()
        inbox = try folder.folder("inbox")
    }

    private func trial(_ settings: JSONObject = [:]) -> PluginTrial {
        let trial = PluginTrial(WebPlugin())
        trial.settings = settings
        return trial
    }

    /// The only request received by the server.
    private func request() throws -> JSON {
        try #require(try FileManager.default.contentsOfDirectory(atPath: inbox).count == 1)
        return try JSON.parse(String(contentsOfFile: inbox + "/0", encoding: .utf8))
    }

    private func body(_ request: JSON) throws -> JSON { try JSON.parse(request["body"]?.stringValue ?? "") }

    private func isUntouched() throws -> Bool { try FileManager.default.contentsOfDirectory(atPath: inbox).isEmpty }

    private func refusal(_ channel: String, _ address: String?, settings: JSONObject = [:]) throws -> RPCError {
        try #require(throws: RPCError.self) { try trial(settings).deliver(channel, to: address, message: message) }
    }

    @Test("A webhook gets the message as JSON by POST, at the address byte for byte")
    func webhook() throws {
        let server = try LocalServer([Self.program, inbox])
        _ = try trial().deliver(
            "webhook", to: "HTTP://127.0.0.1:\(server.line)/hook?key=[1-2]&x=%7B'$(id)", message: message)
        let request = try request()
        #expect(request["method"] == "POST" && request["path"] == "/hook?key=[1-2]&x=%7B'$(id)")
        #expect(try body(request) == .object(message))
        #expect(request["headers"]?["content-type"] == "application/json")
        #expect(request["headers"]?["authorization"] == nil)
    }

    @Test("An overlong text is truncated between characters")
    func long() throws {
        let server = try LocalServer([Self.program, inbox])
        let text = String(repeating: "🗑", count: 100_000)
        _ = try trial().deliver(
            "webhook", to: "http://127.0.0.1:\(server.line)/",
            message: ["id": "1", "title": "x", "body": .string(text)])
        let told = try body(try request())["body"]?.stringValue ?? ""
        #expect(told.utf8.count <= 32 << 10 && told == String(repeating: "🗑", count: told.count - 1) + "…")
    }

    @Test("An unsuccessful status is an error with its code", arguments: [301, 400, 404, 429, 500, 503])
    func codes(code: Int) throws {
        let server = try LocalServer([Self.program, inbox])
        let error = try refusal("webhook", "http://mia:secret@127.0.0.1:\(server.line)/code/\(code)")
        #expect(error.message == "http://127.0.0.1:\(server.line) answered with the status \(code)")
        #expect(error.kind == (code < 429 ? .refused : .unavailable))
    }

    @Test("A redirect is not followed")
    func redirection() throws {
        let server = try LocalServer([Self.program, inbox])
        let error = try refusal("webhook", "http://127.0.0.1:\(server.line)/away")
        #expect(error.message.hasSuffix("the status 307") && error.hint?.contains("moved") == true)
        #expect(try request()["path"] == "/away")
    }

    @Test("An unreachable server is reported as such")
    func nobody() throws {
        let error = try refusal("webhook", "http://127.0.0.1:1/")
        #expect(error.kind == .unavailable && error.message.hasPrefix("http://127.0.0.1:1 cannot be reached: "))
    }

    @Test(
        "An invalid web address is refused",
        arguments: [
            "", "example.org", "file:///etc/passwd", "ftp://example.org/", "-K/etc/passwd", "http://", "https:///x",
            "http://example.org/ x", "http://example.org/\nurl = file:///etc/passwd", "http://example.org/\"\nx",
            "http://exämple.org/", "http://example.org/\\", "gopher://x", "http://:80/", "http://mia@/",
            "http://x/{a,b}",
        ])
    func addresses(address: String) throws {
        let error = try refusal("webhook", address)
        #expect(error.kind == .refused && error.message.contains("web address"))
    }

    @Test("A private certificate authority is trusted once configured")
    func https() throws {
        let (certificate, key) = (folder.path + "/certificate.pem", folder.path + "/key.pem")
        let words = [
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", certificate, "-subj",
            "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
        ]
        #expect(try Tool("openssl").run(words).status == 0)
        let server = try LocalServer([Self.program, inbox, certificate, key])
        let address = "https://localhost:\(server.line)/hook"
        let error = try refusal("webhook", address)
        #expect(error.kind == .unavailable && error.message.contains("certificate"))
        #expect(try isUntouched())
        _ = try trial(["ca-file": .string(certificate)]).deliver("webhook", to: address, message: message)
        #expect(try body(try request()) == .object(message))
    }

    @Test("ntfy gets the topic, texts, sequence id and this device's token")
    func ntfy() throws {
        let server = try LocalServer([Self.program, inbox])
        let settings: JSONObject = [
            "ntfy-server": .string("http://127.0.0.1:\(server.line)"), "ntfy-token": "tk_\"s3cret",
        ]
        _ = try trial(settings).deliver("ntfy", to: "our_Chores-1", message: message)
        let request = try request()
        #expect(request["path"] == "/" && request["headers"]?["authorization"] == "Bearer tk_\"s3cret")
        let expected: JSON = [
            "topic": "our_Chores-1", "title": message["title"] ?? .null, "message": message["body"] ?? .null,
            "sequence_id": message["id"] ?? .null,
        ]
        #expect(try body(request) == expected)
    }

    @Test("A topic on another server does not get this device's token")
    func otherServer() throws {
        let server = try LocalServer([Self.program, inbox])
        let settings: JSONObject = ["ntfy-server": "http://127.0.0.1:9", "ntfy-token": "tk_s3cret"]
        _ = try trial(settings).deliver(
            "ntfy", to: "http://127.0.0.1:\(server.line)/below/chores?x=1",
            message: ["id": "a b", "title": "Bins", "body": ""])
        let request = try request()
        #expect(request["path"] == "/below/" && request["headers"]?["authorization"] == nil)
        #expect(try body(request) == ["topic": "chores", "message": "Bins"])
    }

    @Test("An invalid topic is refused", arguments: ["", "a b", "a/b", "ü", "../x", "https://x", "https://x/a b"])
    func topics(topic: String) throws {
        let error = try refusal("ntfy", topic)
        #expect(error.kind == .refused)
    }

    @Test("A missing address is an error with a hint", arguments: ["webhook", "ntfy"])
    func missing(channel: String) throws {
        let error = try refusal(channel, nil)
        #expect(error.kind == .refused && error.hint?.contains("channel add \(channel)") == true)
    }

    @Test("The manifest is valid")
    func manifest() throws {
        let manifest = try PluginManifest(WebPlugin.manifest)
        #expect(manifest.offers.channels.map(\.name) == ["webhook", "ntfy"])
        #expect(manifest.needs.programs && manifest.needs.network)
    }

    @Test("The manifest's address patterns match the accepted addresses")
    func addressForms() throws {
        let channels = try PluginManifest(WebPlugin.manifest).offers.channels
        let (hook, topic) = (try #require(channels[0].address), try #require(channels[1].address))
        for text in ["http://localhost:80/a?b=%20#c", "https://[::1]/x", "HTTPS://a:b@example.org"] {
            #expect(hook.accepts(text))
        }
        for text in ["", "example.org", "ftp://example.org", "https://", "https:///x", "https://a b", "https://a\n"] {
            #expect(!hook.accepts(text) && !topic.accepts(text))
            #expect(try refusal("webhook", text).kind == .refused)
        }
        #expect(topic.accepts("our_Chores-1") && topic.accepts("https://ntfy.example.org/below/chores?x=1"))
        for text in ["a b", "a/b", "ü", "../x", "https://x", "https://x/a b"] { #expect(!topic.accepts(text)) }
        #expect(!hook.accepts(nil) && !topic.accepts(nil))
    }
}
