// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// Reads a field's state back from its stamp, the shown value and its entries in `conflicts`.
///
/// Decoding is tolerant: an event whose value cannot be found (no value matches its hash) is left out. Shown values
/// without an event are found afterwards, by comparing the state's shown values with those in the file.
struct FieldDecoding {
    let state: FieldState
    /// The lines that replaced others, by position: they are written again at that position.
    let edits: [Position: JSON]
    /// The members of the edited items, by id: they are written again.
    let itemEdits: [String: JSONObject]

    /// - Throws: `DocumentError.unsupported` if the stamp names a rule that this version does not know: the field could
    ///   neither be merged nor written back.
    init(stamp: JSON?, shown: JSON?, conflicts: [JSON], times: TimeTable) throws(DocumentError) {
        var state = FieldState()
        var edits: [Position: JSON] = [:]
        var itemEdits: [String: JSONObject] = [:]
        let shapes = stamp?.objectValue ?? JSONObject(stamp.map { [("register", $0)] } ?? [])
        for (key, shape) in shapes.members {
            switch key.string {
            case "register": state.register = Self.whole(shape, shown, times: times)
            case "latest": state.latest = Self.whole(shape, shown, times: times)
            case "set": state.elements = Self.elements(shape, times)
            case "text": (state.lines, edits) = Self.lines(shape, shown, times: times)
            case "list":
                guard let rows = shape.arrayValue else { throw .unsupported(rule: key.string) }
                let list = ListDecoding(rows: rows, shown: shown, conflicts: conflicts, times: times)
                (state.items, itemEdits) = (list.items, list.edits)
            case "beside": break
            default: throw .unsupported(rule: key.string)
            }
        }
        state.latest.formUnion((shapes["beside"]?.arrayValue ?? []).flatMap(Self.writes))
        // All writes of a cell are added at once, because each addition sorts the existing ones.
        let whole = conflicts.filter { $0["line"] == nil && $0["item"] == nil }
        for cell in FieldState.ValueCell.allCases {
            state[cell].formUnion(whole.filter { FieldState.ValueCell(ofEntry: $0) == cell }.flatMap(Self.writes))
        }
        for (position, writes) in Self.lineWrites(conflicts) {
            state.lines[position, default: Siblings()].formUnion(writes)
        }
        self.state = state
        self.edits = edits
        self.itemEdits = itemEdits
    }

    /// The writes in the entries of `conflicts` for lines of a text.
    private static func lineWrites(_ conflicts: [JSON]) -> [Position: [Write]] {
        var found: [Position: [Write]] = [:]
        for entry in conflicts {
            guard let position = entry["line"]?.stringValue.flatMap({ Position($0) }) else { continue }
            let writes = writes(entry)
            if !writes.isEmpty { found[position, default: []] += writes }
        }
        return found
    }

    private static func whole(_ stamp: JSON, _ shown: JSON?, times: TimeTable) -> Siblings {
        Siblings(stamp.stringValue.flatMap { Stamp.writes($0, of: shown ?? .null, times: times) } ?? [])
    }

    private static func elements(_ shape: JSON, _ times: TimeTable) -> [ExactString: Siblings] {
        var elements: [ExactString: Siblings] = [:]
        for (element, dots) in shape.objectValue?.members ?? JSONObject().members {
            guard let writes = dots.stringValue.flatMap({ Stamp.events($0, of: .null, times: times) }) else { continue }
            elements[element] = Siblings(writes)
        }
        return elements
    }

    /// Rows correspond to lines in order. If an editor has moved lines, a row finds its line by its hash.
    private static func lines(
        _ shape: JSON, _ shown: JSON?, times: TimeTable
    ) -> (kept: [Position: Siblings], edited: [Position: JSON]) {
        let rows = rows(shape)
        let values = JSON.strings(shown)?.map { JSON.string($0) } ?? []
        var kept: [Position: Siblings] = [:]
        var edited: [Position: JSON] = [:]
        for step in LineDiff.steps(from: rows.map({ $0.hash }), to: values.map(ValueHash.of)) {
            switch step {
            case .keep(let row, let line):
                if let writes = Stamp.events(rows[row].events, of: values[line], times: times) {
                    kept[rows[row].position] = Siblings(writes)
                } else {
                    edited[rows[row].position] = values[line]
                }
            case .edit(let row, let line): edited[rows[row].position] = values[line]
            case .cut, .add: break
            }
        }
        return (kept, edited.filter { kept[$0.key] == nil })
    }

    private static func rows(_ shape: JSON) -> [Row] {
        (shape.arrayValue ?? []).compactMap { $0.stringValue.flatMap(Row.init) }
    }

    /// The indices of the lines that a text's rows describe, by the rows' positions.
    static func lines(ofRows shape: JSON, _ lines: [JSON]) -> [Position: Int] {
        let rows = rows(shape)
        var found: [Position: Int] = [:]
        for step in LineDiff.steps(from: rows.map({ $0.hash }), to: lines.map(ValueHash.of)) {
            switch step {
            case .keep(let row, let line), .edit(let row, let line): found[rows[row].position] = line
            case .cut, .add: break
            }
        }
        return found
    }

    private struct Row {
        let position: Position
        let events: String
        let hash: String

        init?(_ text: String) {
            guard let mark = text.utf8.lastIndex(of: UInt8(ascii: "#")) else { return nil }
            let body = text[..<mark]
            let space = body.utf8.firstIndex(of: UInt8(ascii: " "))
            guard let position = Position(body[..<(space ?? body.endIndex)]) else { return nil }
            self.position = position
            events = space.map { String(body[body.utf8.index(after: $0)...]) } ?? position.dot.description
            hash = String(text[text.utf8.index(after: mark)...])
        }
    }

    /// The writes that an entry of `conflicts` or `beside` holds; none if its stamp does not match its value.
    static func writes(_ entry: JSON) -> [Write] {
        guard let stamp = entry["stamp"]?.stringValue, let value = entry["value"] else { return [] }
        return Stamp.writes(stamp, of: value, times: nil) ?? []
    }
}
