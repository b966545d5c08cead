// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskPluginProtocol
import HometaskReplica

/// The families in memory with which plugins are tested. They contain ordinary documents, and the most unusual ones
/// that are valid.
enum SampleFamily {
    /// The family's id, the same in every run.
    static let id = DocumentID.derived(namespace: DocumentID(randomBytes: (0, 0)), name: "sample family")
    /// The creation time of all documents: 2026-01-01T00:00:00Z.
    static let time = Timestamp(seconds: 1_767_225_600)

    /// A family with documents of every kind.
    ///
    /// - Parameter tasks: the number of ordinary tasks; the unusual ones are added to them.
    static func make(tasks: Int) throws -> MemoryReader {
        let transaction = Self.transaction(over: MemoryReader())
        let (mia, kitchen, shop) = (Self.id("Mia"), Self.id("Kitchen"), Self.id("shop"))
        try transaction.create(.member, id: mia, fields: ["name": "Mia", "email": "mia@example.org"])
        try transaction.create(.member, id: Self.id("Noah"), fields: ["name": "Noah, \"the <boss>\" & friends"])
        try transaction.create(.category, id: kitchen, fields: ["name": "Kitchen", "color": "#3366cc"])
        let location: JSON = ["latitude": Self.number(52.37), "longitude": Self.number(4.89)]
        try transaction.create(.pin, id: shop, fields: ["name": "The shop", "location": location])
        for number in 0..<tasks {
            try transaction.create(
                .task, id: Self.id("task \(number)"), fields: Self.task(number, mia, kitchen: kitchen, shop: shop))
        }
        for (number, title) in Self.oddTitles.enumerated() {
            let description: JSON = .array(["", "\ttab", .string(title), "BEGIN:VCALENDAR", "=1+1"])
            try transaction.create(
                .task, id: Self.id("odd \(number)"), fields: ["title": .string(title), "description": description])
        }
        return MemoryReader(transaction.staged.mapValues(\.bytes))
    }

    /// Creates a transaction on a family.
    static func transaction(over reader: DocumentReader) -> Transaction {
        var generator = SystemRandomNumberGenerator()
        let actor = ActorID.random(using: &generator)
        return Transaction(over: reader, by: Author(actor: actor, time: time), for: nil)
    }

    /// Texts that break programs that handle quotes, separators, formulas, markup, lines or scripts carelessly.
    static let oddTitles = [
        "\"quotes\", 'more'; and, commas; \\ backslashes", "=HYPERLINK(\"http://example.org\")",
        "+1 @home #tag due:fri",
        "<b>bold</b> & <script>alert(1)</script> ]]>", "*stars* _lines_ `code` [x](y) | pipes |",
        "(A) x 2026-01-01 done",
        "Ünïcödé 日本語 עברית العربية 👩‍👩‍👧‍👦 e\u{301}", "-", String(repeating: "long ", count: 99) + "end.",
        "%s %d ${HOME} $(id) ; rm -rf /", "line\u{FEFF}with a mark", "0", "null", "1e308",
    ]

    private static func task(_ number: Int, _ mia: DocumentID, kitchen: DocumentID, shop: DocumentID)
        -> [FieldName: JSON?]
    {
        let day = number % 28 + 1
        let date = "2026-01-\(day < 10 ? "0" : "")\(day)"
        var fields: [FieldName: JSON?] = ["title": .string("Task \(number)"), "created": ["at": .string(time.rfc3339)]]
        if number % 2 == 0 { fields["due"] = ["date": .string(date)] }
        if number % 3 == 0 { fields["due"] = ["at": .string("\(date)T17:30:00Z"), "zone": "Europe/Amsterdam"] }
        if number % 4 == 0 { fields["assignees"] = [.string(mia.description)] }
        if number % 5 == 0 { fields["category"] = .string(kitchen.description) }
        if number % 6 == 0 { fields["tags"] = ["home", "quick"] }
        if number % 7 == 0 { fields["completion"] = ["at": "2026-01-05T10:00:00Z", "by": .string(mia.description)] }
        if number % 8 == 0 { fields["place"] = ["pin": .string(shop.description)] }
        if number % 9 == 0 { fields["repeat"] = "FREQ=WEEKLY;BYDAY=MO,TH" }
        if number % 10 == 0 { fields["priority"] = "high" }
        if number % 11 == 0 { fields["items"] = [["text": "one", "done": true], ["text": "two"]] }
        return fields
    }

    private static func number(_ value: Double) -> JSON { JSONNumber(value).map { .number($0) } ?? .null }

    /// Returns the id of a document of the sample.
    static func id(_ name: String) -> DocumentID { .derived(namespace: id, name: name) }
}

/// Sample families, each created once.
final class SampleFamilies {
    private var made: [Int: MemoryReader] = [:]

    /// Returns a family with the given number of ordinary tasks.
    func family(tasks: Int) throws -> MemoryReader {
        if let family = made[tasks] { return family }
        let family = try SampleFamily.make(tasks: tasks)
        made[tasks] = family
        return family
    }
}
