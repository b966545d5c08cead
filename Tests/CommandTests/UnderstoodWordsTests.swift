// SPDX-License-Identifier: Apache-2.0

import Testing

/// The date is Saturday, 21 November 2026.
@Suite("Title words meant for a field")
struct UnderstoodWordsTests {
    private let device: Device

    init() throws {
        device = try Family().device
    }

    private static let hintCases: [(words: [String], part: String, field: String)] = [
        (["Buy", "eggs", "due:tomorrow", "18:00"], "‘18:00’ is part of the title", "'due:tomorrow 18:00'"),
        (["Buy eggs", "due:fri", "at", "6pm"], "‘at 6pm’", "'due:fri at 6pm'"),
        (["Bins", "every:week", "on", "sunday"], "‘on sunday’", "'every:week on sunday'"),
        (["Dentist", "14", "dec", "10:00"], "‘14 dec 10:00’", "'due:14 dec 10:00'"),
        (["Dentist 14 Dec"], "‘14 Dec’", "'due:14 Dec'"),
        (["Dentist", "tomorrow"], "‘tomorrow’", "'due:tomorrow'"),
        (["Call", "Ben", "on", "monday"], "‘on monday’", "'due:on monday'"),
        (["Water plants every 3 days"], "‘every 3 days’", "'every:3 days'"),
        (["Pay", "rent", "2026-12-01"], "‘2026-12-01’", "'due:2026-12-01'"),
        (["Pay", "rent", "31.12."], "‘31.12.’", "'due:31.12.'"),
        (["Pay", "rent", "27/11"], "‘27/11’", "'due:27.11.'"),
        (["Swim", "--due", "tomorrow", "18:00"], "‘18:00’", "--due 'tomorrow 18:00'"),
        (["Bins", "--every", "week", "on", "sunday"], "‘on sunday’", "--every 'week on sunday'"),
        (["Dig", "52.5N,13.4E"], "‘52.5N,13.4E’", "hometask help places"),
        (["Dig", "52.5,13.4"], "‘52.5,13.4’", "hometask help places"),
    ]

    @Test(
        "Title words that read as a date, a rule or coordinates get a hint",
        arguments: hintCases)
    func hints(words: [String], part: String, field: String) throws {
        try device.run(["add"] + words).expect(
            stdout: .contains("Added 1"), stderr: .all([.contains(part), .contains(field)]))
        guard !words.contains(where: { $0.hasPrefix("--") }) else { return }
        try device.run(["add", "--"] + words).expectQuietly(.contains("Added 2"))
    }

    @Test("A changed title and unmatched words meant for a field get the hint, too")
    func edited() throws {
        try device.run("add", "Dentist").expect()
        try device.run("edit", "dentist", "due:tomorrow", "18:00").expect(
            status: 66,
            stderr: .all([.contains("no task is called ‘dentist 18:00’"), .contains("written 'due:tomorrow 18:00'.")]))
        try device.run("edit", "dentist", "--due", "tomorrow", "18:00").expect(
            status: 66, stderr: .contains("written --due 'tomorrow 18:00'."))
        try device.run("edit", "dentist", "--title", "Dentist 14 dec 10:00").expect(
            stdout: .contains("Changed the title"), stderr: .contains("‘14 dec 10:00’ is part of the title"))
        try device.run("edit", "dentist", "--title", "Dentist").expectQuietly()
        try device.run("edit", "dentits", "+teeth").expect(status: 66, stderr: .contains("Did you mean"))
    }

    @Test(
        "Other words get no hint",
        arguments: [
            "Read chapter 2", "Paint for 2 days", "Where are we", "Enjoy the sun", "Buy 3 m of rope", "Sunday roast",
            "March to the sea", "Version 1.2", "Buy 2 L milk", "Watch 24", "May I", "Mix 1 to 2", "The 2nd key",
            "Mow every lawn", "Add 3/4 cup of milk", "Bake at 45/200",
        ])
    func plain(title: String) throws {
        try device.run("add", title).expectQuietly(.exactly("Added 1: \(title)\n"))
    }

    @Test("A priority can be entered as lists show it")
    func priority() throws {
        try device.run("add", "Milk", "!high").expectQuietly(.exactly("Added 1: Milk\n"))
        #expect(try device.run("list", "--json").objects().first?["priority"] as? String == "high")
        try device.run("edit", "Milk", "!low").expectQuietly()
        #expect(try device.run("list", "--json").objects().first?["priority"] as? String == "low")
        try device.run("add", "Say", "hello!", "!important").expectQuietly(.contains("Say hello! !important"))
    }

    @Test(
        "A pin's location is parsed in the notations that maps use",
        arguments: [
            ["52.5N,13.4E"], ["52.5N", "13.4E"], ["N52.5", "E13.4"], ["52.5°N, 13.4°E"], ["52°30'N", "13°24'E"],
            ["52°30'00\"N", "13°24'00\"E"], ["52° 30′ 0″ N, 13° 24′ 0″ E"], ["geo:52.5,13.4?z=12"], ["13.4E", "52.5N"],
        ])
    func coordinates(words: [String]) throws {
        try device.run(["pin", "add", "Den"] + words).expectQuietly(.contains("Added the pin ‘Den’ at 52.5,13.4."))
    }

    @Test("South and west are negative; invalid coordinates are part of the name")
    func hemispheres() throws {
        try device.run("pin", "add", "Rio", "22.9S", "43.2W").expectQuietly(.contains("‘Rio’ at -22.9,-43.2."))
        try device.run("pin", "add", "Exit", "5N").expectQuietly(.contains("Added the pin ‘Exit 5N’."))
        try device.run("pin", "add", "Gate", "95N", "13E").expectQuietly(.contains("‘Gate 95N 13E’."))
        try device.run("pin", "add", "Two norths", "52N", "13N").expectQuietly(.contains("‘Two norths 52N 13N’."))
    }

    @Test("Lists ignore accents and case, as search does")
    func folding() throws {
        for title in ["Café crème", "Straße fegen", "Zoe\u{308} anrufen", "ÄPFEL kaufen"] {
            try device.run("add", title).expect()
        }
        try device.run("add", "Note", "--description", "Crème brûlée").expect()
        for (query, found) in [
            ("cafe", "Café crème"), ("CRÈME", "Café crème"), ("strasse", "Straße fegen"), ("STRASSE", "Straße fegen"),
            ("zoë", "Zoe\u{308} anrufen"), ("apfel", "ÄPFEL kaufen"), ("title:cafe", "Café crème"),
            ("description:brulee", "Note"), ("caf\u{65}\u{301}", "Café crème"),
        ] {
            try device.run("list", query).expectQuietly(.contains(found))
        }
        try device.run("list", "\u{301}").expect(stdout: .lacks("Café"))
    }

    @Test("Tags that look the same are equal")
    func tags() throws {
        let (composed, decomposed) = ("K\u{FC}che", "Ku\u{308}che")
        try device.run("add", "Wash up", "+\(composed)").expect()
        try device.run("add", "Mop", "+\(decomposed)").expect()
        for tag in [composed, decomposed] {
            try device.run("list", "+\(tag)").expectQuietly(["Wash up", "Mop"])
            try device.run("list", "tag:\(tag)").expectQuietly(["Wash up", "Mop"])
        }
        #expect(try device.run("tag", "--json").objects().count == 1)
        try device.run("edit", "Wash up", "--tag", decomposed).expect()
        #expect((try device.run("list", "Wash", "--json").objects().first?["tags"] as? [String])?.count == 1)
        try device.run("edit", "Wash up", "--untag", decomposed).expect()
        #expect(try device.run("list", "+\(composed)", "--json").objects().count == 1)
        try device.run("tag", "rename", composed, "kitchen").expect()
        try device.run("list", "+kitchen").expectQuietly(.contains("Mop"))
    }

    @Test(
        "A title needs a visible character",
        arguments: ["\u{200B}", "\u{200D}\u{FE0F}", "\u{A0}", "\u{2800}", "\u{202E}", "\u{3164}", "\u{AD}", " \u{301}"])
    func invisible(title: String) throws {
        try device.run("add", title).expect(status: 64, stdout: .empty, stderr: .contains("title"))
        try device.run("add", "Milk").expect()
        try device.run("edit", "Milk", "--title", title).expect(status: 64, stderr: .contains("title"))
        try device.run("add", "🎉").expectQuietly(.contains("Added"))
    }

    @Test(
        "Dates with the day first, the weekend and the end of the day are parsed",
        arguments: [
            ("31.12.", "Thu 31 Dec"), ("27.11.", "Fri 27 Nov"), ("1.3.2027", "Mon 1 Mar 2027"), ("eod", "today"),
            ("weekend", "today"), ("next weekend", "Sat 28 Nov"), ("31.12. 18:00", "Thu 31 Dec 18:00"),
        ])
    func dates(text: String, due: String) throws {
        try device.run("add", "Milk", "due:\(text)").expectQuietly(.contains("due \(due)"))
    }
}
