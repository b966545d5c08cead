// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

@testable import HometaskMerging

/// A replica's copy of a document, with the events it knows.
struct Copy: Hashable {
    var document: Document
    var known: Set<EventLog.EventID> = []
    /// The document at its last join, for the engine that compares with a base.
    private var base: Document?

    static let id = DocumentID(randomBytes: (0x1234_5678_9ABC_4DEF, 0x8012_3456_789A_BCDE))

    init() {
        document = Document(id: Self.id, kind: .task)
    }

    mutating func join(_ other: Copy, _ engine: Engine) {
        document = engine.join(document, other.document, base: base ?? Document(id: Self.id, kind: .task))
        if engine.mistake == .comparesWithABase { base = document }
        known.formUnion(other.known)
    }

    /// The differences between the document and the log's expectation.
    func differences(from log: EventLog) -> [String] {
        var expected = log.present(known).mapValues { ids in ids.compactMap { log.events[$0]?.value }.sorted() }
        var found: [String] = []
        if document.isDeleted != log.isDeleted(known) { found.append("isDeleted is \(document.isDeleted)") }
        let deletion = document.deletions.writes.map { $0.value.isNull ? "null" : "deleted" }.sorted()
        if deletion != expected.removeValue(forKey: .deletion) ?? [] { found.append("deletions are \(deletion)") }
        for (name, state) in document.fields {
            let whole = FieldState.ValueCell.allCases.flatMap { state[$0].writes }
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
            found += differences(ofLines: state, named: name, from: log, expected: &expected)
            found += differences(ofItems: state, named: name, from: log, expected: &expected)
        }
        return found + expected.map { "\($0.key) lost \($0.value)" }
    }

    /// Items and cells that differ from the log.
    private func differences(
        ofItems state: FieldState, named name: FieldName, from log: EventLog, expected: inout [EventLog.Place: [String]]
    ) -> [String] {
        var found: [String] = []
        let field = name.description
        let items = state.items.isEmpty ? [] : document[name]?.arrayValue ?? []
        let shown = items.compactMap { $0["id"]?.stringValue }
        if shown.count != Set(shown).count || Set(shown) != log.items(in: field, known) {
            found.append("\(name) shows the items \(shown)")
        }
        for item in items {
            guard let id = item["id"]?.stringValue, var members = item.objectValue else { continue }
            members["id"] = nil
            let values = Dictionary(members.members.map { ($0.0.string, $0.1.compactText) }) { first, _ in first }
            if values != log.members(of: id, in: field, knowing: known) {
                found.append("\(name) shows \(item.compactText)")
            }
        }
        for (id, item) in state.items {
            let cells: [(EventLog.Place, Siblings)] =
                [(.item(id, of: field), item.presence), (.position(item: id, of: field), item.positions)]
                + item.members.map { (.member($0.key.string, item: id, of: field), $0.value) }
            for (place, siblings) in cells where !siblings.isEmpty {
                let values = expected.removeValue(forKey: place) ?? []
                if siblings.writes.count != values.count { found.append("\(place) holds \(siblings.writes.count)") }
                if case .member = place, siblings.writes.map(\.value.compactText).sorted() != values {
                    found.append("\(place) is not \(values)")
                }
            }
        }
        return found
    }

    private func differences(
        ofLines state: FieldState, named name: FieldName, from log: EventLog, expected: inout [EventLog.Place: [String]]
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
