// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Hostile documents")
struct HostileDocumentTests {
    private static let showing: [[String]] = [
        [], ["list", "--all"], ["list", "--json"], ["list", "--trash"], ["show", "bins"], ["show", "bins", "--json"],
        ["log"], ["log", "--json"], ["history", "bins"], ["history", "bins", "--json"], ["conflicts"],
        ["conflicts", "--json"], ["status"], ["status", "--json"], ["doctor"], ["doctor", "--json"], ["member"],
        ["member", "--json"], ["pin", "list"], ["pin", "list", "--json"], ["note", "list"], ["note", "list", "--json"],
        ["category"], ["config"], ["config", "--json"], ["me"], ["done", "nothing of the kind"], ["show", "e"],
    ]
    /// Sets a title, clears the screen, reverses the text, and moves back over it.
    private static let codes = "\u{1B}]0;x\u{7}\u{1B}[2J\u{9B}31m\u{202E}evil\u{2066}\r\u{8}\u{85}\u{2028}"

    private func json(_ object: [String: Any]) throws -> Data {
        try JSONSerialization.data(withJSONObject: object, options: [.prettyPrinted, .sortedKeys])
    }

    /// The phone, with commands limited to 1 GiB of memory.
    private func phone(of hub: HostileHub) -> Device { hub.family.device.limited(toMemory: 1 << 30) }

    private func newTask() -> (path: String, id: String) {
        let id = UUID().uuidString.lowercased()
        return ("tasks/\(id.prefix(2))/\(id).json", id)
    }

    @Test("Escape codes in documents, commits and file names reach no output")
    func escapeCodes() throws {
        let hub = try HostileHub()
        let codes = Self.codes
        var files: [String: Data] = ["esc\u{1B}[31m.json": Data("{}".utf8)]
        for folder in ["tasks", "members", "devices"] {
            for path in try hub.paths(in: folder) {
                var document = try hub.document(path)
                for field in ["title", "name", "email"] {
                    if let text = document[field] as? String { document[field] = text + codes }
                }
                document[codes] = codes
                if folder == "tasks" {
                    document["description"] = [codes]
                    document["tags"] = [codes]
                    document["due"] = ["date": codes, "zone": codes]
                    document["priority"] = codes
                }
                files[path] = try json(document)
            }
        }
        var family = try hub.document("family.json")
        for field in ["name", "zone"] { family[field] = codes }
        family["settings"] = [codes: codes, "units": codes]
        files["family.json"] = try json(family)
        for (folder, shard) in [("categories", false), ("pins", true), ("notes", true), ("tasks", true)] {
            let id = UUID().uuidString.lowercased()
            files["\(folder)/\(shard ? "\(id.prefix(2))/" : "")\(id).json"] = try json([
                "id": id, "kind": codes, "name": codes, "title": codes, "color": codes, "text": [codes],
                "location": ["latitude": 1.5, "longitude": 2.5],
                "conflicts": ["title": [["by": codes, "stamp": codes, "value": codes]]],
            ])
        }
        files[newTask().path] = Data("<<<<<<< \(codes)".utf8)
        let plain = codes.filter { $0 != "\r" && $0 != "\u{2028}" }
        try hub.publish(
            hub.tree(putting: files), message: "Message \(codes)\n\nbody \(codes)",
            variables: ["GIT_AUTHOR_NAME": "Name \(plain)", "GIT_AUTHOR_EMAIL": "\u{1B}[1m"])
        let hook = hub.family.hubPath + "/hooks/update"
        try FileManager.default.createDirectory(
            atPath: hub.family.hubPath + "/hooks", withIntermediateDirectories: true)
        try ProgramFile.write(
            "#!/bin/sh\nprintf 'no \\033[31m\\302\\233\\342\\200\\256\\r\\n' >&2\nexit 1\n", to: hook)
        let phone = hub.family.device
        try phone.run("add", "Something of our own").expect()
        let refused = try phone.run("sync")
        refused.expect(status: 76, stderr: "refused").expectHarmless()
        for command in Self.showing { try phone.run(command).expectHarmless() }
    }

    @Test("Control characters in a member's name and address are stripped from that member's commits")
    func signature() throws {
        let hub = try HostileHub()
        let phone = hub.family.device
        var files: [String: Data] = [:]
        for path in try hub.paths(in: "members") {
            var document = try hub.document(path)
            document["name"] = "Mi\u{1B}[31ma\u{7F}"
            document["email"] = "mia\u{8}@example.org"
            files[path] = try json(document)
        }
        try hub.publish(hub.tree(putting: files), message: "Names")
        try phone.run("sync").expect()
        try phone.run("add", "Bins").expect()
        #expect(try phone.git("log", "-1", "--format=%an <%ae>").lines == ["Mi[31ma <mia@example.org>"])
    }

    @Test("No password or token in a remote's URL is printed")
    func passwords() throws {
        let device = try Family().device
        for url in [
            "https://mia:s3cret@127.0.0.1:1/x.git", "https://s3cret@127.0.0.1:1/x", "ssh://mia:s3cret@127.0.0.1:1/x",
            "https://127.0.0.1:1/x?access_token=s3cret",
        ] {
            try device.run("remote", "add", "origin", url).expect()
            for command in [["remote"], ["remote", "--json"], ["status"], ["status", "--json"], ["sync"], ["doctor"]] {
                let outcome = try device.run(command)
                #expect(!(outcome.stdout + outcome.stderr).contains("s3cret"), "\(outcome)")
            }
            let joining = try device.run("join", url, device.home + "/other")
            #expect(joining.status != 0 && !joining.stderr.contains("s3cret"), "\(joining)")
            try device.run("remote", "remove", "origin").expect()
        }
    }

    @Test("Oversized documents are reported, and the rest works", arguments: ["large", "zip bomb", "deep"])
    func tooLarge(_ kind: String) throws {
        let hub = try HostileHub()
        let phone = phone(of: hub)
        let path = newTask().path
        let script =
            switch kind {
            case "large": "printf '{\"a\":\"'; head -c 40000000 /dev/zero | tr '\\0' x; printf '\"}'"
            case "zip bomb": "head -c 200000000 /dev/zero | tr '\\0' ' '"
            default:
                "printf '{\"a\":'; for i in '[' ']'; do head -c 10000 /dev/zero | tr '\\0' \"$i\"; done; printf '}'"
            }
        let blob = try hub.blob(writtenBy: script)
        // A new document, and a document that is also changed here.
        let known = try #require(try hub.paths(in: "tasks").first)
        try phone.run("list").expect()
        let others = ["notes", "pins"].map { newTask().path.replacing("tasks", with: $0) }
        try hub.publish(hub.tree(placing: ([path, known] + others).map { ($0, blob) }))
        try phone.run("done", "bins").expect()
        try phone.run("done", "cat").expect()
        try phone.run("sync").expect(stdout: "Left alone: \(known)")
        try phone.run("list", "--all").expect(stdout: ["bins", "cat"], stderr: .contains(path))
        try phone.run("doctor").expect(status: 1, stdout: .contains(path))
        try phone.run("add", "Water the plants").expect()
    }

    @Test("Many tags, long titles, thousands of actors, odd numbers and times are shown or reported; the rest works")
    func manyOfEverything() throws {
        let hub = try HostileHub()
        let phone = phone(of: hub)
        let paths = try hub.paths(in: "tasks")
        var files: [String: Data] = [:]
        let odd: [[String: Any]] = [
            ["title": "many tags", "tags": (0..<20_000).map { "t\($0)" }],
            ["title": String(repeating: "x", count: 1_000_000)],
            ["title": "far", "due": ["at": "9999-12-31T23:59:59Z", "zone": "UTC"]],
            ["title": "not", "due": ["date": "9999-99-99"], "created": ["at": "x"], "deleted": 5, "points": 1e308],
        ]
        for fields in odd {
            let (path, id) = newTask()
            files[path] = try json(["id": id, "kind": "task"].merging(fields) { $1 })
        }
        for (path, count) in zip(paths, [1, 20_000]) {
            var document = try hub.document(path)
            var state = try #require(document["~merge"] as? [String: Any])
            var seen = try #require(state["seen"] as? [String: Any])
            for actor in seen.keys { seen[actor] = 9_007_199_254_740_991 }
            for number in 0..<count { seen[String(format: "%016x", number)] = 1 }
            state["seen"] = seen
            document["~merge"] = state
            files[path] = try json(document)
        }
        try hub.publish(putting: files)
        try phone.run("add", "Something of our own").expect()
        try phone.run("sync").expect()
        for command in Self.showing { try phone.run(command).expectHarmless() }
        try phone.run("list").expect(stdout: ["many tags", "far", "our own"])
        try phone.run("done", "our own").expect()
    }

    @Test("A document that claims to be another is reported, and never replaces it")
    func lies() throws {
        let hub = try HostileHub()
        let phone = hub.family.device
        let tasks = try hub.paths(in: "tasks")
        var stranger = try hub.document(tasks[0])
        stranger["kind"] = "pin"
        let member = try #require(try hub.paths(in: "members").first)
        let ghost = UUID().uuidString.lowercased()
        var copy = try hub.document(member)
        copy["name"] = "Impostor"
        let name = tasks[0].suffix(41)
        try hub.publish(putting: [
            tasks[0]: json(stranger), tasks[1]: json(hub.document(tasks[0])), "tasks/zz/\(name)": json(stranger),
            "tasks/\(name)": json(stranger), "members/\(ghost).json": json(copy),
            "wishes/\(ghost).json": Data("{\"kind\":\"wish\"}".utf8), "views/\(ghost).json": Data("[]".utf8),
        ])
        try phone.run("sync").expect()
        // A hand-edited kind is corrected: the first task is a task again.
        try phone.run("doctor").expect(status: 1, stdout: [.lacks(tasks[0]), .contains(tasks[1]), .contains(ghost)])
        try phone.run("list").expect(stderr: .contains(tasks[1]))
        try phone.run("member").expect(stdout: ["Mia", .lacks("Impostor")])
        try phone.run("add", "Water the plants").expect()
        try phone.run("sync").expect()
    }

    @Test("Members merged in a cycle or without a name, and a device that claims this device's actor, block nothing")
    func circles() throws {
        let hub = try HostileHub()
        let phone = hub.family.device
        let paths = try hub.paths(in: "members")
        var files: [String: Data] = [:]
        var members = try paths.map(hub.document)
        let ids = members.compactMap { $0["id"] as? String }
        members[0]["mergedInto"] = ids[1]
        members[1]["mergedInto"] = ids[0]
        members[2]["name"] = ""
        for (path, member) in zip(paths, members) { files[path] = try json(member) }
        var device = try hub.document(#require(try hub.paths(in: "devices").first))
        let ghost = UUID().uuidString.lowercased()
        device["id"] = ghost
        files["devices/\(ghost).json"] = try json(device)
        try hub.publish(putting: files)
        try phone.run("sync").expect()
        try phone.run("add", "Water the plants").expect()
        for command in Self.showing { try phone.run(command).expectHarmless() }
        try phone.run("sync").expect()
    }

    @Test("A newer format is reported with the program to update, and unrelated commands work")
    func newerFormat() throws {
        let hub = try HostileHub()
        let phone = hub.family.device
        let path = try #require(try phone.git("grep", "-l", "Take out the bins").lines.first)
        var document = try hub.document(path)
        var state = try #require(document["~merge"] as? [String: Any])
        state["format"] = 99
        document["~merge"] = state
        try hub.publish(putting: [path: json(document)])
        try phone.run("done", "cat").expect()
        try phone.run("sync").expect(stdout: "Received 1 change")
        try phone.run("done", "bins").expect(status: 65, stderr: "update hometask")
        try phone.run("add", "Water the plants").expect()
        try phone.run("sync").expect()
    }

    @Test("A remote's replaced branch is merged if it belongs to the family, and refused otherwise")
    func replaced() throws {
        let hub = try HostileHub()
        let phone = hub.family.device
        try phone.run("add", "Something of our own").expect()
        try hub.publish(hub.git(["rev-parse", "\(hub.honest)^{tree}"]), parent: false)
        try phone.run("sync").expect()
        try phone.run("list").expect(stdout: ["bins", "our own"])
        var family = try hub.document("family.json")
        family["id"] = UUID().uuidString.lowercased()
        for content in [try json(family), Data("<<<<<<<".utf8)] {
            try hub.publish(hub.tree(putting: ["family.json": content]), parent: false)
            try phone.expectRefusal(WrongUse("sync", status: 76, message: "family"))
        }
        try hub.publish(hub.tree(hub.top(without: "family.json")), parent: false)
        try phone.expectRefusal(WrongUse("sync", status: 76, message: "no family"))
        try phone.run("add", "Water the plants").expect()
    }

    @Test("A damaged or removed family.json blocks no exchange", arguments: [true, false], [true, false])
    func familyFile(isThere: Bool, editsOffline: Bool) throws {
        let hub = try HostileHub()
        let phone = hub.family.device
        if editsOffline { try phone.run("add", "Something of our own").expect() }
        let top = try hub.top(without: "family.json")
        try hub.publish(isThere ? hub.tree(putting: ["family.json": Data("<<<<<<<".utf8)]) : hub.tree(top))
        try phone.run("sync").expect()
        try phone.run("add", "Water the plants").expect()
        try phone.run("sync").expect()
        try phone.run("list").expect(stdout: ["bins", "Water the plants"])
        if !isThere || !editsOffline { try phone.run("doctor", "--repair").expect(stdout: "family.json") }
        try phone.run("status").expect(stdout: "Berg")
        try phone.run("doctor").expect()
        try phone.expectClean()
    }
}
