// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// All histories of two devices over a few edits, up to a depth: at each step one device makes one edit, or merges the
/// other's document.
struct TinyCases {
    let edits: [JSON]
    let depth: Int

    static let all = [
        TinyCases(edits: [Edits.write("one", to: "title"), Edits.write("two", to: "title")], depth: 4),
        TinyCases(
            edits: [Edits.write(["at": "2026-01-01T00:00:00Z"], to: "completion"), Edits.write(nil, to: "completion")],
            depth: 4),
        TinyCases(edits: [Edits.insert("a", into: "tags"), Edits.remove("a", from: "tags")], depth: 4),
        TinyCases(
            edits: [
                Edits.write(["line"], to: "description"), Edits.write(["new", "line"], to: "description"),
                Edits.line("edit", at: 0), Edits.line(nil, at: 0),
            ], depth: 3),
        TinyCases(
            edits: [
                Edits.insertItem("one", id: "i", isFirst: true), Edits.writeItem("i", ["done": true]),
                Edits.removeItem("i"), Edits.moveItem("i", before: "j"), Edits.insertItem("two", id: "j"),
            ], depth: 3),
        TinyCases(
            edits: [Edits.delete, Edits.restore, Edits.write("new", to: "title"), Edits.weakly("h", to: "position")],
            depth: 3),
    ]

    /// Visits every reachable pair of documents, once per step.
    func explore(_ recorder: Recorder) {
        let start =
            recorder.ask([
                "do": "make", "kind": "task", "id": "00000000-0000-4000-8000-000000000001", "author": author("d0", 5),
                "fields": ["title": "start", "created": ["at": "2026-01-01T00:00:00Z"]],
            ])["document"]?.stringValue ?? ""
        var worlds: Set<[String]> = [[start, start]]
        for step in 0..<depth {
            var next: Set<[String]> = []
            for world in worlds.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                for device in 0..<2 {
                    visit(world, on: device, time: Int64(10 + step), recorder: recorder, into: &next)
                }
            }
            worlds = next
        }
    }

    private func visit(
        _ world: [String], on device: Int, time: Int64, recorder: Recorder, into next: inout Set<[String]>
    ) {
        for edit in edits {
            let answer = recorder.ask([
                "do": "edit", "document": .string(world[device]), "author": author("d\(device + 1)", time),
                "edits": [edit],
            ])
            guard let document = answer["document"]?.stringValue, document != world[device] else { continue }
            var changed = world
            changed[device] = document
            next.insert(changed)
        }
        guard world[0] != world[1] else { return }
        let answer = recorder.ask([
            "do": "join", "documents": [.string(world[device]), .string(world[1 - device])],
        ])
        guard let document = answer["document"]?.stringValue else { return }
        var changed = world
        changed[device] = document
        next.insert(changed)
    }
}
