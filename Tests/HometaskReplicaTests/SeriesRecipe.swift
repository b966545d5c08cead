// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica

/// The source of a golden series: an occurrence, and the next occurrence that every implementation must derive from it,
/// byte for byte. The files are authoritative.
struct SeriesRecipe {
    let name: String
    /// The occurrence in the golden file.
    let occurrence: Document
    /// The following occurrence beforehand; nil if there was none.
    let present: Document?

    private init(_ name: String, _ present: Document? = nil, make: (inout Document) -> Void) {
        self.name = name
        self.present = present
        var document = Document(id: Self.id, kind: .task)
        make(&document)
        occurrence = document
    }

    /// The id in the specification's table.
    static let id = DocumentID("5f0c0b6e-7a54-4f37-9c1d-0e8f6b2a1c3d") ?? DocumentID(randomBytes: (0, 0))
    static let zone = "Europe/Amsterdam"

    static let mia = author("d4k2m9", 1_795_000_000)
    static let ben = author("dm3x97", 1_795_003_600)

    private static func author(_ actor: String, _ seconds: Int64) -> Author {
        guard let actor = ActorID(actor) else { preconditionFailure("a malformed actor: \(actor)") }
        return Author(actor: actor, time: Timestamp(seconds: seconds))
    }

    private static func write(_ values: [FieldName: JSON], to document: inout Document, by author: Author) {
        for (field, value) in values.sorted(by: { $0.key < $1.key }) {
            let rule = Schema.of(.task)?.rule(for: field.key.string) ?? plugins[field] ?? .register
            document.writeValue(value, to: field, rule: rule, by: author)
        }
    }

    /// The merge rules of the plugins' fields, known only to the writers of the fields.
    private static let plugins: [FieldName: MergeRule] = [
        "extensions/org.example.noise/tools": .set, "extensions/org.example.noise/advice": .text,
        "extensions/org.example.noise/heard": .latest,
    ]

    private static func bins(_ document: inout Document, _ values: [FieldName: JSON]) {
        write(
            ["title": "Take out the bins", "created": ["at": "2026-11-18T08:26:40Z"]], to: &document, by: mia)
        write(values, to: &document, by: mia)
        write(["completion": ["at": "2026-11-18T09:26:40Z"]], to: &document, by: ben)
    }

    private static let friday = SeriesRecipe("every-friday") {
        bins(&$0, ["repeat": "FREQ=WEEKLY", "due": ["date": "2026-11-20"]])
    }

    static let all: [SeriesRecipe] = [
        friday,
        SeriesRecipe("after-done") {
            bins(&$0, ["repeat": "FREQ=MONTHLY;X-FROM=DONE", "due": ["date": "2026-10-31"]])
        },
        SeriesRecipe("at-a-time-that-is-skipped") {
            bins(
                &$0,
                [
                    "repeat": "FREQ=WEEKLY;COUNT=3",
                    "due": ["at": "2027-03-21T01:30:00Z", "zone": "Europe/Amsterdam"],
                ])
        },
        SeriesRecipe("all-that-is-handed-on") {
            bins(
                &$0,
                [
                    "repeat": "FREQ=WEEKLY;BYDAY=TU,FR", "due": ["date": "2026-11-20"], "tags": ["house", "été"],
                    "description": ["The grey one.", "Not the green one."], "points": 5, "priority": "high",
                    "order": "m", "proof": "photo",
                    "items": [["text": "paper"], ["text": "glass", "done": true]],
                ])
        },
        SeriesRecipe("changed-for-once") {
            bins(&$0, ["repeat": "FREQ=WEEKLY", "due": ["date": "2026-11-21"]])
            write(
                [
                    "title": "Take out the bins, and the tree",
                    "series": [
                        ["id": "due", "value": ["date": "2026-11-20"]],
                        ["id": "title", "value": "Take out the bins"],
                    ],
                ], to: &$0, by: mia)
        },
        SeriesRecipe("fields-of-plugins") {
            bins(
                &$0,
                [
                    "repeat": "FREQ=WEEKLY", "due": ["date": "2026-11-20"], "extensions/org.example.noise/loudness": 3,
                    "extensions/org.example.noise/tools": ["drill", "saw"],
                    "extensions/org.example.noise/advice": ["Knock twice.", "Then wait."],
                    "extensions/org.example.noise/heard": "2026-11-18", "extensions/zz/shape": ["corners": 4],
                ])
            // Louder for this occurrence only, and without tools.
            write(
                [
                    "extensions/org.example.noise/loudness": 9,
                    "series": [
                        [
                            "field": "extensions/org.example.noise/loudness",
                            "id": "ab6d5a53-5c0c-5f5e-9c3f-000000000001", "rule": "register", "value": 3,
                        ],
                        [
                            "field": "extensions/org.example.noise/was",
                            "id": "ab6d5a53-5c0c-5f5e-9c3f-000000000002", "rule": "set", "value": ["rake"],
                        ],
                        [
                            "field": "extensions/zz/once", "id": "ab6d5a53-5c0c-5f5e-9c3f-000000000003",
                        ],
                    ],
                    "extensions/zz/once": true,
                ], to: &$0, by: ben)
        },
        SeriesRecipe("brought-up-to-date", made(of: friday)) {
            bins(&$0, ["repeat": "FREQ=WEEKLY", "due": ["date": "2026-11-20"]])
            write(["title": "Bins and paper", "points": 2], to: &$0, by: ben)
        },
        SeriesRecipe("brought-back", withdrawn()) {
            bins(&$0, ["repeat": "FREQ=WEEKLY", "due": ["date": "2026-11-20"]])
        },
    ]

    /// The next occurrence made from a recipe's occurrence.
    private static func made(of recipe: SeriesRecipe) -> Document? {
        try? next(after: recipe.occurrence, recipe.present, by: ben)
    }

    /// The next occurrence of the recipe `friday`, after reopening that recipe's occurrence.
    private static func withdrawn() -> Document? {
        guard let next = made(of: friday) else { return nil }
        let transaction = Transaction(over: reader([friday.occurrence, next]), by: ben, for: nil)
        try? transaction.tasks.reopen(id)
        return try? transaction.document(at: Transaction.path(of: .task, next.id))
    }

    /// The next occurrence, as made by the program.
    ///
    /// - Parameters:
    ///   - present: the existing next occurrence.
    ///   - author: the device's author and the time; neither leaves a trace in the result.
    static func next(
        after occurrence: Document, _ present: Document?, by author: Author = ben
    ) throws -> Document? {
        let transaction = Transaction(over: reader([occurrence, present].compactMap(\.self)), by: author, for: nil)
        try transaction.series.makeNext(after: occurrence.id)
        return try transaction.document(at: Transaction.path(of: .task, Series.successor(of: occurrence.id)))
    }

    /// The next occurrence, as updated by the sync that merged it.
    static func carriedOn(_ next: Document, after occurrence: Document) throws -> Document? {
        let transaction = Transaction(over: reader([occurrence, next]), by: ben, for: nil)
        let path = try Transaction.path(of: .task, next.id)
        try transaction.seriesSettling.updateSuccessors(after: [path])
        return try transaction.document(at: path)
    }

    private static func reader(_ documents: [Document]) -> MemoryReader {
        let reader = MemoryReader()
        reader.putFamily(zone: zone)
        for document in documents { reader.putDocument(document) }
        return reader
    }
}
