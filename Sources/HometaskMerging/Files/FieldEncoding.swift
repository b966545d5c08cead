// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The encoding of a field in a document: the stamp and the entries of `conflicts`. The shown value is `shown`.
///
/// The shape of a stamp names the rule, so that a reader without the schema can merge:
/// - register: `"dots#hash"`, or `{"register": "dots#hash"}` beside another shape;
/// - latest: `{"latest": "dots#hash"}`, with `"beside": [{stamp, value}]` for completions that are not in conflict;
/// - set: `{"set": {"element": "dots"}}`;
/// - text: `{"text": ["position[ dots]#hash", …]}`, a row for each shown line; the dots are omitted if they are just
///   the event that made the position;
/// - list: `{"list": [row, …]}`, a row for each item (`ListRow`), or `{row, beside}` where it has several snapshots.
struct FieldEncoding {
    let stamp: JSON?
    let conflicts: [JSON]

    /// The writes whose times are in the document's table: all writes whose value is shown.
    static func tabled(_ state: FieldState) -> [Write] {
        var writes = state.elements.values.flatMap { $0.writes }
        writes += state.items.values.flatMap(ListEncoding.tabled)
        switch state.shownCell {
        case .text: writes += state.lines.values.flatMap { $0.groups.first ?? [] }
        case .latest: writes += state.latest.groups[0]
        case .register: writes += state.register.groups[0]
        case .set, .list, nil: break
        }
        return writes
    }

    init(_ state: FieldState, times: TimeTable) {
        if let write = state.onlyWrite {
            stamp = .string(Stamp.text(of: [write], hashing: write.value, times: times))
            conflicts = []
            return
        }
        var shapes = JSONObject()
        var conflicts: [JSON] = []
        if !state.elements.isEmpty {
            let dots = state.elements.sorted { $0.key < $1.key }.map {
                ($0.key.string, JSON.string(Stamp.text(of: $0.value.writes, times: times)))
            }
            shapes["set"] = .object(JSONObject(dots))
        }
        if !state.lines.isEmpty {
            let isShown = state.shownCell == .text
            if isShown {
                shapes["text"] = .array(state.orderedLines.map { Self.row($0.position, $0.siblings, times: times) })
            }
            conflicts += state.orderedLines.flatMap { line in
                line.siblings.groups.dropFirst(isShown ? 1 : 0).map {
                    Self.entry($0, "line", text: line.position.description)
                }
            }
        }
        if !state.items.isEmpty {
            let list = ListEncoding(state, times: times)
            shapes["list"] = .array(list.rows)
            conflicts += list.conflicts
        }
        let hidesLatest = state.shownCell != .latest
        var beside: [JSON] = []
        for (index, group) in state.latest.groups.enumerated() {
            if index == 0, !hidesLatest {
                shapes["latest"] = .string(Stamp.text(of: group, hashing: group[0].value, times: times))
            } else if !hidesLatest, group[0].value.isNull == state.latest.writes[0].value.isNull {
                beside.append(Self.entry(group))
            } else {
                conflicts.append(Self.entry(group, "rule", text: "latest"))
            }
        }
        if !beside.isEmpty { shapes["beside"] = .array(beside) }
        for (index, group) in state.register.groups.enumerated() {
            if index == 0, state.shownCell == .register {
                shapes["register"] = .string(Stamp.text(of: group, hashing: group[0].value, times: times))
            } else {
                conflicts.append(Self.entry(group))
            }
        }
        self.conflicts = conflicts
        stamp = Self.shortest(shapes)
    }

    /// If a field has only a register, its stamp alone is written.
    private static func shortest(_ shapes: JSONObject) -> JSON? {
        if shapes.isEmpty { return nil }
        if shapes.count == 1, let register = shapes["register"] { return register }
        return .object(shapes)
    }

    private static func row(_ position: Position, _ siblings: Siblings, times: TimeTable) -> JSON {
        let group = siblings.groups[0]
        let dots = Stamp.text(of: group, times: times)
        let shown = dots == position.dot.description ? "" : " \(dots)"
        return .string("\(position)\(shown)#\(ValueHash.of(group[0].value))")
    }

    private static func entry(_ group: [Write], _ mark: String? = nil, text: String = "") -> JSON {
        let stamp = Stamp.text(of: group, hashing: group[0].value, times: nil)
        var object: JSONObject = ["stamp": .string(stamp), "value": group[0].value]
        if let mark { object[mark] = .string(text) }
        return .object(object)
    }
}
