// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlugin
import PluginTestSupport
import TestSupport
import Testing

@testable import PluginNominatim

@Suite("Places through Nominatim", .waits, .enabled(if: Tool("curl").isInstalled, "\(Tool("curl").note)"))
struct NominatimTests {
    private let folder: TemporaryFolder
    private let inbox: String
    private static let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("nominatim_server.py").path

    init() throws {
        folder = try TemporaryFolder()
        inbox = try folder.folder("inbox")
    }

    private func search(
        _ text: String, _ server: LocalServer, settings: JSONObject = [:], near: JSON? = nil, limit: Int = 10
    ) throws -> [JSON] {
        let trial = PluginTrial(NominatimPlugin())
        trial.folder = folder.path
        var own = settings
        if own["server"] == nil { own["server"] = .string("http://127.0.0.1:\(server.line)") }
        trial.settings = own
        var params: JSONObject = ["name": "nominatim", "text": .string(text), "limit": .number(JSONNumber(limit))]
        params["near"] = near
        let answer = try trial.call(PluginMethod.searchPlaces, params).result
        #expect(answer["attribution"]?.stringValue?.contains("OpenStreetMap") == true)
        return answer["places"]?.arrayValue ?? []
    }

    private func requests() throws -> [JSON] {
        try FileManager.default.contentsOfDirectory(atPath: inbox).sorted()
            .map { try JSON.parse(String(contentsOfFile: "\(inbox)/\($0)", encoding: .utf8)) }
    }

    @Test("A request has only the words and the user agent, and returns the places")
    func asks() throws {
        let server = try LocalServer([Self.program, inbox])
        let places = try search("Dam & \"Zo\" #1 %\nü", server, settings: ["language": "nl,en;q=0.5"])
        #expect(places.count == 1)
        #expect(places[0]["name"] == "Dam" && places[0]["country"] == "Nederland")
        #expect(places[0]["address"] == "Centrum, Amsterdam, Noord-Holland, Nederland")
        #expect(places[0]["latitude"]?.doubleValue == 52.3730796)
        let request = try #require(try requests().first)
        #expect(request["path"] == "/search")
        #expect(
            request["query"]
                == ["q": "Dam & \"Zo\" #1 % ü", "format": "jsonv2", "addressdetails": "1", "limit": "10"])
        #expect(request["headers"]?["user-agent"] == "hometask")
        #expect(request["headers"]?["accept-language"] == "nl,en;q=0.5")
        #expect(request["headers"]?["cookie"] == nil && request["headers"]?["referer"] == nil)
    }

    @Test("A position is sent as a coarse viewbox")
    func near() throws {
        let server = try LocalServer([Self.program, inbox])
        _ = try search("Dam", server, near: try JSON.parse("{\"latitude\": 52.3712345, \"longitude\": 4.8912345}"))
        #expect(try requests().first?["query"]?["viewbox"] == "4.75,52.25,5.25,52.75")
    }

    @Test("Requests of a device are at least a second apart")
    func pause() throws {
        let server = try LocalServer([Self.program, inbox])
        for _ in 0..<3 { _ = try search("Dam", server) }
        let times = try requests().compactMap { $0["time"]?.doubleValue }
        #expect(times.count == 3)
        // A lower bound only; the upper one depends on the machine.
        for (earlier, later) in zip(times, times.dropFirst()) { #expect(later - earlier > 0.99) }
    }

    @Test("After the clock was set back, the request waits a full second")
    func clockSetBack() throws {
        let path = folder.path + "/last-request"
        try "1".write(toFile: path, atomically: true, encoding: .utf8)
        let future = Date(timeIntervalSinceNow: 86_400)
        try FileManager.default.setAttributes([.modificationDate: future], ofItemAtPath: path)
        let begin = ContinuousClock.now
        try RequestPause(in: folder.path).before {}
        // A lower bound only; the upper one depends on the machine.
        #expect(ContinuousClock.now - begin > .milliseconds(990))
        let noted = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        #expect(try #require(noted) < future, "the next one counts from this one")
    }

    @Test("A request starts a second after the previous one ends, whatever its duration")
    func oneAtATime() async throws {
        let path = folder.path
        let times = try await withThrowingTaskGroup(of: [ContinuousClock.Instant].self) { group in
            for _ in 0..<2 {
                group.addTask {
                    try RequestPause(in: path).before {
                        let begin = ContinuousClock.now
                        usleep(200_000)
                        return [begin, ContinuousClock.now]
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }.sorted { $0[0] < $1[0] }
        }
        #expect(times[1][0] - times[0][1] > .milliseconds(990))
    }

    @Test("Invalid places and names are skipped, and texts are single lines without control characters")
    func hostile() throws {
        let server = try LocalServer([Self.program, inbox])
        let places = try search("hostile", server)
        #expect(places.count == 1)
        let name = try #require(places.first?["name"]?.stringValue)
        #expect(!name.unicodeScalars.contains { $0.value < 0x20 })
        #expect(try #require(places.first?["address"]?.stringValue).count <= 300)
    }

    @Test("The limit on places is kept")
    func many() throws {
        let server = try LocalServer([Self.program, inbox])
        #expect(try search("many", server, limit: 3).count == 3)
        #expect(try search("nothing", server).isEmpty)
    }

    @Test(
        "An invalid answer is an error that names the service",
        arguments: [
            ("page", "did not answer like Nominatim"), ("deep", "did not answer like Nominatim"),
            ("long", "the answer is too long"), ("code 302", "status 302"), ("code 403", "status 403"),
            ("code 500", "status 500"),
        ])
    func errors(text: String, message: String) throws {
        let server = try LocalServer([Self.program, inbox])
        let error = try #require(throws: RPCError.self) { try search(text, server) }
        #expect(error.kind == .unavailable)
        #expect(error.message.hasPrefix("http://127.0.0.1:\(server.line) ") && error.message.contains(message))
        #expect(try requests().count == 1)
    }

    @Test("An unreachable service is named, without its password")
    func nobody() throws {
        let server = try LocalServer([Self.program, inbox])
        let error = try #require(throws: RPCError.self) {
            try search("Dam", server, settings: ["server": "http://mia:secret@127.0.0.1:1/"])
        }
        #expect(error.message.hasPrefix("http://127.0.0.1:1 cannot be queried: ") && !error.message.contains("secret"))
    }

    @Test(
        "An invalid web address is refused",
        arguments: [
            "example.org", "file:///etc/passwd", "https://", "http://x/\"\nurl=y", "http://a b", "http://x/?q=",
        ])
    func addresses(address: String) throws {
        let server = try LocalServer([Self.program, inbox])
        let error = try #require(throws: RPCError.self) {
            try search("Dam", server, settings: ["server": .string(address)])
        }
        #expect(error.kind == .refused && error.message.contains("web address"))
        #expect(try requests().isEmpty)
    }

    @Test("The manifest declares the need for the network")
    func manifest() throws {
        let manifest = try PluginManifest(NominatimPlugin.manifest)
        #expect(manifest.offers.places.map(\.name) == ["nominatim"])
        #expect(manifest.needs.network && manifest.needs.programs && manifest.needs.read.isEmpty)
    }
}
