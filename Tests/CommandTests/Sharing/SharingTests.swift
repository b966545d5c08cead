// SPDX-License-Identifier: Apache-2.0

import Foundation
import PluginTestSupport
import Testing

@Suite("Sharing")
struct SharingTests {
    private static let calendars = PythonModule("icalendar")
    private static let cards = PythonModule("vobject")

    /// A family with a task, a pin and a note that have many private fields.
    private func device() throws -> Device {
        let device = try Family(members: ["Mia"]).device
        try device.run("member", "edit", "Mia", "--email", "mia@example.org").expect()
        try device.run("category", "add", "Chores").expect()
        try device.run(
            "pin", "add", "Grandma, \"Oma\"", "52.37,-4.89", "--accuracy", "12m", "--address", "Quay 1; Amsterdam",
            "--label", "family"
        ).expect()
        try device.run(
            "add", "Water the plants", "--due", "2026-11-27 18:00", "--every", "weekly", "--for", "Mia", "--category",
            "Chores", "--tag", "secret", "--points", "3", "--at", "Grandma", "--within", "50m", "--description",
            "Not the cactus", "--item", "balcony", "--item", "kitchen", "--remind", "1h",
            "--proof", "photo", "--between", "07:00-09:00", "--approval", "adult"
        ).expect()
        try device.run("item", "done", "1", "balcony").expect()
        try device.run(
            "note", "add", "Ring twice;\nthen wait", "--title", "The door, at Oma’s", "--pin", "Grandma", "--folder",
            "House", "--item", "bring cake"
        ).expect()
        return device
    }

    /// Expects that shared text has no private data.
    private func expectDiscreet(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        for word in ["Mia", "mia@", "Chores", "secret", "HOMETASK", "House", "VALARM", "Berg", "family"] {
            #expect(!text.contains(word), "\(word) in \(text)", sourceLocation: sourceLocation)
        }
    }

    @Test("A task is shared as text: title, dates, place; omitted fields are named on standard error")
    func taskText() throws {
        let shared = try device().run("task", "share", "1").expect(
            stderr:
                """
                left out: who should do it, the reminders, the category, the tags, the points, the proof, the distance \
                from the pin, the time of the photo, the approval, who added it
                """
        )
        expectDiscreet(shared.stdout)
        #expect(
            shared.stdout == """
                Water the plants
                Due: 2026-11-27 18:00 (Europe/Amsterdam)
                Repeats: every week
                Where: Grandma, "Oma", Quay 1; Amsterdam, 52.37,-4.89

                Not the cactus

                - [x] balcony
                - [ ] kitchen

                """)
    }

    @Test(
        "A task is shared as a to-do that another implementation can read", .enabled(if: calendars.isInstalled))
    func taskCalendar() throws {
        let device = try device()
        let path = device.home + "/plants.ics"
        try device.run("task", "share", "1", "-o", path).expect(
            stdout: "Wrote Water the plants to", stderr: "left out:")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        expectDiscreet(text)
        let program = """
            import sys, icalendar
            calendar = icalendar.Calendar.from_ical(open(sys.argv[1], "rb").read())
            todos = calendar.walk("VTODO")
            print(len(todos), todos[0]["SUMMARY"], todos[0]["LOCATION"], todos[0]["GEO"].to_ical(),
                  todos[0].decoded("DUE").isoformat(), todos[0]["RRULE"].to_ical().decode(), sorted(todos[0]))
            """
        let read = try Self.calendars.run(["-c", program, path]).output
        #expect(
            read.contains(
                "1 Water the plants Grandma, \"Oma\", Quay 1; Amsterdam 52.37;-4.89 2026-11-27T18:00:00+01:00"))
        #expect(read.contains("FREQ=WEEKLY"))
        #expect(
            read.contains(
                "['DESCRIPTION', 'DTSTAMP', 'DTSTART', 'DUE', 'GEO', 'LOCATION', 'RRULE', 'STATUS', 'SUMMARY', 'UID']"))
    }

    @Test("A pin is shared as text with a link, as a GeoJSON feature, and as a vCard")
    func pin() throws {
        let device = try device()
        let text = try device.run("pin", "share", "Grandma").expect(
            stderr: "left out: labels, the accuracy, 1 note, 1 open task")
        expectDiscreet(text.stdout)
        #expect(
            text.stdout == """
                Grandma, "Oma"
                Quay 1; Amsterdam
                52.37,-4.89
                https://www.openstreetmap.org/?mlat=52.37&mlon=-4.89#map=17/52.37/-4.89

                """)
        let feature = try device.run("pin", "share", "Grandma", "--as", "geojson").expect().object()
        #expect(feature["type"] as? String == "Feature")
        let geometry = try #require(feature["geometry"] as? [String: Any])
        #expect(geometry["type"] as? String == "Point" && geometry["coordinates"] as? [Double] == [-4.89, 52.37])
        let properties = try #require(feature["properties"] as? [String: Any])
        #expect(Set(properties.keys) == ["name", "address", "accuracy"])
        let printed = try device.run("pin", "share", "Grandma", "--as", "geojson", "--json").expectQuietly().object()
        #expect(printed["as"] as? String == "geojson")
        #expect(printed["leftOut"] as? [String] == ["labels", "1 note", "1 open task"])
        let card = try device.run("pin", "share", "Grandma", "--as", "vcf").expect().stdout
        expectDiscreet(card)
        #expect(card.contains("\r\nGEO:geo:52.37,-4.89;u=12\r\n") && card.contains("\r\nKIND:location\r\n"))
    }

    @Test("Text is shared without control characters, to a pipe or a file; JSON is exact")
    func escapes() throws {
        let device = try Family().device
        try device.run("add", "Bins HERE").expect()
        try device.run("note", "add", "Door HERE", "--title", "Code HERE").expect()
        for folder in ["tasks", "notes"] {
            let path = try device.onlyFile(in: folder)
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try text.replacingOccurrences(of: "HERE", with: #"\u001b]0;x\u0007\u001b[31m\u202e"#)
                .write(toFile: path, atomically: true, encoding: .utf8)
        }
        // As if committed by someone with push access.
        try device.git("commit", "-qam", "Edit by hand").expect()
        for words in [["task", "share", "1"], ["note", "share", "Code"]] {
            let path = "\(device.home)/\(words[0]).txt"
            let printed = try device.run(words).expect().stdout
            try device.run(words + ["-o", path]).expect()
            for text in [printed, try String(contentsOfFile: path, encoding: .utf8)] {
                let controls = text.unicodeScalars.filter { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" }
                #expect(text.contains("[31m") && controls.isEmpty, "\(text)")
            }
            let exact = try device.run(words + ["--json"]).expect().object()["content"] as? String
            #expect(exact?.contains("\u{1B}]0;x\u{7}") == true)
            let calendar = try device.run(words + ["--as", "ics"]).expect().stdout
            #expect(!calendar.unicodeScalars.contains { $0.value < 0x20 && !["\r", "\n"].contains($0) })
        }
    }

    @Test("A pin's vCard can be read by another implementation", .enabled(if: cards.isInstalled))
    func card() throws {
        let device = try device()
        let path = device.home + "/oma.vcf"
        try device.run("pin", "share", "Grandma", "-o", path).expect(stdout: "Wrote")
        let program = """
            import sys, vobject
            cards = list(vobject.readComponents(open(sys.argv[1], newline="")))
            card = cards[0]
            print(len(cards), card.version.value, card.fn.value, card.adr.value.street, card.geo.value, sep="|")
            """
        let read = try Self.cards.run(["-c", program, path])
        #expect(read.output == "1|4.0|Grandma, \"Oma\"|Quay 1; Amsterdam|geo:52.37,-4.89;u=12\n")
    }

    @Test("Folding long lines splits no characters; a pin without a location has a null geometry")
    func folding() throws {
        let device = try device()
        try device.run("pin", "add", String(repeating: "Grüße🗑️", count: 14)).expect()
        let card = try device.run("pin", "share", "Grüße", "--as", "vcf").expectQuietly().stdout
        for line in card.components(separatedBy: "\r\n") { #expect(line.utf8.count <= 75) }
        let unfolded = card.replacingOccurrences(of: "\r\n ", with: "")
        #expect(unfolded.contains("FN:" + String(repeating: "Grüße🗑️", count: 14) + "\r\n"))
        #expect(!card.contains("GEO"))
        let feature = try device.run("pin", "share", "Grüße", "--as", "geojson").expectQuietly().object()
        #expect(feature["geometry"] is NSNull)
    }

    @Test("A note is shared as text and as a journal entry", .enabled(if: calendars.isInstalled))
    func note() throws {
        let device = try device()
        let text = try device.run("note", "share", "door").expect(
            stderr: "left out: the folder, what it belongs to, who wrote it and when")
        #expect(text.stdout == "The door, at Oma’s\n\nRing twice;\nthen wait\n\n- [ ] bring cake\n")
        let path = device.home + "/door.ics"
        try device.run("note", "share", "door", "-o", path).expect(stdout: "Wrote The door")
        expectDiscreet(try String(contentsOfFile: path, encoding: .utf8))
        let program = """
            import sys, icalendar
            journal = icalendar.Calendar.from_ical(open(sys.argv[1], "rb").read()).walk("VJOURNAL")[0]
            print(journal["SUMMARY"], repr(str(journal["DESCRIPTION"])), journal.decoded("DTSTAMP").isoformat())
            """
        let read = try Self.calendars.run(["-c", program, path]).output
        #expect(
            read == "The door, at Oma’s 'Ring twice;\\nthen wait\\n\\n- [ ] bring cake' 2026-11-21T09:00:00+00:00\n")
    }

    @Test("Several documents are shared at once")
    func several() throws {
        let device = try device()
        try device.run("pin", "add", "School", "1,2").expect()
        let ids = try device.run("pin", "list", "--json").objects().compactMap { $0["id"] as? String }.map { "#\($0)" }
        let all = try device.run(["pin", "share"] + ids + ["--as", "geojson"]).expect().object()
        #expect(all["type"] as? String == "FeatureCollection")
        #expect((all["features"] as? [Any])?.count == 2)
        let cards = try device.run(["pin", "share"] + ids + ["--as", "vcf"]).expect().stdout
        #expect(cards.components(separatedBy: "BEGIN:VCARD").count == 3)
    }

    @Test("An existing file is overwritten only with --force or after confirmation")
    func overwriting() throws {
        let device = try device()
        let path = device.home + "/oma.txt"
        func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
        try "precious".write(toFile: path, atomically: true, encoding: .utf8)
        for words in [["pin", "share", "Grandma"], ["note", "share", "door"], ["task", "share", "1"]] {
            try device.run(words + ["-o", path]).expect(status: 73, stderr: ["already exists", "--force"])
        }
        #expect(try text() == "precious")
        let agreeing = try Terminal(device, "pin", "share", "Grandma", "-o", path)
        try agreeing.answer("Overwrite it? [y/N]", "y\n")
        agreeing.finish().expect()
        #expect(try text().hasPrefix("Grandma"))
        try device.run("note", "share", "door", "-o", path, "--force").expect(stdout: "Wrote")
        #expect(try text().hasPrefix("The door"))
    }

    private static let wrongUses: [WrongUse] = [
        WrongUse(
            "task", "share", "1", "--as", "vcf", status: 64, message: "cannot be shared as vcf", hint: "text or ics"),
        WrongUse("pin", "share", "Grandma", "--as", "ics", status: 64, message: "as ics", hint: "text, vcf or geojson"),
        WrongUse("note", "share", "door", "-o", "x.geojson", status: 64, message: "as geojson", hint: "text or ics"),
        WrongUse("note", "share", "door", "--force", status: 64, message: "--output FILE", hint: nil),
        WrongUse("note", "share", "Mars", status: 66, message: "‘Mars’", hint: "door"),
        WrongUse("task", "share", "99", status: 66, message: "99"),
        WrongUse("pin", "share", "Grandma", "-o", "/nowhere/x.vcf", status: 74, message: "/nowhere/x.vcf", hint: nil),
    ]

    @Test("Wrong usage is refused with a reason and a hint, and changes nothing")
    func wrongUse() throws {
        let device = try device()
        for use in Self.wrongUses { try device.expectRefusal(use) }
    }
}
