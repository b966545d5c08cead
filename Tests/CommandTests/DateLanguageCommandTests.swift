// SPDX-License-Identifier: Apache-2.0

import Testing

/// Dates typed in the language of the device.
@Suite("Dates in the language of the device")
struct DateLanguageCommandTests {
    /// A device on Saturday 21 November 2026.
    let device: Device

    init() throws { device = try Family().device }

    @Test("Fields and queries read the language of the locale; the setting takes precedence")
    func fields() throws {
        let german = device.with(["LC_ALL": "de_AT.UTF-8"])
        try german.run("add", "Auto waschen", "due:übermorgen um 18 Uhr").expect(stdout: [
            "Auto waschen", "Mon 23 Nov 18:00",
        ])
        try german.run("add", "Blumen", "every:jeden Montag").expect(stdout: "every Mon")
        try german.run("edit", "Auto", "--due", "nächste Woche Freitag").expect(stdout: "Fri 27 Nov")
        try german.run("list", "due<\"in 5 Tagen\"").expect(stdout: ["Blumen"])
        try german.run("list", "due:tomorrow").expect()
        try device.run("add", "x", "due:übermorgen").expect(status: 64, stderr: "‘übermorgen’ is not a date")
        try device.run("config", "set", "language", "fr").expect(stdout: "language is fr on this device")
        try german.run("add", "Pain", "due:demain").expect(stdout: "tomorrow")
        try german.run("add", "x", "due:morgen").expect(status: 64, stderr: "‘morgen’ is not a date")
        try device.run("config", "set", "language", "en").expect()
        try german.run("add", "x", "due:demain").expect(status: 64, stderr: "‘demain’ is not a date")
    }

    @Test("Words of a title that read as a date get a hint, but not words that only look like a weekday")
    func hints() throws {
        for (language, title, hint) in [
            ("de", "Müll raus morgen um 18 Uhr", "'due:morgen um 18 Uhr'"), ("de", "Mach es so", nil),
            ("fr", "Pain demain à 17h", "'due:demain à 17h'"),
            ("fr", "Tennis tous les lundis", "'every:tous les lundis'"),
            ("fr", "Aller à la mer", nil), ("es", "Pan pasado mañana", "'due:pasado mañana'"),
            ("nl", "Brood volgende week", "'due:volgende week'"), ("en", "Pan pasado mañana", nil),
        ] as [(String, String, String?)] {
            try device.run("config", "set", "language", language).expect()
            let outcome = try device.run("add", title).expect()
            #expect(outcome.stderr.contains("hint:") == (hint != nil), "\(title): \(outcome.stderr)")
            if let hint { #expect(outcome.stderr.contains(hint), "\(title): \(outcome.stderr)") }
        }
    }

    @Test("A saved view has dates that all devices read")
    func views() throws {
        try device.run("config", "set", "language", "de").expect()
        try device.run("view", "save", "bald", "due<\"in 3 Tagen\"").expect(
            status: 64, stderr: "must be in English, which all devices read")
        try device.run("view", "save", "bald", "due<\"in 3 days\"").expect()
        try device.run("list", "@bald").expect()
    }
}
