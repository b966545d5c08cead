// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import HometaskMarkup
import HometaskSignIn
import HometaskWeb
import Testing

@testable import HometaskHTTP

@Suite("Malicious form submissions")
struct PlainAbuseTests {
    private func commits(_ server: TestServer) async throws -> Int {
        try await server.replica.history(since: nil, path: nil, limit: 1000).count
    }

    // MARK: Children

    @Test(
        "A field reserved for adults is refused with the reason, and the rest of the line is added",
        arguments: [
            ("Points", "points:50"), ("Proof", "proof:photo"), ("Approval", "approval:adult"),
            ("Time of the photo", "due:fri proof:photo between:07:00-09:00"),
        ])
    func childAdds(field: String, words: String) async throws {
        try await TestServer.with { server in
            let (mia, tom) = (
                try await PlainClient(of: server.mia, at: server), try await PlainClient(of: server.tom, at: server)
            )
            #expect(try await mia.add("Desk \(words)").status == 303)
            let answer = try await tom.add("Bins +street \(words)")
            #expect(answer.status == 403 && answer.has("<p>\(field): Only adults may change this.</p>"))
            #expect(answer.has("<p>Added: Bins. This was not accepted:</p>"))
            let (own, other) = (try await tom.task("bins"), try await tom.task("desk"))
            #expect(own.tags == ["street"] && own.points == nil && !own.needsPhoto && !own.needsApproval)
            #expect(own.window == nil)
            #expect(other.points == 50 || other.needsPhoto || other.needsApproval)
        }
    }

    @Test("A child cannot reopen another member's task, and gets the reason")
    func childReopens() async throws {
        try await TestServer.with { server in
            let (mia, tom) = (
                try await PlainClient(of: server.mia, at: server), try await PlainClient(of: server.tom, at: server)
            )
            try await mia.add("Lawn")
            let id = try await mia.task("lawn").id
            #expect(try await mia.tick(id, in: try await mia.open("?list=all")).status == 303)
            let page = try await tom.open("?list=done")
            let answer = try await tom.tick(id, "reopen", in: page)
            #expect(answer.status == 403 && answer.has("Done: Only adults may change this."))
            #expect(try await server.replica.list("done").tasks.map(\.title) == ["Lawn"])
            // Children may undo their own completions.
            try await tom.add("Bins")
            let own = try await tom.task("bins").id
            #expect(try await tom.tick(own, in: try await tom.open("?list=all")).status == 303)
            #expect(try await tom.tick(own, "reopen", in: try await tom.open("?list=done")).status == 303)
            #expect(try await tom.task("bins").isOpen)
        }
    }

    @Test("A child cannot settle a conflict about points, and an adult can")
    func childSettles() async throws {
        try await TestServer.with { server in
            let (mia, tom) = (
                try await PlainClient(of: server.mia, at: server), try await PlainClient(of: server.tom, at: server)
            )
            try await mia.add("Lawn points:5")
            let id = try await mia.task("lawn").id
            // Two phones set different points concurrently.
            var phones = [try await server.phone(of: server.mia), try await server.phone(of: server.mia)]
            for index in phones.indices { _ = try await phones[index].exchange() }
            let path = try #require(DocumentPath(kind: .task, id: id))
            let base = try #require(try await server.replica.read { try $0.document(at: path) })
            for index in phones.indices {
                var edited = base
                let author = Author(actor: try #require(ActorID(phones[index].actor)), time: .present)
                _ = edited.writeValue(.number(JSONNumber(10 + index)), to: "points", rule: .register, by: author)
                #expect(try await phones[index].exchange([edited]).json["refused"]?.arrayValue == [])
            }
            let page = try await tom.open("tasks/\(id)")
            #expect(page.has("Keep this: 10") && page.has("Keep this: 11"))
            let fields = [("version", page.hidden("version")), ("field", "points"), ("choice", "1")]
            let answer = try await tom.send("tasks/\(id)/conflicts", fields)
            #expect(answer.status == 403 && answer.has("Points: Only adults may change this."))
            #expect(try await tom.task("lawn").hasConflict)
            #expect(try await mia.send("tasks/\(id)/conflicts", fields).status == 303)
            #expect(try await !mia.task("lawn").hasConflict)
        }
    }

    @Test("Unknown fields change nothing, regardless of the sender")
    func strangeFields() async throws {
        try await TestServer.with { server in
            let tom = try await PlainClient(of: server.tom, at: server)
            try await tom.add("Bins")
            let task = try await tom.task("bins")
            let page = try await tom.open("tasks/\(task.id)")
            let before = try await commits(server)
            let fields = ["points", "created", "completion", "verdict", "id", "kind", "~merge", "proof", "by"]
            #expect(try await tom.save(task.id, fields.map { ($0, "50") }, in: page).status == 303)
            #expect(try await commits(server) == before)
            #expect(try await tom.task("bins") == task)
        }
    }

    // MARK: Markup

    @Test("Markup in titles, names, tags, notes, items and comments is escaped on every page")
    func markup() async throws {
        try await TestServer.with { server in
            let script = "<script>alert(1)</script><img src=x onerror=\"alert('2')\">&lt;"
            let name = "<b>Eve</b>\"'"
            let eve = try await server.replica.write(command: "member") { transaction in
                _ = try transaction.categories.add("<i>Cat</i>")
                return try transaction.members.add(MemberDraft(name: name))
            }.result
            let client = try await PlainClient(of: eve, at: server)
            let id = try await client.open("?list=all").hidden("id")
            let adding = [("id", id), ("line", "-- \(script)"), ("list", "all")]
            #expect(try await client.send("tasks", adding).status == 303)
            let task = try #require(try await server.replica.list("").tasks.first?.id)
            let page = try await client.open("tasks/\(task)")
            let fields = [
                ("title", script), ("description", "</textarea>\(script)"), ("tags", "<u>tag</u>"), ("item", script),
                ("group", "for"), ("for", "\(eve)"),
            ]
            #expect(try await client.save(task, fields, in: page).status == 303)
            let comment = [("id", page.hidden("id")), ("text", "</bdi>\(script)")]
            #expect(try await client.send("tasks/\(task)/comments", comment).status == 303)
            let search = FormFields.encoded("\"><script>alert(3)</script>")
            for rest in ["?list=all", "?list=mine", "tasks/\(task)", "?search=\(search)"] {
                let shown = try await client.open(rest)
                #expect(shown.status == 200 && shown.has("&lt;"))
                for tag in ["<script", "<img", "<b>", "<i>", "<u>", "onerror=\""] {
                    #expect(!shown.has(tag), "\(rest): \(tag)")
                }
            }
            let refused = try await client.send("tasks/\(task)", [("version", "\"><script>"), ("title", script)])
            #expect(refused.status == 400 && !refused.has("<script"))
        }
    }

    @Test("Texts and attributes are escaped, control characters replaced, and a text area keeps its first line")
    func html() {
        let text = HTML.document(
            in: "en", head: .none,
            body: [
                .element("p", ["title": "a\"b'<>&\r\n\u{0}"], around: "a\"b'<>&\u{1B}[2J\u{9B}"), .element("br"),
                .element("textarea", HTML("\nfirst")), .element("input", ["checked": "", "disabled": nil]),
            ])
        #expect(
            String(decoding: text, as: UTF8.self) == """
                <!doctype html>
                <html lang="en"><head></head><body>\
                <p title="a&quot;b&#39;&lt;&gt;&amp;&#13;
                \u{FFFD}">a&quot;b&#39;&lt;&gt;&amp;\u{FFFD}[2J\u{FFFD}</p><br><textarea>

                first</textarea><input checked=""></body></html>

                """)
    }

    @Test("Form fields cannot inject headers into a redirect, or redirect elsewhere")
    func redirect() async throws {
        try await TestServer.with { server in
            let mia = try await PlainClient(of: server.mia, at: server)
            let id = try await mia.open().hidden("id")
            let search = "a\r\nSet-Cookie: x=y\r\n//evil.example/?&list=done#é"
            let fields = [("id", id), ("line", "Milk"), ("list", "//evil.example"), ("search", search)]
            let answer = try await mia.send("tasks", fields)
            #expect(answer.status == 303 && answer.answer.header("set-cookie") == nil)
            let location = try #require(answer.location)
            #expect(location.hasPrefix("\(mia.root)?list=today&search=aSet%2DCookie%3A%20x%3Dy%2F%2Fevil"))
            #expect(location.hasSuffix("%26list%3Ddone%23%C3%A9&saved=1"))
        }
    }

    // MARK: Requests

    @Test("A cross-site form is refused; a form without origin headers is accepted")
    func crossSite() async throws {
        try await TestServer.with { server in
            let mia = try await PlainClient(of: server.mia, at: server)
            let own = "http://localhost:\(server.client.port)"
            for headers in [
                ["Origin": "https://evil.example"], ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"],
                ["Sec-Fetch-Site": "same-site", "Origin": own],
                ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"],
            ] {
                let fields = [("id", try await mia.open().hidden("id")), ("line", "Milk")]
                #expect(try await mia.send("tasks", fields, headers: headers).status == 403)
                let joining = try await server.client.send(
                    "POST", "/plain/join",
                    headers: headers.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 }, body: [])
                #expect(joining.status == 403)
            }
            #expect(try await server.replica.list("").tasks.isEmpty)
            for headers in [[:], ["Origin": own], ["Origin": own, "Sec-Fetch-Site": "same-origin"]] {
                let fields = [("id", try await mia.open().hidden("id")), ("line", "Milk")]
                #expect(try await mia.send("tasks", fields, headers: headers).status == 303)
            }
        }
    }

    @Test("A body that is oversized, not a form or not UTF-8, or has too many fields, is refused")
    func bodies() async throws {
        try await TestServer.with { server in
            let mia = try await PlainClient(of: server.mia, at: server)
            let fields = [("id", try await mia.open().hidden("id")), ("line", "Milk")]
            let json = try await mia.send("tasks", fields, headers: ["Content-Type": "application/json"])
            #expect(json.status == 415 && json.has("application/x-www-form-urlencoded"))
            func raw(_ body: [UInt8]) async throws -> Int {
                let headers = ["Cookie": mia.phone.cookie, "Content-Type": "application/x-www-form-urlencoded"]
                return try await server.client.send("POST", mia.root + "tasks", headers: headers, body: body).status
            }
            #expect(try await raw([UInt8](repeating: 0x61, count: FormFields.longest + 1)) == 413)
            #expect(try await raw(Array(String(repeating: "a=b&", count: FormFields.most + 1).utf8)) == 400)
            #expect(try await raw(Array("id=%FF%FE".utf8)) == 400)
            #expect(try await raw(Array("id=".utf8) + [0xC0, 0x80]) == 400)
            #expect(try await raw([]) == 400)
            #expect(try await raw(Array("id=../x&line=Milk".utf8)) == 400)
            #expect(try await mia.send("tasks", fields).status == 303)
        }
    }

    @Test("Fields are decoded as browsers encode them, and an invalid percent escape is kept")
    func fields() throws {
        let fields = try FormFields("a=1+2%2B%C3%A9&b&=c&a=%zz%4&d==e=&&group=for&group=done".utf8)
        #expect(fields.all("a") == ["1 2+é", "%zz%4"] && fields["b"] == "" && fields[""] == "c")
        #expect(fields["d"] == "=e=")
        #expect(fields.all("group") == ["for", "done"] && fields["x"] == nil)
        let text = "a b+c&d=é/\u{1F600}\r\n"
        #expect(try FormFields("x=\(FormFields.encoded(text))".utf8)["x"] == text)
    }

    @Test("A revoked phone, another phone's cookie and a missing one get a page with 401")
    func revoked() async throws {
        try await TestServer.with { server in
            let (mia, tom) = (
                try await PlainClient(of: server.mia, at: server), try await PlainClient(of: server.tom, at: server)
            )
            let guess = "__Host-phone-\(mia.phone.device)=\(String(repeating: "b", count: 32))"
            for cookie in ["", tom.phone.cookie, guess] {
                let answer = try await mia.open("", ["Cookie": cookie])
                #expect(answer.status == 401 && answer.has("This phone is not signed in."))
            }
            #expect(try await server.phones.signOut(try #require(DocumentID(mia.phone.device))))
            let page = try await mia.open()
            #expect(page.status == 401 && page.answer.header("content-type") == "text/html; charset=utf-8")
            #expect(try await mia.send("tasks", [("line", "Milk")]).status == 401)
            #expect(try await tom.open().status == 200)
            #expect(try await server.client.send("GET", "/plain/x/").status == 404)
        }
    }

    @Test("Signing out by form expires the cookie, and the pages answer 401")
    func signOut() async throws {
        try await TestServer.with { server in
            let (mia, tom) = (
                try await PlainClient(of: server.mia, at: server), try await PlainClient(of: server.tom, at: server)
            )
            #expect(try await mia.open().has("action=\"\(mia.root)sign-out\""))
            #expect(try await mia.send("sign-out", [], headers: ["Origin": "https://evil.example"]).status == 403)
            #expect(try await mia.send("sign-out", [], headers: ["Cookie": tom.phone.cookie]).status == 401)
            let answer = try await mia.send("sign-out", [])
            #expect(answer.status == 303 && answer.location == "/plain/")
            #expect(answer.answer.header("set-cookie")?.contains("\(mia.phone.device)=; Max-Age=0") == true)
            #expect(try await mia.open().status == 401)
            #expect(try await tom.open().status == 200)
        }
    }

    @Test("A former member can see and change nothing")
    func left() async throws {
        try await TestServer.with { server in
            let (mia, tom) = (
                try await PlainClient(of: server.mia, at: server), try await PlainClient(of: server.tom, at: server)
            )
            try await mia.add("Milk")
            let (id, page) = (try await mia.task("milk").id, try await tom.open("?list=all"))
            _ = try await server.replica.write(command: "remove") { try $0.members.remove(server.tom) }
            for rest in ["", "tasks/\(id)", "?list=done"] {
                let answer = try await tom.open(rest)
                #expect(answer.status == 403 && !answer.has("Milk") && answer.has("has left the family"))
            }
            #expect(try await tom.tick(id, in: page).status == 403)
            #expect(try await tom.send("tasks", [("id", page.hidden("id")), ("line", "Eggs")]).status == 403)
            #expect(try await server.replica.list("").tasks.map(\.title) == ["Milk"])
        }
    }

    // MARK: Joining

    private func join(
        _ server: TestServer, _ fields: [(String, String)], headers: [String: String] = [:]
    ) async throws -> PlainAnswer {
        let body = fields.map { "\($0)=\(FormFields.encoded($1))" }.joined(separator: "&")
        return PlainAnswer(
            try await server.client.send(
                "POST", "/plain/join",
                headers: ["Content-Type": "application/x-www-form-urlencoded"].merging(headers) { $1 },
                body: Array(body.utf8)))
    }

    @Test("A browser joins by an invitation link, which is valid once, and finds its page from /plain")
    func joining() async throws {
        try await TestServer.with { server in
            let form = PlainAnswer(try await server.client.send("GET", "/plain/join"))
            #expect(form.status == 200 && form.has("action=\"/plain/join\""))
            #expect(PlainAnswer(try await server.client.send("GET", "/plain/")).has("action=\"/plain/join\""))
            let code = try await server.phones.invite(server.mia, to: server.family).code.text
            let fields = [
                ("code", "https://home.example/join#\(code)"), ("name", "Old <i>reader</i>"),
                ("attempt", form.hidden("attempt")),
            ]
            _ = try await join(server, fields)
            // The answer was lost, and the form is resubmitted.
            let answer = try await join(server, fields)
            #expect(answer.status == 303)
            let cookie = try #require(answer.answer.header("set-cookie"))
            #expect(cookie.hasPrefix("__Host-phone-") && cookie.contains("; HttpOnly; SameSite=Strict"))
            let own = ["Cookie": String(cookie.prefix { $0 != ";" })]
            let location = try #require(answer.location)
            #expect(PlainAnswer(try await server.client.send("GET", location, headers: own)).has("<h1>Today</h1>"))
            let start = try await server.client.send("GET", "/plain", headers: own)
            #expect(start.status == 303 && start.header("location") == location)
            let other = try await PlainClient(of: server.tom, at: server)
            let both = ["Cookie": "\(own["Cookie"] ?? ""); \(other.phone.cookie)"]
            let choice = PlainAnswer(try await server.client.send("GET", "/plain/", headers: both))
            #expect(choice.has("Old &lt;i&gt;reader&lt;/i&gt;") && choice.has(location) && choice.has(other.root))
            let again = try await join(server, fields)
            #expect(again.status == 403 && again.has("has already been used") && again.has("Old &lt;i&gt;reader"))
            // Joining signs out the phones of other members in this browser.
            let child = try await server.phones.invite(server.tom, to: server.family).code.text
            let joined = try await join(server, [("code", child), ("name", "Tom's")], headers: both)
            let cleared = joined.answer.headers.filter { $0.name == "set-cookie" }.map(\.value)
            #expect(joined.status == 303 && cleared.count == 3 && cleared.count { $0.contains("=; Max-Age=0") } == 2)
            for root in [location, other.root] {
                #expect(try await server.client.send("GET", root, headers: both).status == 401)
            }
        }
    }

    @Test("Wrong codes count together with the API's, after which even a valid code is not checked")
    func guessing() async throws {
        try await TestServer.with { server in
            let code = try await server.phones.invite(server.mia, to: server.family).code.text
            let wrong = String(repeating: "b", count: 32)
            for _ in 0..<5 {
                #expect(try await join(server, [("code", wrong), ("name", "x")]).status == 403)
                #expect(try await server.join(wrong).status == 403)
            }
            let answer = try await join(server, [("code", code), ("name", "x")])
            #expect(answer.status == 429 && answer.answer.header("retry-after") != nil)
            #expect(try await server.join(code).status == 429)
            #expect(try await server.phones.phones(of: server.family).isEmpty)
        }
    }

    @Test("A malformed code is refused with the expected format, and no code is logged")
    func malformedCode() async throws {
        try await TestServer.with { server in
            for code in ["", "#", "short", "https://home.example/join", String(repeating: "!", count: 32)] {
                let answer = try await join(server, [("code", code), ("name", "x")])
                #expect(answer.status == 400 && answer.has("32 letters and digits"))
            }
            let code = try await server.phones.invite(server.mia, to: server.family).code.text
            #expect(try await join(server, [("code", code), ("name", "x")]).status == 303)
            #expect(!server.log.all.contains { $0.contains(code) })
        }
    }

    @Test("The page links to the plain page in every language for browsers without scripts, and the worker ignores it")
    func page() async throws {
        let files = PageFiles(engine: [0x00, 0x61, 0x73, 0x6D])
        try await TestServer.with(page: files) { server in
            let page = PlainAnswer(try await server.client.send("GET", "/join"))
            let fallback = try #require(page.text.range(of: "<noscript>"))
            let rest = page.text[fallback.upperBound...]
            for (language, _) in PageLanguages.files {
                let line = try #require(
                    rest.split(separator: "\n").first { $0.hasPrefix("<p lang=\"\(language)\">") }, "\(language)")
                #expect(line.contains("href=\"/plain/join\"") && line.contains("href=\"/plain/\""), "\(language)")
            }
            #expect(page.text.contains("\"noModule\" in document.createElement(\"script\")"))
            #expect(page.answer.header("content-security-policy")?.contains("form-action 'self'") == true)
            #expect(page.answer.header("referrer-policy") == "same-origin")
            let worker = String(decoding: try #require(files.file(at: "/worker.js")).bytes, as: UTF8.self)
            #expect(worker.contains("url.pathname.startsWith(\"/plain/\")"))
        }
    }
}
