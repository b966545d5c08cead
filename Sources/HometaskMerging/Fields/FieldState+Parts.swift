// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension FieldState {
    /// The parts of the field: elements in byte order, then lines in order, then items in order, each with its parts.
    var parts: [FieldPart] {
        var parts = elements.sorted { $0.key < $1.key }.map {
            FieldPart(place: .element($0.key.string), writes: $0.value.writes)
        }
        for line in orderedLines where !line.siblings.isEmpty {
            let text = line.siblings.shown?.value.stringValue ?? ""
            parts.append(FieldPart(place: .line(text), writes: line.siblings.writes))
        }
        for placed in orderedItems {
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

    /// Drops writes of the field's parts. An element or a line without any remaining write is gone.
    ///
    /// - Parameter stale: selects the writes of a part to drop.
    mutating func forgetParts(_ stale: (FieldPart) -> [Write]) {
        let positions = orderedLines.compactMap { $0.siblings.isEmpty ? nil : $0.position }
        var line = 0
        for part in parts {
            let writes = Set(stale(part))
            if case .line = part.place {
                if !writes.isEmpty { lines[positions[line]]?.drop(writes) }
                line += 1
            } else if !writes.isEmpty {
                drop(writes, of: part.place)
            }
        }
        elements = elements.filter { !$0.value.isEmpty }
        lines = lines.filter { !$0.value.isEmpty }
    }

    private mutating func drop(_ writes: Set<Write>, of place: FieldPart.Key) {
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

/// A part of a set, a text or a list, with the writes that it holds.
public struct FieldPart: Hashable, Sendable {
    /// The kind of a part, and its identity in the field.
    public enum Key: Hashable, Sendable {
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

    /// The kind of the part, with its value, id or name.
    public let place: Key
    /// Its writes, greatest first; never empty.
    public let writes: [Write]
}
