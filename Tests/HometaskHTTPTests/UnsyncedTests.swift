// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import Testing

@testable import HometaskHTTP

@Suite("A server that has not synced for a day")
struct UnsyncedTests {
    /// Sets the time of the server's last sync.
    private func sync(_ server: TestServer, secondsAgo seconds: Int64) throws {
        let files = try #require(FileManager.default.subpaths(atPath: server.folder + "/home"))
        let name = try #require(files.first { $0.hasSuffix("hometask/synced") })
        let text = Timestamp(seconds: Timestamp.present.seconds - seconds).rfc3339
        try "\(text)\n".write(toFile: server.folder + "/home/" + name, atomically: true, encoding: .utf8)
    }

    @Test("Adults are told the time of the last sync, children are not; a new sync ends the warning")
    func told() async throws {
        try await TestServer.with({ _ in }, remote: true) { server in
            _ = try await server.replica.sync(.both, remote: nil) { _ in }
            let (adult, child) = (try await server.phone(of: server.mia), try await server.phone(of: server.tom))
            for (seconds, isTold) in [(Int64(80_000), false), (90_000, true)] {
                try sync(server, secondsAgo: seconds)
                let mia = try await adult.send("GET").json["unsynced"]?.stringValue
                #expect((mia != nil) == isTold)
                #expect(try await child.send("GET").json["unsynced"] == nil)
                let last = try await server.replica.lastSync()?.rfc3339
                #expect(mia == nil || mia == last)
            }
            _ = try await server.replica.sync(.both, remote: nil) { _ in }
            #expect(try await adult.send("GET").json["unsynced"] == nil)
        }
    }

    @Test("A family without a remote gets no warning")
    func withoutRemote() async throws {
        try await TestServer.with({ _ in }, remote: true) { server in
            _ = try await server.replica.sync(.both, remote: nil) { _ in }
            try sync(server, secondsAgo: 90_000)
            let phone = try await server.phone(of: server.mia)
            #expect(try await phone.send("GET").json["unsynced"] != nil)
            try await server.replica.setRemote("origin", url: nil)
            #expect(try await phone.send("GET").json["unsynced"] == nil)
        }
    }
}
