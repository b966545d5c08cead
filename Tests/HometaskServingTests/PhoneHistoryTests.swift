// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import TestSupport
import Testing

@Suite("Random histories with phones")
struct PhoneHistoryTests {
    @Test("Every value is current, replaced by a writer that saw it, listed as a conflict, or removed")
    func histories() async throws {
        let start = SeededGenerator(usually: 100)
        for run in 0..<SeededGenerator.runs(12) {
            var history = try await PhoneHistory(seed: start.seed &+ UInt64(run), steps: 60)
            let faults = try await history.settle()
            let trace = faults.isEmpty ? "" : history.trace.joined(separator: "\n")
            #expect(faults.isEmpty, "run \(run); \(start.note)\n\(trace)")
        }
    }

    @Test("The oracle detects a lost value and a value that reappears")
    func oracle() async throws {
        var generator = SeededGenerator(seed: 1)
        let path = try #require(DocumentPath(kind: .task, id: .random(using: &generator)))
        var ledger = ValueLedger()
        ledger.note(ledger.fresh(), at: "title", of: path, over: nil, seeing: "")
        ledger.note(ledger.fresh(), at: "title", of: path, over: nil, seeing: "\"w0x\"")
        ledger.note(ledger.fresh(), at: "title", of: path, over: nil, seeing: "")
        ledger.noteRemoval(of: "old", from: "tags", of: path)
        func faults(_ text: String) -> Int { ledger.faults(in: [path: Array(text.utf8)]).count }
        #expect(faults(#"{"title": "w1x", "conflicts": {"title": [{"value": "w2x"}]}}"#) == 0)
        #expect(faults(#"{"title": "w2x"}"#) == 2, "the second value, and the first, which it has replaced")
        #expect(faults(#"{"title": "w1x", "~merge": "w2x"}"#) == 1)
        #expect(faults(#"{"title": "w1x", "tags": ["old"], "conflicts": {"title": [{"value": "w2x"}]}}"#) == 1)
    }
}
