// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Treasure hunts")
struct HuntTests {
    let family: Family
    let phone: Device

    init() throws {
        family = try Family()
        phone = family.device
    }

    private func hunt(_ title: String, on device: Device) throws -> [String: Any] {
        try #require(device.run("hunt", "status", title, "--json").expectQuietly().json() as? [String: Any])
    }

    private func states(_ title: String, on device: Device) throws -> [String] {
        (try hunt(title, on: device)["clues"] as? [[String: Any]] ?? []).compactMap { $0["state"] as? String }
    }

    @Test("Code words solve clues in order; the next clue is in no file or commit in the clear until then")
    func codes() throws {
        try phone.run("hunt", "new", "Birthday", "--text", "Ready?").expectQuietly("Created the hunt ‘Birthday’.")
        try phone.run("hunt", "add", "Birthday", "Look under the red chair", "--code", "Acorn").expectQuietly(
            "Clue 1 of ‘Birthday’: solved with its code word")
        try phone.with(["COLUMNS": "400"]).run("hunt", "add", "Birthday", "Now dig beside the pump", "--points", "5")
            .expectQuietly(
                "Clue 2 of ‘Birthday’: solved when an adult accepts it, encrypted with the code word of clue 1")
        let history = try phone.git("log", "--all", "-p").stdout
        #expect(history.contains("Look under the red chair"))
        #expect(!history.contains("pump") && !history.lowercased().contains("acorn"))
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Support/open_clue.py").path
        let read = try RunningProgram(
            "python3", [script, phone.onlyFile(in: "hunts"), "acorn"], environment: ProcessInfo.processInfo.environment,
            folder: phone.folder, input: ""
        ).finish()
        read.expectQuietly(.exactly("Now dig beside the pump\n"))

        try family.hub()
        let tablet = try family.join("tablet", as: "Ben")
        try tablet.run("hunt", "show", "Birthday").expectQuietly([
            "Look under the red chair", "encrypted with the code word of clue 1, which this device does not know",
        ])
        try tablet.expectRefusal(
            WrongUse(
                "hunt", "solve", "Birthday", "acorn", status: 64, message: "you are not playing ‘Birthday’",
                hint: "start"))
        try tablet.run("hunt", "start", "Birthday").expectQuietly(["Started: Birthday, as Ben", "Ready?", "red chair"])
        #expect(try states("Birthday", on: tablet) == ["open", "locked"])
        try tablet.expectRefusal(
            WrongUse("hunt", "solve", "Birthday", "oak", status: 64, message: "‘oak’ is not the code word of clue 1"))
        try tablet.at("2026-11-21T09:05:30Z").run("hunt", "solve", "Birthday", "A C O R N").expectQuietly([
            "Solved: clue 1 of ‘Birthday’", "Clue 2", "Now dig beside the pump",
        ])
        #expect(try states("Birthday", on: tablet) == ["solved", "open"])
        try tablet.expectRefusal(
            WrongUse("hunt", "solve", "Birthday", "acorn", status: 64, message: "clue 2 is not solved by a code word"))
        try tablet.run("sync").expect()
        try phone.run("sync").expect()
        try phone.at("2026-11-21T09:07:00Z").run("hunt", "accept", "Birthday", "Ben").expectQuietly(
            "Accepted: clue 2, for Ben")
        try phone.run("hunt", "status", "Birthday").expectQuietly(["1.", "Ben", "2/2", "5 points", "7 min 00 s"])
        try phone.run("hunt", "finish", "Birthday").expectQuietly("Finished: Birthday")
        try phone.run("sync").expect()
        try tablet.run("sync").expect()
        try tablet.run("hunt", "list").expectQuietly(["Birthday", "2 clues", "finished"])
        try tablet.expectRefusal(
            WrongUse("hunt", "start", "Birthday", status: 64, message: "‘Birthday’ is finished", hint: "resume"))
    }

    @Test("Teams play concurrently; times merge, and the first solution counts")
    func teams() throws {
        try family.hub()
        try phone.run("hunt", "new", "Race", "--free").expectQuietly()
        try phone.run("hunt", "add", "Race", "First").expectQuietly()
        try phone.run("hunt", "add", "Race", "Second").expectQuietly()
        try phone.run("sync").expect()
        let (laptop, tablet) = (try family.join("laptop", as: "Ben"), try family.join("tablet", as: "Zoë"))
        try phone.at("2026-11-21T10:00:00Z").run("hunt", "start", "Race", "--team", "Old", "--with", "Ben")
            .expectQuietly()
        try laptop.at("2026-11-21T09:59:00Z").run("hunt", "start", "Race", "--team", "old").expectQuietly()
        try tablet.at("2026-11-21T10:00:00Z").run("hunt", "start", "Race").expectQuietly("Started: Race, as Zoë")
        try phone.at("2026-11-21T10:04:00Z").run("hunt", "accept", "Race", "Old", "--clue", "1").expectQuietly()
        try laptop.at("2026-11-21T10:03:00Z").run("hunt", "accept", "Race", "Old", "--clue", "1").expectQuietly()
        try laptop.at("2026-11-21T10:05:00Z").run("hunt", "accept", "Race", "Old", "--clue", "2").expectQuietly()
        try tablet.at("2026-11-21T10:01:00Z").run("hunt", "accept", "Race", "Zoë", "--clue", "2").expectQuietly()
        for device in [phone, laptop, tablet, phone, laptop] { try device.run("sync").expect() }
        for device in [phone, laptop, tablet] {
            let race = try hunt("Race", on: device)
            let teams = try #require(race["teams"] as? [[String: Any]])
            #expect(teams.map { ($0["name"] as? String)?.lowercased() } == ["old", "zoë"])
            #expect(teams.map { $0["seconds"] as? Int } == [360, 60])
            #expect((teams[0]["members"] as? [String])?.count == 2)
            let solved = try #require(teams[0]["solved"] as? [[String: Any]])
            #expect(solved.map { $0["at"] as? String } == ["2026-11-21T10:03:00Z", "2026-11-21T10:05:00Z"])
        }
        try phone.expectRefusal(
            WrongUse(
                "hunt", "start", "Race", "--team", "New", status: 73, message: "plays ‘Race’ in the team",
                hint: "withdraw"))
        try phone.run("conflicts").expectQuietly(.lacks("Race"))
        try tablet.run("hunt", "withdraw", "Race").expectQuietly("Withdrawn: Zoë, from Race")
        try tablet.run("hunt", "status", "Race").expectQuietly(.lacks("Zoë"))
        try tablet.run("hunt", "start", "Race").expectQuietly("Back in: Race, as Zoë")
        #expect(try tablet.diary() == ["Zoë brought the team 'Zoë' back into 'Race'"])
        try tablet.run("hunt", "start", "Race").expectQuietly("Already playing: Race, as Zoë")
        #expect((try hunt("Race", on: tablet)["teams"] as? [[String: Any]])?.last?["seconds"] as? Int == 60)
    }

    @Test(
        "A photo taken at the place solves a clue; one from elsewhere or from before the start does not",
        .enabled(if: SamplePhotos.arePossible, SamplePhotos.note))
    func photos() throws {
        // Taken at 52.3702, 4.8952 on 14 July 2026 at 10:20 local time.
        let files = try SamplePhotos.make("amsterdam.jpg", "plain.jpg", on: phone)
        let morning = phone.at("2026-07-14T07:00:00Z")
        try morning.run("hunt", "new", "City").expectQuietly()
        try morning.run("hunt", "add", "City", "Where kings wave", "--at", "52.3702,4.8950", "--within", "100m")
            .expectQuietly("solved with a photo taken within 100m of 52.3702,4.895")
        try morning.run("hunt", "add", "City", "Where lions sleep", "--at", "52.3660,4.9120").expectQuietly()
        try morning.run("hunt", "start", "City").expectQuietly("take a photo within 100 m of its place")
        let later = phone.at("2026-07-14T09:00:00Z")
        try later.expectUnchanged {
            try later.run("hunt", "solve", "City", "--photo", files[1]).expect(
                status: 76, stdout: .empty, stderr: "the photo has no time")
            try later.run("hunt", "solve", "City", "oak").expect(
                status: 64, stdout: .empty, stderr: "is not solved by a code word")
        }
        try later.run("hunt", "solve", "City", "--photo", files[0]).expectQuietly([
            "Solved: clue 1", "Where lions sleep",
        ])
        try later.expectUnchanged {
            try later.run("hunt", "solve", "City", "--photo", files[0]).expect(
                status: 76, stdout: .empty, stderr: ["1.2 km away, but the clue requires at most 50 m"])
        }
        try later.run("photo", "list").expectQuietly("City")
        let noon = phone.at("2026-07-14T12:00:00Z")
        try noon.run("hunt", "new", "Again").expectQuietly()
        try noon.run("hunt", "add", "Again", "Where kings wave", "--at", "52.3702,4.8950").expectQuietly()
        try noon.run("hunt", "start", "Again").expectQuietly()
        try noon.expectUnchanged {
            try noon.run("hunt", "solve", "Again", "--photo", files[0]).expect(
                status: 76, stdout: .empty, stderr: "the photo was taken before the team ‘Mia’ started")
        }
    }

    @Test("A child cannot accept a clue; undo, trash and history work as elsewhere")
    func keeping() throws {
        try phone.run("hunt", "new", "Garden").expectQuietly()
        try phone.run("hunt", "add", "Garden", "Find the gnome").expectQuietly()
        try phone.run("hunt", "start", "Garden").expectQuietly()
        try phone.run("member", "edit", "Mia", "--role", "child").expect()
        try phone.expectRefusal(
            WrongUse(
                "hunt", "accept", "Garden", "Mia", status: 77,
                message: "only an adult of the family may accept a clue as solved, and Mia is a child"))
        try phone.run("member", "edit", "Mia", "--role", "adult").expect()
        try phone.run("hunt", "accept", "Garden", "Mia").expectQuietly()
        #expect(try states("Garden", on: phone) == ["solved"])
        try phone.run("undo").expectQuietly()
        #expect(try states("Garden", on: phone) == ["open"])
        try phone.run("hunt", "clue", "edit", "Garden", "1", "Find", "the", "old", "gnome").expectQuietly()
        try phone.run("hunt", "edit", "Garden", "--title", "Yard").expectQuietly("Changed: Yard")
        try phone.run("hunt", "history", "Yard").expectQuietly(["title", "Garden", "Yard"])
        try phone.run("hunt", "edit", "Yard", "--free").expectQuietly()
        try phone.run("hunt", "finish", "Yard").expectQuietly()
        try phone.run("hunt", "resume", "Yard").expectQuietly()
        try phone.run("hunt", "edit", "Yard", "--no-free").expectQuietly()
        try phone.run("hunt", "history", "Yard").expectQuietly([
            "order  in any order", "order  one after another", "finished  by Mia, today", "→ (nothing)", .lacks("{"),
        ])
        try phone.run("hunt", "clue", "delete", "Yard", "1").expectQuietly("Deleted clue 1")
        try phone.run("undo").expectQuietly()
        #expect(try states("Yard", on: phone) == ["open"])
        try phone.run("hunt", "delete", "Yard").expectQuietly("Moved to the trash: Yard")
        try phone.run("trash", "list").expectQuietly(["hunt", "Yard"])
        try phone.expectRefusal(
            WrongUse("hunt", "show", "Yard", status: 66, message: "in the trash", hint: "hunt restore"))
        try phone.run("hunt", "restore", "Yard").expectQuietly("Restored: Yard")
        try phone.run("hunt", "status").expectQuietly(["Yard", "old gnome"])
    }

    @Test(
        "Invalid use is refused with advice",
        arguments: [
            WrongUse("hunt", "new", status: 64, message: "title is missing", hint: nil),
            WrongUse("hunt", "new", "x", "--ready", "moon", status: 64, message: "not a ready-made hunt", hint: nil),
            WrongUse("hunt", "add", "Lost", "x", status: 66, message: "no hunt is called ‘Lost’"),
            WrongUse("hunt", "add", "Garden", " ", status: 64, message: "the clue has no text"),
            WrongUse("hunt", "add", "Garden", "x", "--code", "!?", status: 64, message: "no letter and no digit"),
            WrongUse(
                "hunt", "add", "Garden", "x", "--code", "a", "--at", "1,2", status: 64, message: "one way", hint: nil),
            WrongUse("hunt", "add", "Garden", "x", "--within", "5m", status: 64, message: "--at", hint: nil),
            WrongUse("hunt", "add", "Garden", "x", "--at", "91,2", status: 64, message: .anything),
            WrongUse("hunt", "add", "Garden", "x", "--before", "9", status: 66, message: "has no clue 9"),
            WrongUse("hunt", "add", "Garden", "x", "--points", "-1", status: 64, message: .anything, hint: nil),
            WrongUse(
                "hunt", "start", "Garden", "--team", "\u{1B}[31m", status: 64, message: "control characters", hint: nil),
            WrongUse(
                "hunt", "start", "Garden", "--with", "Ben", status: 64,
                message: "a team of several members needs a name"),
            WrongUse("hunt", "solve", "Garden", status: 64, message: "code word, or use --photo", hint: nil),
            WrongUse("hunt", "unlock", "Garden", "oak", status: 64, message: "no readable clue of ‘Garden’"),
            WrongUse("hunt", "clue", "move", "Garden", "1", status: 64, message: "no position given", hint: nil),
            WrongUse("hunt", "clue", "edit", "Garden", "1", status: 64, message: "no change given"),
            WrongUse("hunt", "edit", "Garden", status: 64, message: "no change given", hint: nil),
            WrongUse("hunt", "edit", "Garden", "--title", "", status: 64, message: "cannot be empty"),
        ])
    func refusals(use: WrongUse) throws {
        try phone.run("hunt", "new", "Garden").expectQuietly()
        try phone.run("hunt", "add", "Garden", "Find the gnome").expectQuietly()
        try phone.expectRefusal(use)
    }

    @Test("Two texts for one clue are a conflict, shown by the clue's number and without sealed text")
    func conflicts() throws {
        try family.hub()
        try phone.run("hunt", "new", "City").expectQuietly()
        try phone.run("hunt", "add", "City", "First", "--code", "oak").expectQuietly()
        try phone.run("hunt", "add", "City", "Second").expectQuietly()
        try phone.run("sync").expect()
        let tablet = try family.join("tablet", as: "Ben")
        try tablet.run("hunt", "unlock", "City", "oak").expectQuietly("clue 1")
        for (device, name) in [(phone, "phone"), (tablet, "tablet")] {
            try device.run("hunt", "clue", "edit", "City", "1", "First of", name).expectQuietly()
            try device.run("hunt", "clue", "edit", "City", "2", "Second of", name).expectQuietly()
        }
        for device in [phone, tablet, phone] { try device.run("sync").expect() }
        let shown = try phone.run("conflicts").expectQuietly([
            "clues, text of clue 1", "First of phone", "First of tablet", "clues, sealed of clue 2", "(sealed)",
        ]).stdout
        let file = try String(contentsOfFile: phone.onlyFile(in: "hunts"), encoding: .utf8)
        let data = try #require(file.firstMatch(of: /"data": "([0-9a-f]{20})/))
        #expect(!shown.contains(data.1))
        try phone.run("resolve", "City", "--field", "clues", "--item", "1", "--take", "1").expectQuietly(
            "Resolved the ")
        try phone.run("resolve", "City", "--field", "clues", "--item", "2", "--take", "2").expectQuietly(
            "Resolved the ")
        try phone.run("conflicts").expectQuietly(.lacks("City"))
        let texts = (try hunt("City", on: phone)["clues"] as? [[String: Any]])?.compactMap { $0["text"] as? [String] }
        #expect(texts?.count == 2)
    }

    @Test("A ready-made hunt lists what to hide where; a new family can start with a ready-made hunt")
    func ready() throws {
        let device = try Device("other", in: family.root)
        try device.run("init", device.folder, "--name", "Other", "--me", "Eva", "--starter", "hunt").expectQuietly([
            "anchor: in the fridge", "the treasure: with the shoes", "hometask hunt start pirate",
        ])
        try device.run("hunt", "start", "pirate").expectQuietly(["Started: The pirate at home, as Eva", "Clue 1"])
        try device.run("hunt", "solve", "pirate", "ANCHOR").expectQuietly(["Solved: clue 1", "Clue 2"])
        #expect(try states("pirate", on: device) == ["solved", "open", "locked", "locked", "locked", "locked"])
    }

    @Test("Huge numbers in documents break nothing")
    func numbers() throws {
        let (hunt, team) = ("11111111-0000-4000-8000-000000000001", "11111111-0000-4000-8000-000000000002")
        let most = "9223372036854775807"
        let place = #"{"latitude": 1, "longitude": 2, "within": 1e300}"#
        let clues = ["c1", "c2"].map { #"{"id": "\#($0)", "points": \#(most), "text": ["x"], "place": \#(place)}"# }
        let steps = ["c1", "c2"].map { #"{"at": "2026-11-21T09:00:00Z", "clue": "\#($0)"}"# }
        let files = [
            "hunts/\(hunt)": #""kind": "hunt", "title": "Odd", "clues": [\#(clues.joined(separator: ","))]"#,
            "teams/\(team)":
                #""kind": "team", "hunt": "\#(hunt)", "name": "X", "progress": [\#(steps.joined(separator: ","))]"#,
        ]
        for (name, members) in files {
            let path = "\(phone.folder)/\(name).json"
            try FileManager.default.createDirectory(
                atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
            let id = name.suffix(36)
            try Data(#"{"id": "\#(id)", \#(members)}"#.utf8).write(to: URL(fileURLWithPath: path))
        }
        try phone.git("add", "-A").expect()
        try phone.git("commit", "-qm", "Numbers").expect()
        for words in [
            ["status", "Odd"], ["show", "Odd"], ["list", "--json"], ["status", "Odd", "--json"], ["start", "Odd"],
        ] {
            try phone.run(["hunt"] + words).expectQuietly()
        }
        try phone.run("search", "odd").expectQuietly("Odd")
    }

    @Test(
        "A clue added while another device changes the code word before it stays readable for both and is resealed"
    )
    func outdated() throws {
        try family.hub()
        try phone.run("hunt", "new", "City").expectQuietly()
        try phone.run("hunt", "add", "City", "One", "--code", "alpha").expectQuietly()
        try phone.run("hunt", "add", "City", "Two").expectQuietly()
        try phone.run("sync").expect()
        let tablet = try family.join("tablet", as: "Ben")
        try tablet.run("hunt", "unlock", "City", "alpha").expectQuietly()
        try phone.run("hunt", "clue", "edit", "City", "1", "--code", "beta").expectQuietly()
        try tablet.run("hunt", "add", "City", "Three from Ben").expectQuietly()
        for device in [tablet, phone] { try device.run("sync").expect() }
        try phone.run("hunt", "show", "City").expectQuietly(["Two", "Three from Ben"])
        try phone.with(["COLUMNS": "400"]).run("hunt", "add", "City", "Four").expectQuietly(
            "encrypted with the code word of clue 1")
        try phone.run("sync").expect()
        let laptop = try family.join("laptop", as: "Zoë")
        try laptop.run("hunt", "show", "City").expectQuietly(.lacks("Three"))
        try laptop.run("hunt", "unlock", "City", "beta").expectQuietly()
        try laptop.run("hunt", "show", "City").expectQuietly(["Two", "Three from Ben", "Four"])
    }

    @Test(
        "An edit that leaves a clue unencrypted warns; no member plays in two teams or as another member"
    )
    func warnings() throws {
        try phone.run("hunt", "new", "City").expectQuietly()
        try phone.run("hunt", "add", "City", "One", "--code", "alpha").expectQuietly()
        try phone.run("hunt", "add", "City", "Two").expectQuietly()
        try phone.run("hunt", "clue", "move", "City", "1", "--last").expect(
            stdout: "Clue 1 is clue 2 now", stderr: "clue 1 is no longer encrypted")
        try phone.run("hunt", "start", "City", "--team", "Pirates", "--with", "Ben").expectQuietly("Started")
        try phone.run("hunt", "withdraw", "City").expectQuietly()
        try phone.run("hunt", "start", "City", "--team", "Sharks", "--with", "Ben", "--without-me").expectQuietly()
        try phone.expectRefusal(
            WrongUse(
                "hunt", "start", "City", "--team", "Pirates", status: 73, message: "Ben plays ‘City’ in the team Sharks"
            ))
        try phone.run("hunt", "start", "City", "--team", "Zoë").expectQuietly("Started")
        try phone.expectRefusal(
            WrongUse(
                "hunt", "start", "City", "--with", "Zoë", "--without-me", status: 64,
                message: "the team ‘Zoë’ is already playing"))
        try phone.run("hunt", "finish", "City").expectQuietly()
        try phone.expectRefusal(
            WrongUse("hunt", "solve", "City", "alpha", status: 64, message: "is finished", hint: "resume"))
        try phone.run("hunt", "resume", "City").expectQuietly("Resumed: City")
        try phone.run("member", "add", "Benny").expect()
        try phone.run("member", "merge", "Benny", "Ben").expect()
        try phone.expectRefusal(
            WrongUse(
                "hunt", "start", "City", "--with", "Benny", "--without-me", "--team", "New", status: 73,
                message: "in the team Sharks"))
    }

    @Test("Remote content is shown as text, and an excessive key derivation cost is refused")
    func hostile() throws {
        let file = "\(phone.folder)/hunts/6f1f2c1e-0000-4000-8000-000000000001.json"
        try FileManager.default.createDirectory(atPath: phone.folder + "/hunts", withIntermediateDirectories: true)
        try Data(
            #"{"id": "6f1f2c1e-0000-4000-8000-000000000001", "kind": "hunt", "title": "Odd", "clues": [{"id": "c0", "text": ["ok"], "code": {"salt": "00112233445566778899aabbccddeeff", "cost": 20, "check": "\#(String(repeating: "0", count: 64))"}}, {"id": "c2", "sealed": {"by": "c9", "data": "00"}}], "text": []}"#
                .utf8
        ).write(to: URL(fileURLWithPath: file))
        try phone.git("add", "-A").expect()
        try phone.git("commit", "-qm", "A hunt").expect()
        try phone.run("hunt", "show", "Odd").expectQuietly(["ok", "encrypted with a code word that no longer exists"])
        try phone.run("hunt", "start", "Odd").expectQuietly()
        try phone.expectRefusal(WrongUse("hunt", "unlock", "Odd", "anything", status: 65, message: "its cost is 20"))
        try phone.expectRefusal(
            WrongUse("hunt", "solve", "Odd", "anything", status: 65, message: "its cost is 20"))
    }
}
