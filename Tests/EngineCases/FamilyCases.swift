// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A family of random tasks, and random queries of it at random times.
enum FamilyCases {
    private static let mia = "00000000-0000-4000-8000-0000000000aa"

    static func run(_ recorder: Recorder, seed: UInt64) {
        var generator = SplitMix(seed: seed)
        put(recorder, &generator)
        for _ in 0..<400 {
            var request: JSONObject = [
                "do": "list", "query": .string(query(&generator)), "member": .string(mia),
                "now": .string(time(&generator)), "done": .bool(generator.chance(2)),
            ]
            if generator.chance(3) {
                request["order"] = .string(
                    generator.pick(["title", "-due,title", "urgency", "priority,-created", "assignee", "none such"]))
            }
            if generator.chance(3) { request["limit"] = .number(JSONNumber(generator.below(20))) }
            _ = recorder.ask(request)
        }
        for _ in 0..<200 {
            _ = recorder.ask([
                "do": "words", "words": .string(line(&generator)), "member": .string(mia),
                "now": .string(time(&generator)),
            ])
        }
        for _ in 0..<200 {
            _ = recorder.ask(["do": "rule", "text": .string(rule(&generator)), "now": .string(time(&generator))])
        }
        for _ in 0..<100 { _ = recorder.ask(statistics(&generator)) }
        for text in ["Old Oak", "ｏｌｄ－ＯＡＫ!", "Stra\u{DF}e 7", "e\u{301}t\u{E9}", "한국 かな", "\u{130}\u{3A3} ٣", "-!?"] {
            _ = recorder.ask(["do": "fold", "text": .string(text)])
        }
        for _ in 0..<200 { _ = recorder.ask(move(&generator)) }
    }

    /// A move of a task; the given neighbour may be the task itself or missing.
    private static func move(_ generator: inout SplitMix) -> JSONObject {
        func task() -> JSON {
            .string("00000000-0000-4000-8000-00000000\(String(16 + generator.below(136) + 4096, radix: 16))")
        }
        var request: JSONObject = ["do": "move", "task": task(), "tail": .number(JSONNumber(generator.below(256)))]
        if !generator.chance(8) { request[generator.pick(["before", "after"])] = task() }
        return request
    }

    /// A request for statistics; the first and last day may be reversed.
    private static func statistics(_ generator: inout SplitMix) -> JSONObject {
        var request: JSONObject = [
            "do": "statistics", "by": .string(generator.pick(["day", "week", "month"])),
            "now": .string(time(&generator)),
        ]
        if generator.chance(3) { request["since"] = .string(String(time(&generator).prefix(10))) }
        if generator.chance(3) { request["until"] = .string(String(time(&generator).prefix(10))) }
        if generator.chance(4) { request["for"] = .string(mia) }
        if generator.chance(4) { request["category"] = "00000000-0000-4000-8000-000000001001" }
        return request
    }

    /// A recurrence rule, which may be invalid.
    private static func rule(_ generator: inout SplitMix) -> String {
        let words = [
            "every", "2", "weeks", "month", "day", "on", "the", "last", "fri", "at 7:30", "until 1 may", "after done",
            "FREQ=DAILY", ", 10 times", "x",
        ]
        return (0..<(1 + generator.below(5))).map { _ in generator.pick(words) }.joined(separator: " ")
    }

    /// A new task in one line, which may be invalid.
    private static func line(_ generator: inout SplitMix) -> String {
        let words = [
            "Milk", "for", "e\u{301}té", "@Mia", "@me", "@nobody", "+home", "+1", "due:fri", "due:\"next week\"",
            "due:never",
            "priority:high", "priority:top", "points:5", "points:-1", "category:Garden", "category:x", "tag:a,b",
            "wait:mon",
            "proof:photo", "every:week", "every:\"day at 18:00\"", "every:\"month on the last fri\"", "every:sometimes",
            "at:garden",
            "within:50m", "after:1", "dueee:fri", "Note:", "18:00", "--", "due=2026-12-24T18:00", "due<fri",
            "window:07:00-09:00",
        ]
        return (0..<generator.below(6)).map { _ in generator.pick(words) }.joined(separator: " ")
    }

    private static func number(_ text: String) -> JSON { JSONNumber(lexeme: text).map { .number($0) } ?? .null }

    private static func time(_ generator: inout SplitMix) -> String {
        let base: Int64 = generator.chance(6) ? 4_000_000_000 : 1_795_000_000
        return Timestamp(seconds: base + Int64(generator.below(8_000_000))).rfc3339
    }

    private static func put(_ recorder: Recorder, _ generator: inout SplitMix) {
        var made: [JSON] = []
        func make(_ kind: String, _ number: Int, with fields: JSONObject) {
            let id = kind == "member" ? mia : "00000000-0000-4000-8000-00000000\(String(number + 4096, radix: 16))"
            let answer = recorder.ask([
                "do": "make", "kind": .string(kind), "id": .string(id), "fields": .object(fields),
                "author": author("d9", 1_795_000_000),
            ])
            if let document = answer["document"] { made.append(document) }
        }
        make("member", 0, with: ["name": "Mia"])
        make("category", 1, with: ["name": "Garden"])
        make(
            "pin", 2, with: ["name": "School", "location": ["latitude": number("52.37"), "longitude": number("4.89")]])
        make("view", 3, with: ["name": "soon", "query": "due<7d", "sort": "due"])
        for number in 16..<150 {
            var fields: JSONObject = [
                "title": .string("Task \(generator.pick(["bins", "Müll", "milk", "e\u{301}té"])) \(number)"),
                "created": ["at": .string(time(&generator))],
            ]
            if generator.chance(2) { fields["due"] = ["date": .string(String(time(&generator).prefix(10)))] }
            if generator.chance(3) { fields["due"] = ["at": .string(time(&generator)), "zone": "Europe/Amsterdam"] }
            if generator.chance(3) { fields["assignees"] = [.string(mia)] }
            if generator.chance(3) { fields["priority"] = .string(generator.pick(["high", "medium", "low"])) }
            if generator.chance(4) { fields["tags"] = ["home", "quick"] }
            if generator.chance(4) { fields["completion"] = ["at": .string(time(&generator)), "by": .string(mia)] }
            if generator.chance(5) { fields["points"] = .number(JSONNumber(generator.below(50))) }
            if generator.chance(5) { fields["place"] = ["pin": "00000000-0000-4000-8000-000000001002"] }
            if generator.chance(5) { fields["category"] = "00000000-0000-4000-8000-000000001001" }
            if generator.chance(6) { fields["wait"] = ["date": .string(String(time(&generator).prefix(10)))] }
            if generator.chance(4) { fields["order"] = .string(generator.pick(["U", "V1", "V1z", "z5"])) }
            make("task", number, with: fields)
        }
        _ = recorder.ask(["do": "put", "documents": .array(made)])
    }

    private static func query(_ generator: inout SplitMix) -> String {
        let terms = [
            "bins", "müll", "title:mil", "due<7d", "due:tomorrow", "due>2090-01-01", "overdue", "mine", "@Mia", "+home",
            "-(open)", "priority:high", "points>10", "has:due", "done", "created<today", "category:Garden", "at:School",
            "@soon", "not due:any", "due<next friday", "wait:any", "bogus:1", "\"", "due:2..", "open or done", "éte",
        ]
        return (0..<(1 + generator.below(3))).map { _ in generator.pick(terms) }
            .joined(separator: generator.chance(4) ? " or " : " ")
    }
}
