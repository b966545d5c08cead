// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import HometaskServing
import Testing

@testable import HometaskHTTP

@Suite("Messages of plain pages")
struct PlainMessageTests {
    // MARK: Long lists

    /// Returns the text after the tasks of a list.
    private func rest(after shown: Int, of count: Int, isWhole: Bool) throws -> String {
        var place = PlainAddress.ShownList()
        (place.list, place.isWhole) = (.all, isWhole)
        let device = try #require(DocumentID("00000000-0000-4000-8000-000000000001"))
        let page = PlainListPage(
            messages: PageMessages(preferring: ["en"]), address: PlainAddress(device: device), place: place,
            listed: nil, newID: device)
        let bytes = HTML.document(in: "en", head: .none, body: page.rest(after: shown, of: count))
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("A truncated list says so, and its link states the number of tasks in the whole list")
    func longLists() throws {
        #expect(try rest(after: 200, of: 6003, isWhole: false).contains("all=1\">Show the first 5000</a>"))
        #expect(try rest(after: 200, of: 5000, isWhole: false).contains("all=1\">Show all 5000</a>"))
        let words = "<p>5000 of 6003 tasks are shown. A search finds the others.</p>"
        #expect(try rest(after: 5000, of: 6003, isWhole: true).contains(words))
        #expect(try rest(after: 5000, of: 5000, isWhole: true).contains("<body></body>"))
    }

    @Test("Ticking or adding a task in the whole list leads back to the whole list")
    func wholeList() async throws {
        try await TestServer.with { server in
            let mia = try await PlainClient(of: server.mia, at: server)
            try await mia.add("Fence")
            let id = try await mia.task("fence").id
            let page = try await mia.open("?list=all&all=1")
            #expect(page.hidden("all") == "1")
            #expect(try await mia.open("?list=all").hidden("all") == "")
            let fields = [("version", page.hidden("version")), ("done", "\(id)"), ("list", "all")]
            let ticked = try await mia.send("completions", fields + [("all", page.hidden("all"))])
            #expect(ticked.status == 303 && ticked.location == "\(mia.root)?list=all&all=1&saved=1")
        }
    }

    // MARK: Reasons

    @Test("A plain page gives no advice meant for another program, and names no field that no form has")
    func advice() async throws {
        try await TestServer.with { server in
            let mia = try await PlainClient(of: server.mia, at: server)
            try await mia.add("Fence")
            let id = try await mia.task("fence").id
            let comment = [("id", try await mia.open("tasks/\(id)").hidden("id")), ("text", " ")]
            let empty = try await mia.send("tasks/\(id)/comments", comment)
            #expect(empty.status == 400 && empty.has(">A comment cannot be empty.</p>"))
            let form = [("id", try await mia.open().hidden("id")), ("line", "Shed remind:1d")]
            let line = try await mia.send("tasks", form)
            #expect(line.status == 400 && line.has("here. Leave it out: it cannot be set on a phone.</p>"))
            let german = try await mia.send("tasks", form, headers: ["Accept-Language": "de"])
            #expect(german.has("lässt sich hier nicht setzen. Lass es weg: Am Telefon lässt es sich nicht setzen.</p>"))
        }
    }

    @Test("Fields reserved for adults are named in the page's language")
    func fieldNames() {
        let messages = PageMessages(preferring: ["de"])
        for (field, name) in [("proof", "Beleg"), ("approval", "Bestätigung"), ("window", "Zeit des Fotos")] {
            #expect(messages.label(of: FieldName(field)) == name)
        }
    }

    @Test("A reason becomes a sentence, but a leading path stays unchanged")
    func sentences() {
        #expect(PlainFault.sentence("the title is empty") == "The title is empty.")
        #expect(PlainFault.sentence("tasks/00/a.json cannot be read") == "tasks/00/a.json cannot be read.")
        #expect(PlainFault.sentence("family.json cannot be read") == "family.json cannot be read.")
        #expect(PlainFault.sentence("stopped.") == "Stopped.")
    }

    @Test("The paths of unusable files are logged, and not shown to a phone")
    func paths() async throws {
        try await TestServer.with { server in
            let mia = try await PlainClient(of: server.mia, at: server)
            let form = [("id", try await mia.open().hidden("id")), ("line", "Shed")]
            // The family knows a phone once it has sent its first edit.
            var phone = mia.phone
            #expect(try await phone.exchange([try phone.task("Milk")]).status == 200)
            // A folder in place of the lock file cannot be locked.
            let files = FileManager.default
            let locks = try files.subpathsOfDirectory(atPath: server.folder + "/home").filter {
                $0.hasSuffix("hometask/lock") || $0.hasSuffix("hometask/worktree-lock")
            }
            #expect(!locks.isEmpty)
            for lock in locks.map({ "\(server.folder)/home/\($0)" }) {
                try files.removeItem(atPath: lock)
                try files.createDirectory(atPath: lock, withIntermediateDirectories: false)
            }
            let plain = try await mia.send("tasks", form)
            #expect(plain.status == 503 && !plain.has(server.folder) && plain.has("cannot be read or written now"))
            let german = try await mia.send("tasks", form, headers: ["Accept-Language": "de"])
            #expect(german.has("<p>Die Daten der Familie können gerade nicht gelesen oder gespeichert werden. "))
            let name = try await phone.send("PUT", "/name", body: Array("{\"name\": \"other\"}".utf8))
            #expect(name.status == 503, "\(name.json)")
            #expect(name.json["message"]?.stringValue?.contains("/") == false)
            _ = try await TestServer.eventually { server.log.all.contains { $0.contains("hometask/") } }
            #expect(server.log.all.contains { $0.hasPrefix("fault: cannot lock /") && $0.contains("lock") })
            // The same holds if the repository is unreadable.
            let head = server.folder + "/home/HEAD"
            try files.removeItem(atPath: head)
            try files.createDirectory(atPath: head, withIntermediateDirectories: false)
            let answer = try await phone.send("GET")
            #expect(answer.status == 503 && answer.json["message"]?.stringValue?.contains("/") == false)
            #expect(try await mia.open().has(server.folder) == false)
        }
    }

    @Test("A fault of the phones' database is logged, and not shown to a phone")
    func database() async throws {
        try await TestServer.with { server in
            let mia = try await PlainClient(of: server.mia, at: server)
            let script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('drop table phones')"
            let breaking = ChildProgram("python3", ["-c", script, server.folder + "/phones.sqlite"])
            try #require(try breaking.run().status == 0)
            let answer = try await mia.phone.send("GET")
            #expect(answer.status == 503 && answer.json["code"] == "unavailable")
            #expect(answer.json["message"] == "the family cannot be read or written now: try again later")
            let said = { server.log.all.count { $0.hasPrefix("fault: the database of phones cannot be used: ") } }
            let before = said()
            let page = try await mia.open()
            #expect(page.status == 503 && !page.has("database") && page.has("cannot be read or written now"))
            #expect(before > 0 && said() > before)
        }
    }

    // MARK: Conflicts

    @Test("A task deleted during an edit is kept or deleted with a button, and both choices are described")
    func deletedApart() async throws {
        try await TestServer.with { server in
            let mia = try await PlainClient(of: server.mia, at: server)
            for (choice, title) in [("0", "Fence"), ("1", "Shed")] {
                try await mia.add(title)
                let id = try await mia.task(title).id
                let form = try await mia.open("tasks/\(id)")
                _ = try await server.replica.write(command: "delete") {
                    try $0.trash.delete(#require(DocumentPath(kind: .task, id: id)), called: title)
                }
                #expect(try await mia.save(id, [("tags", "wood")], in: form).status == 303)
                let page = try await mia.open("tasks/\(id)", ["Accept-Language": "de"])
                #expect(page.has("<h2>Widersprüchliche Änderungen: Papierkorb</h2>"))
                #expect(page.has("<bdi>Behalten, mit den Änderungen</bdi>"))
                #expect(page.text.firstMatch(of: /<bdi>Gelöscht am \d{4}-\d\d-\d\d \d\d:\d\d<\/bdi>/) != nil)
                let fields = [("version", page.hidden("version")), ("field", "deleted")]
                #expect(try await mia.send("tasks/\(id)/conflicts", fields + [("choice", "2")]).status == 400)
                for _ in 0..<2 {
                    #expect(try await mia.send("tasks/\(id)/conflicts", fields + [("choice", choice)]).status == 303)
                }
                let kept = try await server.replica.list(title).tasks
                #expect(kept.map(\.tags) == (choice == "0" ? [["wood"]] : []) && !kept.contains(where: \.hasConflict))
                let other = fields + [("choice", choice == "0" ? "1" : "0")]
                #expect(try await mia.send("tasks/\(id)/conflicts", other).status == 409)
            }
        }
    }

    @Test("On adding a task, the page asks about title words that read as a date")
    func remainder() async throws {
        try await PlainTests.serving { _, mia, _ in
            let answer = try await mia.add("Eggs due:tomorrow 18:00")
            #expect(answer.status == 200 && answer.has("Added: Eggs 18:00"))
            #expect(answer.has("Did you mean due:&quot;tomorrow 18:00&quot;?"))
        }
    }
}
