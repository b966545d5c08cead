// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A random history of one task on two to four devices that edit, rebase, exchange and read, with clocks that jump by
/// up to fifty years.
struct RandomCase {
    private var generator: SplitMix
    private var documents: [String] = []
    private var clocks: [Int64] = []

    init(seed: UInt64) {
        generator = SplitMix(seed: seed)
    }

    func run(_ recorder: Recorder) {
        var history = self
        history.live(recorder)
    }

    private mutating func live(_ recorder: Recorder) {
        let count = 2 + generator.below(3)
        let answer = recorder.ask([
            "do": "make", "kind": "task", "id": .string(DocumentID.random(using: &generator).description),
            "author": author("d0", 1_700_000_000), "fields": .object(fields()),
        ])
        guard let document = answer["document"]?.stringValue else { return }
        documents = Array(repeating: document, count: count)
        clocks = Array(repeating: 1_700_000_000, count: count)
        for _ in 0..<(4 + generator.below(8)) { step(recorder) }
        finish(recorder)
    }

    private mutating func step(_ recorder: Recorder) {
        let place = generator.below(documents.count)
        clocks[place] += Int64(generator.below(3))
        if generator.chance(12) { clocks[place] += Int64(generator.below(3_154_000_000)) - 1_577_000_000 }
        switch generator.below(10) {
        case 0..<5: edit(place, recorder)
        case 5: rebase(place, recorder)
        case 6..<9:
            let other = (place + 1 + generator.below(documents.count - 1)) % documents.count
            take(
                recorder.ask(["do": "join", "documents": [.string(documents[place]), .string(documents[other])]]), place
            )
        default: look(place, recorder)
        }
    }

    private mutating func take(_ answer: JSONObject, _ place: Int) {
        if let document = answer["document"]?.stringValue { documents[place] = document }
    }

    private mutating func edit(_ place: Int, _ recorder: Recorder) {
        let edits = (0..<(1 + generator.below(3))).map { _ in edit(of: documents[place]) }
        take(
            recorder.ask([
                "do": "edit", "document": .string(documents[place]), "author": author("d\(place)", clocks[place]),
                "edits": .array(edits),
            ]), place)
    }

    /// Rebases the edits of one device onto another's document.
    private mutating func rebase(_ place: Int, _ recorder: Recorder) {
        let (since, onto) = (generator.pick(documents), generator.pick(documents))
        take(
            recorder.ask([
                "do": "rebase", "document": .string(documents[place]), "since": .string(since),
                "sent": .array(generator.chance(3) ? [.string(generator.pick(documents))] : []),
                "taken": .bool(generator.chance(3)), "onto": generator.chance(9) ? .null : .string(onto),
                "actor": .string("d\(place)"), "lost": .bool(generator.chance(4)),
            ]), place)
    }

    private mutating func look(_ place: Int, _ recorder: Recorder) {
        let document = JSON.string(documents[place])
        switch generator.below(2) {
        case 0: _ = recorder.ask(["do": "read", "document": document])
        default: _ = recorder.ask(["do": "next", "document": document, "zone": "Europe/Amsterdam"])
        }
    }

    /// Joins the documents of all devices, and reads the result.
    private mutating func finish(_ recorder: Recorder) {
        let answer = recorder.ask(["do": "join", "documents": .array(documents.map { .string($0) })])
        guard let joined = answer["document"] else { return }
        _ = recorder.ask(["do": "read", "document": joined])
        _ = recorder.ask(["do": "next", "document": joined, "zone": "Europe/Amsterdam"])
        // A slip in a text editor: a wrong comma, or an extra letter.
        var bytes = Array((joined.stringValue ?? "").utf8)
        bytes.insert(generator.pick(Array("x,1\"".utf8)), at: generator.below(bytes.count))
        _ = recorder.ask(["do": "read", "document": .string(String(decoding: bytes, as: UTF8.self))])
    }

    // MARK: Values

    private mutating func text() -> String {
        generator.pick([
            "one", "two", "Ünïcödé 日本語", "e\u{301}", "👩‍👩‍👧‍👦 \"quoted\" \\", "", "a\tb", "1e400", "null", "ß ﬁ",
        ])
    }

    private mutating func time() -> String {
        Timestamp(seconds: Int64(generator.below(4_102_444_800)) + (generator.chance(9) ? 200_000_000_000 : 0)).rfc3339
    }

    private mutating func due() -> JSON {
        let time = time()
        if generator.chance(2) { return ["date": .string(String(time.prefix(10)))] }
        return ["at": .string(time), "zone": .string(generator.pick(["UTC", "Europe/Amsterdam"]))]
    }

    private mutating func rule() -> JSON {
        .string(
            generator.pick([
                "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=DAILY;INTERVAL=9999", "FREQ=MONTHLY;BYMONTHDAY=31",
                "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "FREQ=DAILY;X-FROM=DONE",
                "FREQ=WEEKLY;INTERVAL=2;COUNT=3", "FREQ=DAILY;UNTIL=20991231", "FREQ=HOURLY", "nonsense",
            ]))
    }

    private mutating func fields() -> JSONObject {
        var fields: JSONObject = ["title": .string("T" + text()), "created": ["at": .string(time())]]
        if generator.chance(2) { fields["due"] = due() }
        if generator.chance(2) { fields["repeat"] = rule() }
        if generator.chance(3) { fields["points"] = .number(JSONNumber(generator.below(120_000))) }
        if generator.chance(3) { fields["description"] = .array([.string(text()), .string(text())]) }
        return fields
    }

    private mutating func edit(of document: String) -> JSON {
        let shown = (try? JSON.parse(document))?.objectValue ?? [:]
        let items = (shown["items"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue } + ["shared"]
        let item = generator.pick(items)
        switch generator.below(20) {
        case 0, 1: return Edits.write(.string("T" + text()), to: "title")
        case 2: return Edits.write(due(), to: "due")
        case 3: return Edits.write(["at": .string(time())], to: "completion")
        case 4: return Edits.write(nil, to: generator.pick(["completion", "due", "points"]))
        case 5: return Edits.write(.number(number()), to: "extensions/org.example/points")
        case 6: return Edits.write(rule(), to: "repeat")
        case 7: return Edits.insert(generator.pick(["a", "b", "c"]), into: "tags")
        case 8: return Edits.remove(generator.pick(["a", "b", "c"]), from: "tags")
        case 9: return Edits.write(.array((0..<generator.below(5)).map { _ in .string(text()) }), to: "description")
        case 10: return Edits.line(generator.chance(3) ? nil : text(), at: generator.below(4))
        case 11, 12: return Edits.insertItem(text(), id: generator.chance(4) ? "shared" : nil, after: nil)
        case 13: return Edits.insertItem(text(), isFirst: true)
        case 14: return Edits.writeItem(item, ["done": .bool(generator.chance(2)), "text": .string(text())])
        case 15: return Edits.moveItem(item, before: generator.chance(3) ? nil : generator.pick(items))
        case 16: return Edits.removeItem(item)
        case 17: return Edits.weakly(.string(text()), to: "position")
        case 18: return generator.chance(2) ? Edits.delete : Edits.restore
        default: return Edits.write(.string(text()), to: generator.pick(["priority", "unknown", "id", "~merge"]))
        }
    }

    /// Numbers in many notations, parsed exactly to the last bit.
    private mutating func number() -> JSONNumber {
        let value = Double(bitPattern: generator.next())
        return JSONNumber(value) ?? JSONNumber(generator.below(1 << 40))
    }
}
