// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The state of one field: a cell for each merge rule.
///
/// Usually only one cell is in use. Several may be in use after two program versions gave a field different rules. Each
/// cell joins on its own, so replicas still converge, and `shownCell` determines which cell is shown.
struct FieldState: Hashable, Sendable {
    enum Cell: Hashable {
        case register, latest, set, text, list
    }

    /// The cells that hold one value, by the names of their shapes.
    enum ValueCell: String, Hashable, CaseIterable {
        case register, latest

        /// The cell that a rule writes whole values to. A value that does not fit the rule is written to the register.
        init(_ rule: MergeRule) {
            switch rule {
            case .latest: self = .latest
            case .register, .set, .list, .text: self = .register
            }
        }

        /// The cell that holds the value of an entry of `conflicts`, which names it unless it is the register.
        init(ofEntry entry: JSON) {
            self = entry["rule"]?.stringValue.flatMap { ValueCell(rawValue: $0) } ?? .register
        }
    }

    var register = Siblings()
    var latest = Siblings()
    var elements: [ExactString: Siblings] = [:]
    var lines: [Position: Siblings] = [:]
    var items: [String: ListItem] = [:]

    /// The siblings of a cell that holds one value.
    subscript(cell: ValueCell) -> Siblings {
        get {
            switch cell {
            case .register: register
            case .latest: latest
            }
        }
        set {
            switch cell {
            case .register: register = newValue
            case .latest: latest = newValue
            }
        }
    }

    /// Returns the state with all cells but one emptied.
    func keepingOnly(_ cell: Cell) -> FieldState {
        var state = FieldState()
        switch cell {
        case .register: state.register = register
        case .latest: state.latest = latest
        case .set: state.elements = elements
        case .text: state.lines = lines
        case .list: state.items = items
        }
        return state
    }

    /// Returns the state with the siblings of each place transformed.
    func mappingSiblings(_ body: (Siblings) -> Siblings) -> FieldState {
        var state = self
        for cell in ValueCell.allCases { state[cell] = body(self[cell]) }
        state.elements = elements.mapValues(body)
        state.lines = lines.mapValues(body)
        state.items = items.mapValues { item in
            var item = item
            (item.presence, item.positions) = (body(item.presence), body(item.positions))
            item.members = item.members.mapValues(body)
            return item
        }
        return state
    }

    var isEmpty: Bool { isSet && elements.isEmpty }

    /// Whether the state holds nothing but elements of a set.
    var isSet: Bool { register.isEmpty && latest.isEmpty && lines.isEmpty && items.isEmpty }

    /// Whether the state holds nothing but items of a list.
    var isList: Bool { register.isEmpty && latest.isEmpty && lines.isEmpty && elements.isEmpty }

    /// Whether there are values besides the shown one.
    var isContested: Bool {
        ValueCell.allCases.contains { self[$0].groups.count > 1 } || lines.values.contains { $0.groups.count > 1 }
            || items.values.contains { $0.isContested }
    }

    /// The only write of a register without conflicts, the usual case.
    var onlyWrite: Write? {
        guard register.writes.count == 1, latest.isEmpty, elements.isEmpty, lines.isEmpty, items.isEmpty else {
            return nil
        }
        return register.writes[0]
    }

    /// The shown cell: the richest one, so that no value hides a text or a list.
    var shownCell: Cell? {
        if items.values.contains(where: { $0.isVisible }) { return .list }
        if !lines.isEmpty { return .text }
        if !latest.isEmpty { return .latest }
        if !register.isEmpty { return .register }
        return elements.isEmpty ? nil : .set
    }

    /// The rule by which the shown value was written.
    var rule: MergeRule? {
        switch shownCell {
        case .list: .list
        case .text: .text
        case .latest: .latest
        case .register: .register
        case .set: .set
        case nil: nil
        }
    }

    /// The shown value; nil if the field is cleared or was never written.
    var shown: JSON? {
        switch shownCell {
        case .list: .array(orderedItems.map({ $0.shown }))
        case .text: shownLines
        case .latest: latest.shown.flatMap { $0.value.isNull ? nil : $0.value }
        case .register: register.shown.flatMap { $0.value.isNull ? nil : $0.value }
        case .set: shownElements
        case nil: nil
        }
    }

    /// The elements of the set, in byte order.
    var shownElements: JSON { .array(elements.keys.sorted().map { .string($0.string) }) }

    var orderedLines: [(position: Position, siblings: Siblings)] {
        lines.map { (position: $0.key, siblings: $0.value) }.sorted { $0.position < $1.position }
    }

    /// Returns the positions of the lines that the line diff matches with those of another text, by index in the other
    /// text.
    func positions(matching lines: [JSON]) -> [Int: Position] {
        let held = orderedLines
        var places: [Int: Position] = [:]
        for step in LineDiff.steps(from: lines, to: held.map { $0.siblings.shown?.value ?? .null }) {
            switch step {
            case .keep(let line, let index), .edit(let line, let index): places[line] = held[index].position
            case .cut, .add: break
            }
        }
        return places
    }

    /// The shown lines of the text, in order.
    var shownLines: JSON { .array(orderedLines.compactMap { $0.siblings.shown?.value }) }

    /// The visible items, by position and id.
    var orderedItems: [PlacedItem] {
        items.compactMap { id, item in
            item.isVisible ? item.position.map { PlacedItem(id: id, item: item, position: $0) } : nil
        }.sorted()
    }

    /// All writes, in no particular order.
    var writes: [Write] {
        let values = register.writes + latest.writes
        return values + elements.values.flatMap { $0.writes } + lines.values.flatMap { $0.writes }
            + items.values.flatMap { $0.writes }
    }

    static func join(
        _ left: FieldState, seen leftSeen: VersionVector, with right: FieldState, seen rightSeen: VersionVector
    ) -> FieldState {
        if left == right { return left }
        var state = FieldState()
        state.register = Siblings.join(left.register, seen: leftSeen, with: right.register, seen: rightSeen)
        state.latest = Siblings.join(left.latest, seen: leftSeen, with: right.latest, seen: rightSeen)
        state.elements = join(left.elements, seen: leftSeen, with: right.elements, seen: rightSeen)
        state.lines = join(left.lines, seen: leftSeen, with: right.lines, seen: rightSeen)
        for id in Set(left.items.keys).union(right.items.keys) {
            let item = ListItem.join(
                left.items[id] ?? ListItem(), seen: leftSeen, with: right.items[id] ?? ListItem(), seen: rightSeen)
            if !item.isEmpty { state.items[id] = item }
        }
        return state
    }

    static func join<Key: Hashable>(
        _ left: [Key: Siblings], seen leftSeen: VersionVector, with right: [Key: Siblings],
        seen rightSeen: VersionVector
    ) -> [Key: Siblings] {
        if left == right { return left }
        var joined: [Key: Siblings] = [:]
        for key in Set(left.keys).union(right.keys) {
            let siblings = Siblings.join(
                left[key] ?? Siblings(), seen: leftSeen, with: right[key] ?? Siblings(), seen: rightSeen)
            if !siblings.isEmpty { joined[key] = siblings }
        }
        return joined
    }
}
