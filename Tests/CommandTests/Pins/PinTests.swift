// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("Pins")
struct PinTests {
    /// A family with three pins that have a location and one without.
    private func family() throws -> Family {
        let family = try Family(members: ["Mia"])
        let device = family.device
        try device.run(
            "pin", "add", "School", "52.37,4.89", "--address", "Dam 1, Amsterdam", "--label", "kids", "--accuracy",
            "10m"
        ).expectQuietly("Added the pin ‘School’ at 52.37,4.89.")
        try device.run("pin", "add", "Grandma’s", "house", "52.38,", "4.9", "--label", "kids").expectQuietly()
        try device.run("pin", "add", "Cape", "-34.3568,18.474").expectQuietly("‘Cape’ at -34.3568,18.474")
        try device.run("pin", "add", "Treasure").expectQuietly(.exactly("Added the pin ‘Treasure’.\n"))
        return family
    }

    @Test("an empty list suggests 'pin add', and is an empty array in JSON")
    func none() throws {
        let device = try Family(members: ["Mia"]).device
        try device.run("pin").expectQuietly("hometask pin add")
        try device.run("pin", "list", "--trash").expectQuietly("No pin is in the trash.")
        try device.run("pin", "list", "--json").expectQuietly(.exactly("[]\n"))
    }

    @Test("a pin is added with its fields and shown")
    func addAndShow() throws {
        let device = try family().device
        try device.run("pin", "show", "school").expectQuietly(["52.37,4.89 ± 10 m", "Dam 1, Amsterdam", "kids"])
        let pin = try device.run("pin", "show", "school", "--json").expectQuietly().object()
        #expect(pin["name"] as? String == "School")
        #expect(pin["labels"] as? [String] == ["kids"])
        #expect(pin["location"] as? [String: Double] == ["latitude": 52.37, "longitude": 4.89, "accuracy": 10])
        #expect(pin["conflict"] as? Bool == false)
        #expect(try device.diary(2) == ["Mia added the pin 'Treasure'", "Mia added the pin 'Cape'"])
        try device.expectClean()
    }

    @Test("the nearest pins come first, in the family's units; pins without a location are left out")
    func near() throws {
        let device = try family().device
        let near = try device.run("pin", "list", "--near", "52.37,4.89").expectQuietly(.lacks("Treasure")).lines
        #expect(near.map { $0.contains("School") } == [true, false, false])
        #expect(near[1].contains("1.3 km"))
        try device.run("pin", "list", "--near", "-34,18", "--within", "60km").expectQuietly([
            "Cape  59 km", .lacks("School"),
        ])
        try device.run("config", "set", "units", "imperial").expect()
        try device.run("pin", "list", "--near", "School", "--limit", "2").expectQuietly([
            "0 ft", "0.8 mi", "2 of 3 pins",
        ])
        let pins = try device.run("pin", "list", "--near", "School", "--within", "2mi", "--json").objects()
        #expect(pins.map { $0["name"] as? String } == ["School", "Grandma’s house"])
        let metres = try #require(pins[1]["distance"] as? Double)
        #expect(abs(metres - 1304.606) < 0.001)
        try device.run("pin", "list", "--near", "0,0", "--within", "1m").expectQuietly("shows all 4")
    }

    @Test("words and labels filter the list")
    func filters() throws {
        let device = try family().device
        try device.run("pin", "list", "AMSTERDAM").expectQuietly(["School", .lacks("Cape")])
        try device.run("pin", "list", "--label", "kids").expectQuietly(["School", "Grandma’s", .lacks("Cape")])
        try device.run("pin", "list", "--label", "kid").expectQuietly("No pin matches.")
    }

    @Test("a pin is edited field by field; a no-op edit makes no commit")
    func edit() throws {
        let device = try family().device
        try device.run("pin", "edit", "Cape", "--name", "Cape Point").expectQuietly("Changed ‘Cape Point’.")
        try device.run("pin", "edit", "Cape", "--location", "-34.35,18.5").expectQuietly()
        try device.run("pin", "edit", "School", "--label", "learn", "--unlabel", "kids", "--no-address").expectQuietly()
        #expect(
            try device.diary(3) == [
                "Mia changed the pin 'School'", "Mia moved the pin 'Cape Point'",
                "Mia renamed the pin 'Cape' to 'Cape Point'",
            ])
        try device.expectUnchanged {
            try device.run("pin", "edit", "Cape", "--name", "Cape Point").expectQuietly("Nothing to change")
        }
        let school = try device.run("pin", "show", "School", "--json").object()
        #expect(school["labels"] as? [String] == ["learn"])
        #expect(school["address"] == nil)
        #expect((school["location"] as? [String: Double])?["accuracy"] == 10)
        try device.run("pin", "edit", "School", "--no-location").expectQuietly()
        #expect(try device.run("pin", "show", "School", "--json").object()["location"] == nil)
    }

    @Test("a pin is moved to the trash and restored")
    func trash() throws {
        let device = try family().device
        try device.run("pin", "delete", "Cape").expectQuietly("Moved to the trash: Cape")
        try device.run("pin", "list").expectQuietly(.lacks("Cape"))
        try device.run("pin", "list", "--trash").expectQuietly("Cape")
        try device.run("pin", "show", "Cape").expect(status: 66, stderr: ["in the trash", "hometask pin restore #"])
        try device.run("pin", "restore", "Cape").expectQuietly("Restored: Cape")
        #expect(try device.diary(2) == ["Mia restored the pin 'Cape'", "Mia deleted the pin 'Cape'"])
        try device.expectClean()
    }

    @Test("deleting several pins is one commit")
    func several() throws {
        let device = try family().device
        let ids = try device.run("pin", "list", "--json").objects().compactMap { $0["id"] as? String }
        try device.run("pin", "delete", "#\(ids[0].prefix(8))", "#\(ids[1])").expectQuietly()
        try device.run("undo").expect()
        #expect(try device.run("pin", "list", "--json").objects().count == 4)
    }

    @Test("a pin's page shows its tasks and notes")
    func page() throws {
        let device = try family().device
        try device.run("add", "Feed the cat", "--at", "School").expect()
        try device.run("add", "Wash up").expect()
        try device.run("note", "add", "Ring twice", "--pin", "School").expectQuietly()
        try device.run("pin", "show", "School").expectQuietly([
            "Tasks here", "Feed the cat", "Ring twice", .lacks("Wash"),
        ])
        let page = try device.run("pin", "show", "School", "--json").object()
        #expect((page["tasks"] as? [[String: Any]])?.map { $0["title"] as? String } == ["Feed the cat"])
        #expect((page["notes"] as? [[String: Any]])?.map { $0["text"] as? [String] } == [["Ring twice"]])
        try device.run("done", "cat").expect()
        try device.run("pin", "show", "School").expectQuietly(.lacks("Feed the cat"))
    }

    @Test("concurrent edits to two fields of a pin are both kept")
    func apart() throws {
        let family = try family()
        try family.hub()
        let tablet = try family.join("tablet", as: "Mia")
        try family.device.run("pin", "edit", "Cape", "--location", "-34.36,18.47").expectQuietly()
        try tablet.run("pin", "edit", "Cape", "--address", "Cape of Good Hope").expectQuietly()
        try family.device.run("sync").expect()
        try tablet.run("sync").expect()
        try tablet.run("pin", "show", "Cape").expectQuietly(["-34.36,18.47", "Cape of Good Hope"])
    }

    @Test("a name that looks like an option or a location is given after two dashes")
    func literal() throws {
        let device = try family().device
        try device.run("pin", "add", "--", "1,2").expectQuietly("Added the pin ‘1,2’.")
    }

    @Test("a second pin of the same name is added with a note")
    func namesake() throws {
        let device = try family().device
        try device.run("pin", "add", "school").expectQuietly("another pin with that name")
    }

    @Test("lists fit the terminal width, even with wide characters", arguments: [40, 80])
    func width(columns: Int) throws {
        let device = try family().device.with(["COLUMNS": "\(columns)"])
        try device.run("pin", "add", "東京の公園の大きな木の下のベンチ", "35.6812,139.7671", "--label", "trip").expectQuietly()
        for arguments in [["pin", "list"], ["pin", "list", "--near", "School"], ["pin", "show", "東京"]] {
            for line in try device.run(arguments).expectQuietly().lines {
                let width = line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x3000 && $1.value < 0xA000 ? 2 : 1) }
                #expect(width <= columns, "\(line)")
            }
        }
    }

    static let wrongUses: [WrongUse] = [
        WrongUse("pin", "add", status: 64, message: "no name", hint: "hometask pin add School"),
        WrongUse("pin", "add", "  ", status: 64, message: "no name", hint: "hometask pin add School"),
        WrongUse("pin", "add", "52.37,4.89", status: 64, message: "no name", hint: "hometask pin add School"),
        WrongUse("pin", "add", "A", "91,0", status: 64, message: ["‘91,0’", "-90 to 90"], hint: "comes first"),
        WrongUse("pin", "add", "A", "--location", "0,-181", status: 64, message: "‘0,-181’", hint: "52.37,4.89"),
        WrongUse(
            "pin", "add", "A", "--location", "home", status: 64, message: "‘home’ is not a location", hint: "52.37"),
        WrongUse("pin", "add", "A", "--location", "NaN,0", status: 64, message: "‘NaN,0’", hint: "52.37,4.89"),
        WrongUse("pin", "add", "A", "--location", "inf,inf", status: 64, message: "‘inf,inf’", hint: "52.37,4.89"),
        WrongUse("pin", "add", "A", "nan,nan", status: 64, message: ["‘nan,nan’", "-90 to 90"], hint: "after '--'"),
        WrongUse("pin", "add", "A", "inf,0", status: 64, message: "‘inf,0’ is not a location", hint: "52.37,4.89"),
        WrongUse("pin", "add", "A", "1e400,0", status: 64, message: "‘1e400,0’ is not a location", hint: "52.37,4.89"),
        WrongUse("pin", "add", "A", "1,2", "3,4", status: 64, message: ["‘1,2’", "‘3,4’"], hint: "52.37,4.89"),
        WrongUse("pin", "add", "A", "52.1", "-4.1", status: 64, message: "has no comma", hint: "52.1,-4.1"),
        WrongUse("pin", "add", "A", "1,2", "--location", "3,4", status: 64, message: ["‘1,2’", "‘3,4’"], hint: nil),
        WrongUse("pin", "add", "A", "--accuracy", "5m", status: 64, message: "needs a location", hint: "--location"),
        WrongUse(
            "pin", "add", "A", "1,2", "--accuracy", "x", status: 64, message: "‘x’ is not a distance", hint: "100m"),
        WrongUse(
            "pin", "add", "A", "--loc", "1,2", status: 64, message: "'hometask pin add' has no option --loc",
            hint: "help pin add"),
        WrongUse("pin", "add", String(repeating: "x", count: 501), status: 64, message: "100 characters", hint: nil),
        WrongUse("pin", "add", "A\u{1B}[31m", status: 64, message: "control characters", hint: nil),
        WrongUse("pin", "add", "A", "--address", "a\nb", status: 64, message: "the pin's address", hint: nil),
        WrongUse("pin", "add", "A", "--label", "two words", status: 64, message: "the pin's labels", hint: nil),
        WrongUse("pin", "show", "Mars", status: 66, message: "no pin is called ‘Mars’", hint: "Treasure"),
        WrongUse("pin", "show", "7", status: 66, message: "no pin is called ‘7’", hint: "School"),
        WrongUse("pin", "show", "#ffffffff", status: 66, message: "ffffffff", hint: "School"),
        WrongUse("pin", "show", "grand", status: 64, message: ["matches 2 pins", "Shed", "Grandma’s"], hint: "#"),
        WrongUse("pin", "show", " ", status: 64, message: "no pin was named", hint: "words"),
        WrongUse("pin", "edit", "Cape", status: 64, message: "no change given", hint: "--name"),
        WrongUse("pin", "edit", "Cape", "--name", " ", status: 64, message: "empty", hint: nil),
        WrongUse("pin", "edit", "Cape", "--unlabel", "x", status: 66, message: "no label ‘x’", hint: "It has none."),
        WrongUse(
            "pin", "edit", "Treasure", "--accuracy", "5", status: 64, message: "no coordinates", hint: "--location"),
        WrongUse(
            "pin", "edit", "Cape", "--no-address", "--address", "a", status: 64, message: "--no-address", hint: nil),
        WrongUse("pin", "edit", "Cape", "--label", "a", "--unlabel", "a", status: 64, message: "‘a’", hint: nil),
        WrongUse("pin", "edit", "grand", "--name", "x", status: 64, message: "nothing was changed", hint: "#"),
        WrongUse("pin", "delete", "Cape", "Mars", status: 66, message: "‘Cape Mars’", hint: "School"),
        WrongUse("pin", "restore", "Cape", status: 66, message: "is not in the trash", hint: "--trash"),
        WrongUse("pin", "list", "--near", "Mars", status: 66, message: "‘Mars’", hint: "School"),
        WrongUse("pin", "list", "--near", "91,0", status: 64, message: "‘91,0’", hint: "52.37,4.89"),
        WrongUse("pin", "list", "--near", "Treasure", status: 64, message: "has no location", hint: "pin edit #"),
        WrongUse("pin", "list", "--within", "5km", status: 64, message: "--within", hint: "--from"),
        WrongUse("pin", "list", "--near", "1,1", "--within", "-3", status: 64, message: "‘-3’", hint: "100m"),
        WrongUse("pin", "list", "--near", "1,1", "--within", "nan", status: 64, message: "‘nan’", hint: "100m"),
        WrongUse("pin", "list", "--near", "1,1", "--within", "9e9km", status: 64, message: "‘9e9km’", hint: "100m"),
        WrongUse("pin", "list", "--near", "1,1", "--within", "99999km", status: 64, message: "too far", hint: "100m"),
        WrongUse("pin", "list", "--limit", "0", status: 64, message: "at least 1", hint: nil),
        WrongUse("add", "X", "--at", "Mars", status: 66, message: "‘Mars’", hint: "School"),
    ]

    @Test("wrong usage gives a reason, a hint and an exit code, and changes nothing", .timeLimit(.minutes(1)))
    func wrongUse() throws {
        let device = try family().device
        try device.run("pin", "add", "Shed of Grandma’s").expect()
        for use in Self.wrongUses { try device.expectRefusal(use) }
    }
}
