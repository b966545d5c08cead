// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

@testable import HometaskMerging

/// A copy of a document on one replica, beside the events it knows.
struct Copy: Hashable {
    var document: Document
    var known: Set<EventLog.EventID> = []

    static let id = DocumentID(randomBytes: (0x1234_5678_9ABC_4DEF, 0x8012_3456_789A_BCDE))

    init() {
        document = Document(id: Self.id, kind: .task)
    }

    mutating func join(_ other: Copy, _ engine: Engine) {
        document = engine.join(document, other.document)
        known.formUnion(other.known)
    }

    /// How the document differs from what the log says it must hold; empty where it does not.
    func differences(from log: EventLog) -> [String] {
        var expected = log.present(known).mapValues { ids in ids.compactMap { log.events[$0]?.value }.sorted() }
        var found: [String] = []
        if document.isDeleted != log.isDeleted(known) { found.append("isDeleted is \(document.isDeleted)") }
        let deletion = document.deletions.writes.map { $0.value.isNull ? "null" : "deleted" }.sorted()
        if deletion != expected.removeValue(forKey: .deletion) ?? [] { found.append("deletions are \(deletion)") }
        for (name, state) in document.fields {
            let whole = state.register.writes + state.latest.writes
            if !whole.isEmpty {
                let key = EventLog.Place.field(name.description)
                if whole.map(\.value.compactText).sorted() != expected.removeValue(forKey: key) {
                    found.append("\(name) holds \(whole.map(\.value.compactText))")
                }
                if state.shown?.compactText ?? "null" != log.values(key, known).first {
                    found.append("\(name) shows \(state.shown?.compactText ?? "null")")
                }
            }
            for (element, siblings) in state.elements {
                let key = EventLog.Place.element(element.string, of: name.description)
                if siblings.writes.count != expected.removeValue(forKey: key)?.count {
                    found.append("\(name) holds \(element) \(siblings.writes.count) times")
                }
            }
            found += differences(ofLines: state, name, log, &expected)
        }
        return found + expected.map { "\($0.key) lost \($0.value)" }
    }

    private func differences(
        ofLines state: FieldState, _ name: FieldName, _ log: EventLog, _ expected: inout [EventLog.Place: [String]]
    ) -> [String] {
        var lines = state.lines.values.map { $0.writes.map(\.value.compactText).sorted() }
        var found: [String] = []
        for (place, values) in expected {
            guard case .line(_, let field) = place, field == name.description else { continue }
            expected[place] = nil
            if let index = lines.firstIndex(of: values) {
                lines.remove(at: index)
            } else {
                found.append("\(name) has no line \(values)")
            }
        }
        return found + lines.map { "\(name) has a line \($0)" }
    }
}
