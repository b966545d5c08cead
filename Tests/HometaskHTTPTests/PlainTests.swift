// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import Testing

@testable import HometaskHTTP

@Suite("Plain pages")
struct PlainTests {
    static func serving(_ body: (TestServer, PlainClient, PlainClient) async throws -> Void) async throws {
        try await TestServer.with { server in
            try await body(
                server, try await PlainClient(of: server.mia, at: server),
                try await PlainClient(of: server.tom, at: server))
        }
    }

    private func commits(_ server: TestServer) async throws -> Int {
        try await server.replica.history(since: nil, path: nil, limit: 1000).count
    }

    // MARK: Lists

    @Test("Lists show today's tasks, the member's, everyone's, done tasks, and search results")
    func lists() async throws {
        try await Self.serving { server, mia, tom in
            try await mia.add("Milk due:today +shopping")
            try await mia.add("Piano @Tom")
            try await mia.add("Shelf")
            let list = try await mia.open("?list=all")
            #expect(list.status == 200 && ["Milk", "Piano", "Shelf"].allSatisfy(list.has))
            #expect(list.answer.header("content-type") == "text/html; charset=utf-8")
            _ = try await mia.tick(try await mia.task("shelf").id, in: list)
            let (today, mine) = (try await tom.open(), try await tom.open("?list=mine"))
            #expect(today.has("<bdi>Milk</bdi>") && !today.has("Piano") && !today.has("Shelf"))
            #expect(mine.has("Piano") && !mine.has("<bdi>Milk</bdi>"))
            let done = try await mia.open("?list=done")
            #expect(done.has("Open again: Shelf") && !done.has("Piano"))
            let found = try await mia.open("?list=all&search=%2Bshopping")
            #expect(found.has("<bdi>Milk</bdi>") && !found.has("Piano") && found.has("value=\"+shopping\""))
            let nonsense = try await mia.open("?list=all&search=due%3Awhenever+%29+or+%28")
            #expect(nonsense.status == 200 && nonsense.has("role=\"alert\"") && nonsense.has("due:whenever ) or ("))
        }
    }

    @Test("Pages are in the browser's preferred language, and members' texts keep their own text direction")
    func languages() async throws {
        try await Self.serving { _, mia, _ in
            try await mia.add("Milk")
            let page = try await mia.open("?list=all", ["Accept-Language": "tlh, de-AT;q=0.8, en;q=0.3"])
            #expect(page.has("<html lang=\"de\">") && page.has("Neue Aufgabe") && page.has("<bdi>Milk</bdi>"))
            let other = try await mia.open("?list=all", ["Accept-Language": "de;q=0, fr-CH;q=0.1, xx"])
            #expect(other.has("<html lang=\"fr\">"))
            #expect(try await mia.open("?list=all", ["Accept-Language": ";;,q=,=,-"]).has("<html lang=\"en\">"))
        }
    }

    @Test(
        "Errors are in the language of the page, or marked as English if untranslated"
    )
    func reasons() async throws {
        try await Self.serving { _, mia, _ in
            for (search, reason) in [
                ("due%3Afrx", "<p>‚frx‘ ist kein Datum. Möglich ist "),
                ("%28milk", "<p>Diese Klammer wird nicht geschlossen. "),
                ("near%3Amilk%3E5m", "<p lang=\"en\">"),
            ] {
                let page = try await mia.open("?list=all&search=\(search)", ["Accept-Language": "de"])
                #expect(page.has(reason), "\(search)")
            }
        }
    }

    @Test("A page runs no script, loads nothing from elsewhere, and sends forms only to this server")
    func policy() async throws {
        try await Self.serving { _, mia, _ in
            let page = try await mia.open()
            #expect(
                page.answer.header("content-security-policy")
                    == "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
            )
            // With 'no-referrer', browsers would send 'Origin: null' when submitting forms.
            #expect(page.answer.header("referrer-policy") == "same-origin")
            #expect(page.answer.header("cache-control") == "no-store")
            #expect(!page.has("<script") && !page.has(" style=") && !page.has(" on"))
        }
    }

    // MARK: Adding

    @Test("A line adds a task as its member, and resubmitting is idempotent")
    func add() async throws {
        try await Self.serving { server, _, tom in
            let form = try await tom.open("?list=mine")
            let line = "Bins every:\"2 weeks\" due:2027-01-05"
            let fields = [("id", form.hidden("id")), ("line", line), ("list", "mine")]
            let first = try await tom.send("tasks", fields)
            #expect(first.status == 303 && first.location == "\(tom.root)?list=mine&saved=1")
            let task = try await tom.task("bins")
            let day = try #require(CivilDate(iso: "2027-01-05"))
            #expect(task.rule == "FREQ=WEEKLY;INTERVAL=2" && task.due == .day(day))
            #expect(task.assignees == [server.tom] && task.createdBy == server.tom && "\(task.id)" == form.hidden("id"))
            let entry = try #require(try await server.replica.history(since: nil, path: nil, limit: 1).first)
            #expect(entry.author == "Tom")
            let before = try await commits(server)
            #expect(try await tom.send("tasks", fields).status == 303)
            #expect(try await commits(server) == before)
            #expect(try await server.replica.list("bins").tasks.count == 1)
            #expect(try await tom.open("?list=mine&saved=1").has("<p role=\"status\">Saved.</p>"))
        }
    }

    @Test("An invalid line is redisplayed with the reason and the same id, and adds nothing")
    func malformedLine() async throws {
        try await Self.serving { server, mia, _ in
            let id = try await mia.open().hidden("id")
            for line in ["Milk @nobody", "Milk due:whenever", "", "+shopping", "Milk due:fri due:sat"] {
                let answer = try await mia.send("tasks", [("id", id), ("line", line)])
                #expect(answer.status == 400 && answer.has("role=\"alert\"") && answer.hidden("id") == id)
                #expect(answer.has("name=\"line\" value=\"\(line)\""))
            }
            #expect(try await server.replica.list("").tasks.isEmpty)
        }
    }

    // MARK: Editing

    @Test("The form of a task edits every field, and resubmitting changes nothing")
    func edit() async throws {
        try await Self.serving { server, mia, _ in
            _ = try await server.replica.write(command: "category") { try $0.categories.add("Garden") }
            try await mia.add("Hedge")
            let task = try await mia.task("hedge")
            let page = try await mia.open("tasks/\(task.id)")
            let garden = try #require(page.text.firstMatch(of: /option value="([0-9a-f-]{36})">Garden/)?.1)
            let fields = [
                ("title", "Cut the hedge"), ("description", "low\r\n\r\nand straight"), ("due", "2027-03-01T18:30"),
                ("repeat", "every 3 weeks"), ("tags", "+green, weekend"), ("category", String(garden)),
                ("priority", "high"), ("group", "for"), ("for", "\(server.tom)"), ("item", "Sharpen the shears"),
            ]
            let saved = try await mia.save(task.id, fields, in: page)
            #expect(saved.status == 303 && saved.location == "\(mia.root)tasks/\(task.id)?saved=1")
            let after = try await mia.task("hedge")
            #expect(after.title == "Cut the hedge" && after.tags == ["green", "weekend"] && after.priority == .high)
            #expect(after.assignees == [server.tom] && after.category?.description == String(garden))
            #expect(after.items.map(\.text) == ["Sharpen the shears"] && after.rule == "FREQ=WEEKLY;INTERVAL=3")
            #expect(after.due?.json["zone"] == "Europe/Amsterdam" && after.due?.json["at"] == "2027-03-01T17:30:00Z")
            let shown = try await mia.open("tasks/\(task.id)?saved=1")
            #expect(shown.has("\nlow\n\nand straight</textarea>") && shown.has("value=\"2027-03-01T18:30\""))
            #expect(shown.has("value=\"every 3 weeks\"") && shown.has("Saved."))
            let before = try await commits(server)
            // The form as shown, and then the first form again.
            for (form, page) in [([("title", "Cut the hedge")], shown), (fields, page)] {
                #expect(try await mia.save(task.id, form, in: page).status == 303)
            }
            #expect(try await commits(server) == before)
            // All fields are emptied again.
            let empty = [
                ("description", ""), ("due", ""), ("repeat", ""), ("tags", " "), ("category", ""), ("priority", ""),
                ("group", "for"),
            ]
            #expect(try await mia.save(task.id, empty, in: shown).status == 303)
            let bare = try await mia.task("hedge")
            #expect(bare.due == nil && bare.rule == nil && bare.tags.isEmpty && bare.category == nil)
            #expect(bare.priority == nil && bare.assignees.isEmpty && bare.items.count == 1)
        }
    }

    @Test("Concurrent edits of different fields merge; those of the same field conflict, and can be settled")
    func apart() async throws {
        try await Self.serving { _, mia, tom in
            try await mia.add("Bike")
            let id = try await mia.task("bike").id
            let (first, second) = (try await mia.open("tasks/\(id)"), try await tom.open("tasks/\(id)"))
            // Each form has all fields, as browsers send them.
            let whole = [("description", ""), ("due", ""), ("repeat", ""), ("category", ""), ("group", "for")]
            #expect(
                try await mia.save(id, whole + [("title", "Red bike"), ("tags", ""), ("priority", "")], in: first)
                    .status == 303)
            #expect(
                try await tom.save(id, whole + [("title", "Bike"), ("tags", "shed"), ("priority", "low")], in: second)
                    .status == 303)
            let task = try await mia.task("bike")
            #expect(task.title == "Red bike" && task.tags == ["shed"] && task.priority == .low && !task.hasConflict)
            #expect(try await tom.save(id, [("title", "Blue bike")], in: second).status == 303)
            #expect(try await mia.task("bike").hasConflict)
            let conflict = try await mia.open("tasks/\(id)")
            #expect(conflict.has("Keep this: Red bike") && conflict.has("Keep this: Blue bike"))
            let choice = try #require(conflict.text.firstMatch(of: /value="(\d)" aria-label="Keep this: Red bike"/)?.1)
            let fields = [("version", conflict.hidden("version")), ("field", "title"), ("choice", String(choice))]
            for _ in 0..<2 { #expect(try await mia.send("tasks/\(id)/conflicts", fields).status == 303) }
            let settled = try await mia.task("bike")
            #expect(settled.title == "Red bike" && !settled.hasConflict)
            for other in ["9", "-1", "x"] {
                let wrong = [("version", conflict.hidden("version")), ("field", "title"), ("choice", other)]
                #expect(try await mia.send("tasks/\(id)/conflicts", wrong).status == 400)
            }
        }
    }

    @Test("An outdated form writes only its edited fields, and resubmitting does not repeat them")
    func stale() async throws {
        try await Self.serving { _, mia, tom in
            try await mia.add("Fence +wood")
            let id = try await mia.task("fence").id
            let old = try await tom.open("tasks/\(id)")
            let edit = [("title", "Fence"), ("tags", "wood"), ("priority", "high")]
            #expect(try await mia.save(id, [("title", "New fence"), ("tags", "wood paint")], in: old).status == 303)
            #expect(try await tom.save(id, edit, in: old).status == 303)
            let task = try await mia.task("fence")
            #expect(task.title == "New fence" && task.tags == ["paint", "wood"] && task.priority == .high)
            // The edit is reverted, and the browser resubmits the old form.
            let new = try await mia.open("tasks/\(id)")
            #expect(try await mia.save(id, [("priority", "")], in: new).status == 303)
            #expect(try await tom.save(id, edit, in: old).status == 303)
            let last = try await mia.task("fence")
            #expect(last.priority == nil && !last.hasConflict)
        }
    }

    @Test("A form based on no version of the family is redisplayed with its input, and writes nothing")
    func foreignVersion() async throws {
        try await Self.serving { server, mia, _ in
            try await mia.add("Fence")
            let id = try await mia.task("fence").id
            // A commit, a tree and a blob that are not versions of the family, and a missing object.
            let commit = try #require(try await server.replica.history(since: nil, path: nil, limit: 1).first?.commit)
            let strangers = [
                commit, try git(server, "rev-parse", "HEAD:tasks"), try git(server, "rev-parse", "HEAD:family.json"),
                String(repeating: "a", count: 40),
            ]
            let before = try await commits(server)
            for version in strangers {
                let fields = [("version", version), ("title", "Wall & <b>gate</b>")]
                let answer = try await mia.send("tasks/\(id)", fields)
                #expect(answer.status == 409 && answer.has("What you typed is still here"))
                #expect(answer.has("value=\"Wall &amp; &lt;b&gt;gate&lt;/b&gt;\""))
                #expect(answer.hidden("version") != version)
                let tick = try await mia.send("completions", [("version", version), ("done", "\(id)")])
                #expect(tick.status == 409)
            }
            for version in ["", "HEAD", "../../etc", String(repeating: "g", count: 40)] {
                #expect(try await mia.send("tasks/\(id)", [("version", version), ("title", "Wall")]).status == 400)
            }
            #expect(try await commits(server) == before)
        }
    }

    private func git(_ server: TestServer, _ words: String...) throws -> String {
        let git = ChildProgram("git", ["-C", server.folder + "/home"] + words)
        return String(decoding: try git.run().output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test("A form with an invalid value keeps its input and writes nothing")
    func malformedFields() async throws {
        try await Self.serving { server, mia, _ in
            try await mia.add("Fence")
            let id = try await mia.task("fence").id
            let page = try await mia.open("tasks/\(id)")
            let before = try await commits(server)
            for (name, value) in [
                ("title", " "), ("due", "whenever"), ("repeat", "now and then"), ("priority", "urgent"),
                ("category", "\(server.mia)"), ("item", String(repeating: "x", count: 600)), ("title", "a\u{7}b"),
                ("tags", "two/\u{7}words"),
            ] {
                let answer = try await mia.save(id, [("description", "kept"), (name, value)], in: page)
                #expect(answer.status == 400 && answer.has("role=\"alert\""), "\(name): \(value)")
                #expect(answer.has("\nkept</textarea>"), "\(name): \(value)")
            }
            let stranger = [("group", "for"), ("for", "\(id)")]
            #expect(try await mia.save(id, stranger, in: page).status == 400)
            #expect(try await commits(server) == before)
        }
    }

    // MARK: Ticking

    @Test("The form of a recurring task asks for the scope of an edit, and applies it like the command")
    func thisOnce() async throws {
        try await Self.serving { server, mia, tom in
            try await mia.add("Bins every:week due:2027-01-05")
            try await mia.add("Fence")
            let (bins, fence) = (try await mia.task("bins").id, try await mia.task("fence").id)
            #expect(try await !mia.open("tasks/\(fence)").has("name=\"scope\""))
            let page = try await tom.open("tasks/\(bins)")
            #expect(page.has("Only this one, or all that follow?"))
            #expect(page.has("<option value=\"once\" selected"))
            let path = try #require(DocumentPath(kind: .task, id: bins))
            func series() async throws -> JSON? {
                try await server.replica.read { try $0.document(at: path)?["series"] }
            }
            #expect(try await tom.save(bins, [("title", "All bins"), ("scope", "once")], in: page).status == 303)
            #expect(try await series() == [["id": "title", "value": "Bins"]])
            let later = try await tom.open("tasks/\(bins)")
            #expect(try await tom.save(bins, [("title", "Both bins"), ("scope", "series")], in: later).status == 303)
            #expect(try await mia.task("bins").title == "Both bins")
            #expect(try await series() == nil)
        }
    }

    @Test("A weekly task completed on a plain page and by a command has one successor")
    func recurring() async throws {
        try await Self.serving { server, mia, tom in
            try await mia.add("Bins every:week due:2027-01-05")
            let id = try await mia.task("bins").id
            let page = try await tom.open("?list=all")
            #expect(try await tom.tick(id, in: page).status == 303)
            _ = try await server.replica.write(command: "done") { transaction in
                try transaction.tasks.complete(id, Completion(at: transaction.now, by: server.mia))
            }
            // Resubmitting changes nothing.
            let before = try await commits(server)
            #expect(try await tom.tick(id, in: page).status == 303)
            #expect(try await commits(server) == before)
            let next = try await mia.task("bins")
            let week = try #require(CivilDate(iso: "2027-01-12"))
            #expect(next.previous == id && next.due == .day(week))
        }
    }

    @Test("An outdated form does not tick a reopened task again, and says so")
    func staleTick() async throws {
        try await Self.serving { _, mia, tom in
            try await mia.add("Fence")
            let id = try await mia.task("fence").id
            let page = try await tom.open("?list=all")
            #expect(try await tom.tick(id, in: page).status == 303)
            let done = try await tom.open("?list=done")
            let reopened = try await tom.tick(id, "reopen", in: done)
            #expect(reopened.status == 303)
            let again = try await tom.tick(id, in: page)
            #expect(again.status == 409 && again.has("changed this since the form was shown"))
            #expect(try await mia.task("fence").isOpen)
        }
    }

    @Test("A task that requires a photo cannot be completed by a button, and the page says why")
    func proof() async throws {
        try await Self.serving { _, mia, tom in
            try await mia.add("Kitchen proof:photo")
            let id = try await mia.task("kitchen").id
            let page = try await tom.open("tasks/\(id)")
            #expect(page.has("once a photo proves it"))
            let answer = try await tom.send(
                "completions", [("version", page.hidden("version")), ("done", "\(id)"), ("from", "task")])
            #expect(answer.status == 403 && answer.has("role=\"alert\"") && answer.has("photo"))
            #expect(try await mia.task("kitchen").isOpen)
            // Opening the form's address redirects to its page.
            #expect(try await tom.open("completions").location == tom.root)
            #expect(try await tom.open("tasks/\(id)/comments").location == "\(tom.root)tasks/\(id)")
        }
    }

    @Test("Checklist items are ticked with the form, and a form without the group leaves them unchanged")
    func checklist() async throws {
        try await Self.serving { _, mia, tom in
            try await mia.add("Party")
            let id = try await mia.task("party").id
            for item in ["Cake", "Balloons"] {
                let page = try await mia.open("tasks/\(id)")
                #expect(try await mia.save(id, [("item", item)], in: page).status == 303)
            }
            let page = try await tom.open("tasks/\(id)")
            let items = try await mia.task("party").items
            #expect(items.map(\.text) == ["Cake", "Balloons"])
            let fields = [("group", "done"), ("done", items[1].id)]
            #expect(try await tom.save(id, fields, in: page).status == 303)
            #expect(try await mia.task("party").items.map(\.isDone) == [false, true])
            #expect(try await mia.save(id, [("title", "Big party")], in: tom.open("tasks/\(id)")).status == 303)
            #expect(try await mia.task("party").items.map(\.isDone) == [false, true])
            // The older form ticks the other item; both stay ticked.
            #expect(try await mia.save(id, [("group", "done"), ("done", items[0].id)], in: page).status == 303)
            #expect(try await mia.task("party").items.map(\.isDone) == [true, true])
        }
    }

    @Test("A comment is added once, even if resubmitted, and an empty one is refused")
    func comments() async throws {
        try await Self.serving { _, mia, tom in
            try await mia.add("Fence")
            let id = try await mia.task("fence").id
            let page = try await tom.open("tasks/\(id)")
            let fields = [("id", page.hidden("id")), ("text", "Which colour?\r\nRed?")]
            for _ in 0..<2 { #expect(try await tom.send("tasks/\(id)/comments", fields).status == 303) }
            let shown = try await mia.open("tasks/\(id)")
            #expect(shown.text.components(separatedBy: "Which colour?\nRed?").count == 2 && shown.has("<bdi>Tom</bdi>"))
            let empty = try await tom.send("tasks/\(id)/comments", [("id", shown.hidden("id")), ("text", " \r\n")])
            #expect(empty.status == 400)
        }
    }
}
