// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import Synchronization
import Testing

@testable import HometaskHTTP

@Suite("Upkeep by a server")
struct UpkeepTests {
    /// Runs the upkeep in this process, and counts its runs.
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

        /// Waits until this many runs have begun.
        func wait(for count: Int) async throws {
            _ = try await TestServer.eventually { self.count >= count }
            try #require(self.count >= count)
        }
    }

    /// Writes enough data from a phone to trigger upkeep.
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

    @Test("Upkeep starts once enough has been written, and phones are served meanwhile")
    func begins() async throws {
        let runner = Runner()
        try await TestServer.with({ $0.upkeep = runner }) { server in
            var phone = try await server.phone(of: server.mia)
            try await writeMuch(by: &phone)
            try await runner.wait(for: 1)
            #expect(runner.families.withLock { Set($0) } == [server.folder + "/home"])
            _ = try await phone.exchange([try phone.task("Butter")])
            #expect(try await server.replica.list("butter").tasks.count == 1)
        }
    }

    @Test("Small changes do not start upkeep, either before the threshold or after a run")
    func smallChanges() async throws {
        let runner = Runner()
        try await TestServer.with { server in
            let family = try await ServedFamily(at: server.folder + "/home", phones: server.phones)
            let upkeep = FamilyUpkeep(of: family, by: runner, log: .none)
            let added = try await family.replica.write(command: "add") { try $0.tasks.add(TaskDraft(title: "Bins")) }
            let task = try #require(DocumentPath(kind: .task, id: added.result))
            func write(_ text: String) async throws {
                _ = try await family.replica.write(command: nil) {
                    try $0.writeFields(["of-a-plugin": .string(text)], to: task)
                }
                // Runs the upkeep check as the server does after each change.
                #expect(await upkeep.runIfDue(after: nil) == nil)
            }
            try await write("A little.")
            #expect(runner.count == 0)
            let text = String(repeating: "The lid has to be shut. ", count: 15_000)
            for number in 0..<4 { try await write("\(number) \(text)") }
            #expect(runner.count == 1)
            try await write("A little again.")
            #expect(runner.count == 1)
        }
    }

    @Test("A failed upkeep run is logged once, and phones are still served")
    func fails() async throws {
        let runner = Runner(failure: "hometask exited with the code 74")
        try await TestServer.with({ $0.upkeep = runner }) { server in
            var phone = try await server.phone(of: server.mia)
            try await writeMuch(by: &phone)
            try await runner.wait(for: 1)
            for title in ["Milk", "Bread"] {
                let count = runner.count
                #expect(try await phone.exchange([try phone.task(title)]).status == 200)
                try await runner.wait(for: count + 1)
            }
            // The second-to-last failure has been handled.
            #expect(runner.count > 2)
            let told = server.log.all.filter { $0.contains("the history cannot be packed: hometask exited") }
            #expect(told.count == 1, "\(server.log.all)")
        }
    }
}
