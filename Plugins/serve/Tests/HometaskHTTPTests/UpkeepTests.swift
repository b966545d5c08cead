// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import Synchronization
import Testing

@testable import HometaskHTTP

@Suite("Upkeep by a server")
struct UpkeepTests {
    /// Does the upkeep in this process, and counts how often.
    private final class Runner: UpkeepRunner {
        let families = Mutex<[String]>([])
        let failure: String?

        init(failure: String? = nil) { self.failure = failure }

        func runUpkeep(of family: String) async -> String? {
            families.withLock { $0.append(family) }
            if let failure { return failure }
            do {
                _ = try await GitReplicaProvider().open(at: family).upkeep()
                return nil
            } catch {
                return "\(error)"
            }
        }

        var count: Int { families.withLock { $0.count } }

        /// Waits until it has run, for some seconds at the most.
        func wait() async throws {
            for _ in 0..<600 where count == 0 { try await Task.sleep(for: .milliseconds(20)) }
        }
    }

    /// So much that the repository is to be kept small, from a phone.
    private func writeMuch(by phone: inout TestPhone) async throws {
        let text = String(repeating: "The lid has to be shut. ", count: 15_000)
        for number in 0..<4 {
            var task = try phone.task("Bins \(number)")
            let author = Author(actor: try #require(ActorID(phone.actor)), time: .present)
            _ = task.writeValue(.string(text), to: "of-a-plugin", rule: .register, by: author)
            let answer = try await phone.exchange([task])
            try #require(answer.status == 200 && answer.json["refused"]?.arrayValue == [], "\(answer.json)")
        }
    }

    @Test("Upkeep starts once enough has been written, and does not start again after small changes")
    func begins() async throws {
        let runner = Runner()
        try await TestServer.with({ $0.upkeep = runner }) { server in
            var phone = try await server.phone(of: server.mia)
            _ = try await phone.exchange([try phone.task("Milk")])
            try await Task.sleep(for: .milliseconds(300))
            #expect(runner.count == 0)
            try await writeMuch(by: &phone)
            try await runner.wait()
            #expect(runner.families.withLock { Set($0) } == [server.folder + "/home"])
            // What was written while it ran may have begun another.
            _ = try await phone.exchange([try phone.task("Bread")])
            try await Task.sleep(for: .milliseconds(500))
            let count = runner.count
            _ = try await phone.exchange([try phone.task("Butter")])
            try await Task.sleep(for: .milliseconds(500))
            #expect(runner.count == count)
            #expect(try await server.replica.list("butter").tasks.count == 1)
        }
    }

    @Test("A failed upkeep is logged once, and phones are still served")
    func fails() async throws {
        let runner = Runner(failure: "hometask exited with the code 74")
        try await TestServer.with({ $0.upkeep = runner }) { server in
            var phone = try await server.phone(of: server.mia)
            try await writeMuch(by: &phone)
            try await runner.wait()
            for title in ["Milk", "Bread"] {
                #expect(try await phone.exchange([try phone.task(title)]).status == 200)
                try await Task.sleep(for: .milliseconds(200))
            }
            #expect(runner.count > 1)
            let told = server.log.all.filter { $0.contains("the history cannot be packed: hometask exited") }
            #expect(told.count == 1, "\(server.log.all)")
        }
    }
}
