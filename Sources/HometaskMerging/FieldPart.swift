// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A part of a set, a text or a list, with the writes that it holds.
public struct FieldPart: Hashable, Sendable {
    /// What a part is.
    public enum Place: Hashable, Sendable {
        /// An element of a set.
        case element(String)
        /// A line of a text, by the value shown.
        case line(String)
        /// The presence of an item of a list, by its id.
        case item(String)
        /// The position of a list's item, by its id.
        case position(String)
        /// A member of an item of a list.
        case member(Conflict.ItemMember)
    }

    /// Which part of the field it is, identified by its value, id or name.
    public let place: Place
    /// Its writes, greatest first; never empty.
    public let writes: [Write]
}

extension Document {
    /// The parts of a field: elements in byte order, then lines in their order, then items in theirs, each with its
    /// parts.
    public func parts(of field: FieldName) -> [FieldPart] {
        guard let state = fields[field] else { return [] }
        var parts = state.elements.sorted { $0.key < $1.key }.map {
            FieldPart(place: .element($0.key.string), writes: $0.value.writes)
        }
        for line in state.orderedLines where !line.siblings.isEmpty {
            let text = line.siblings.shown?.value.stringValue ?? ""
            parts.append(FieldPart(place: .line(text), writes: line.siblings.writes))
        }
        for placed in state.orderedItems {
            parts.append(FieldPart(place: .item(placed.id), writes: placed.item.presence.writes))
            if !placed.item.positions.isEmpty {
                parts.append(FieldPart(place: .position(placed.id), writes: placed.item.positions.writes))
            }
            for (name, siblings) in placed.item.members.sorted(by: { $0.key < $1.key }) where !siblings.isEmpty {
                let member = Conflict.ItemMember(item: placed.id, name: name.string)
                parts.append(FieldPart(place: .member(member), writes: siblings.writes))
            }
        }
        return parts
    }

    /// Drops writes of a field's parts, as an element is removed from a set: they leave no trace but `seen`, so every
    /// copy that joins this one drops them too. An element, a line or an item without any remaining write is gone.
    ///
    /// - Parameter stale: the writes of a part to drop.
    public mutating func forgetParts(of field: FieldName, _ stale: (FieldPart) -> [Write]) {
        guard var state = fields[field] else { return }
        let lines = state.orderedLines.compactMap { $0.siblings.isEmpty ? nil : $0.position }
        var line = 0
        for part in parts(of: field) {
            let writes = Set(stale(part))
            if case .line = part.place {
                if !writes.isEmpty { state.lines[lines[line]]?.drop(writes) }
                line += 1
            } else if !writes.isEmpty {
                state.drop(writes, of: part.place)
            }
        }
        state.elements = state.elements.filter { !$0.value.isEmpty }
        state.lines = state.lines.filter { !$0.value.isEmpty }
        fields[field] = state
        fields.dropOrphans(of: field)
        fields.dropIfEmpty(field)
    }
}

extension FieldState {
    fileprivate mutating func drop(_ writes: Set<Write>, of place: FieldPart.Place) {
        switch place {
        case .element(let element): elements[ExactString(element)]?.drop(writes)
        case .line: break
        case .item(let id): items[id]?.presence.drop(writes)
        case .position(let id): items[id]?.positions.drop(writes)
        case .member(let member):
            let name = ExactString(member.name)
            items[member.item]?.members[name]?.drop(writes)
            if items[member.item]?.members[name]?.isEmpty == true { items[member.item]?.members[name] = nil }
        }
    }
}
