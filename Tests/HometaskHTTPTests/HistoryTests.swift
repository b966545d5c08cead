// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import Testing

@testable import HometaskHTTP

@Suite("The history of documents over HTTP")
struct HistoryTests {
    /// Adds a task with a command, and renames it to each further name.
    private func add(_ names: [String], to server: TestServer) async throws -> DocumentID {
        let id = try await server.replica.write(command: "add") { try $0.tasks.add(TaskDraft(title: "Bins")) }.result
        for name in names { try await rename(id, name, in: server) }
        return id
    }

    private func rename(_ id: DocumentID, _ name: String, in server: TestServer) async throws {
        var change = TaskChange()
        change.values["title"] = .string(name)
        _ = try await server.replica.write(command: "edit") { [change] in try $0.tasks.edit(id, by: change) }
    }

    private func changes(_ answer: RawClient.Answer) throws -> [JSON] {
        #expect(answer.status == 200)
        return try #require(answer.json["changes"]?.arrayValue)
    }

    @Test("The history lists changes by commands and phones, newest first, like the command")
    func changes() async throws {
        try await TestServer.with { server in
            let id = try await add(["All bins"], to: server)
            var phone = try await server.phone(of: server.tom)
            let first = try await phone.exchange()
            let text = first.json["docs"]?.arrayValue?.first { $0["path"]?.stringValue?.contains("\(id)") == true }
            var task = try Document(decoding: Array(try #require(text?["text"]?.stringValue).utf8))
            let author = Author(actor: try #require(ActorID(phone.actor)), time: .present)
            _ = task.writeValue("Both bins", to: "title", rule: .register, by: author)
            _ = try await phone.exchange([task])
            let answer = try await phone.send("GET", "/history/task/\(id)")
            let found = try changes(answer)
            #expect(found.map { $0["author"] } == ["Tom", "Berg", "Berg"] && answer.json["more"] == false)
            #expect(found.map { $0["created"] } == [false, false, true])
            #expect(
                found.first?["changes"] == [["field": "title", "from": "All bins", "to": "Both bins"]])
            let path = try #require(DocumentPath(kind: .task, id: id))
            let own = try await VersionChange.all(of: path, in: server.replica)
            for (change, json) in zip(own, found) {
                for (key, value) in change.json.members { #expect(json["\(key)"] == value, "\(key)") }
            }
            #expect(own.count == found.count && answer.header("cache-control") == "no-store")
        }
    }

    @Test("A long history is paginated by at most 50 changes, without gaps or duplicates")
    func parts() async throws {
        try await TestServer.with { server in
            let id = try await add((1...60).map { "Bins \($0)" }, to: server)
            let phone = try await server.phone(of: server.mia)
            let first = try await phone.send("GET", "/history/task/\(id)")
            let latest = try changes(first)
            #expect(latest.count == 50 && first.json["more"] == true)
            let last = try #require(latest.last?["commit"]?.stringValue)
            let second = try await phone.send("GET", "/history/task/\(id)?before=\(last)")
            let earlier = try changes(second)
            #expect(earlier.count == 11 && second.json["more"] == false)
            #expect(Set((latest + earlier).compactMap { $0["commit"]?.stringValue }).count == 61)
            let end = try #require(earlier.last?["commit"]?.stringValue)
            #expect(try changes(await phone.send("GET", "/history/task/\(id)?before=\(end)")).isEmpty)
        }
    }

    @Test("Pages of large changes have fewer than 50, and no change is left out")
    func long() async throws {
        try await TestServer.with { server in
            let id = try await add([], to: server)
            for number in 1...4 {
                var change = TaskChange()
                let line = JSON.string(String(repeating: "\(number)", count: 400))
                change.values["description"] = .array(Array(repeating: line, count: 400))
                _ = try await server.replica.write(command: "edit") { [change] in try $0.tasks.edit(id, by: change) }
            }
            let phone = try await server.phone(of: server.mia)
            var (query, count, answers) = ("", 0, 0)
            repeat {
                let answer = try await phone.send("GET", "/history/task/\(id)\(query)")
                let found = try changes(answer)
                (count, answers) = (count + found.count, answers + 1)
                #expect(!found.isEmpty && answer.body.count < 2 * HistoryRoutes.room)
                query = "?before=\(found.last?["commit"]?.stringValue ?? "")"
                if answer.json["more"] == false { break }
            } while answers < 10
            #expect(count == 5 && answers > 1)
        }
    }

    @Test("A document in the trash has a history; a missing one has an empty history")
    func trash() async throws {
        try await TestServer.with { server in
            let id = try await add([], to: server)
            _ = try await server.replica.write(command: "delete") {
                try $0.trash.delete(#require(DocumentPath(kind: .task, id: id)), called: "Bins")
            }
            let phone = try await server.phone(of: server.tom)
            let found = try changes(await phone.send("GET", "/history/task/\(id)"))
            #expect(found.first?["changes"]?.arrayValue?.contains { $0["field"] == "deleted" } == true)
            #expect(try changes(await phone.send("GET", "/history/task/\(server.mia)")).isEmpty)
        }
    }

    @Test("Only phones of the family may read a history")
    func rights() async throws {
        try await TestServer.with { server in
            let id = try await add([], to: server)
            let phone = try await server.phone(of: server.mia)
            let other = try await server.phone(of: server.tom)
            #expect(try await server.client.send("GET", "\(phone.path)/history/task/\(id)").status == 401)
            let answer = try await phone.send("GET", "/history/task/\(id)", headers: ["Cookie": other.cookie])
            #expect(answer.status == 401)
            #expect(try await phone.send("GET", "/history/task/\(id)", headers: ["Origin": "null"]).status == 403)
            _ = try await phone.send("DELETE")
            #expect(try await phone.send("GET", "/history/task/\(id)").status == 401)
        }
    }

    @Test(
        "A path to anything but a document with a history is not found, and reaches no other file",
        arguments: [
            "family/ID", "hunt/ID", "member/ID", "device/ID", "tasks/ID", "Task/ID", "task/", "task/x", "task/ID.json",
            "task/..%2F..%2Ffamily", "..%2F..%2Ffamily.json/ID", "task/ID%00", "task/ID%0d%0aX-Evil:%201", "task/ID/x",
            "%2e%2e/ID",
        ])
    func paths(path: String) async throws {
        try await TestServer.with { server in
            let id = try await add([], to: server)
            let phone = try await server.phone(of: server.mia)
            let answer = try await phone.send("GET", "/history/\(path.replacing("ID", with: "\(id)"))")
            #expect([400, 404].contains(answer.status) && answer.header("x-evil") == nil)
        }
    }

    @Test(
        "A start that is not a commit id is refused; a commit that did not change the document is not found",
        arguments: [
            ("x", 400), ("", 400), ("HEAD", 400), (String(repeating: "A", count: 40), 400), ("%00", 400),
            (String(repeating: "a", count: 41), 400), ("refs%2Fheads%2Fmain", 400), ("-1", 400),
            (String(repeating: "a", count: 40), 404),
        ])
    func starts(before: String, status: Int) async throws {
        try await TestServer.with { server in
            let id = try await add([], to: server)
            let phone = try await server.phone(of: server.mia)
            #expect(try await phone.send("GET", "/history/task/\(id)?before=\(before)").status == status)
        }
    }

    @Test("A phone's concurrent history requests are limited, and later ones are answered")
    func flood() async throws {
        try await TestServer.with { server in
            let id = try await add((1...20).map { "Bins \($0)" }, to: server)
            let phone = try await server.phone(of: server.mia)
            let statuses = try await withThrowingTaskGroup { group in
                for _ in 0..<20 { group.addTask { try await phone.send("GET", "/history/task/\(id)").status } }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.contains(200) && Set(statuses).isSubset(of: [200, 429]))
            #expect(try await phone.send("GET", "/history/task/\(id)").status == 200)
        }
    }
}
