// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// Reads the items of a list back from its rows, the shown array and its entries in `conflicts`.
///
/// Rows and items are matched by id. An item that no longer matches its row's hash was edited by hand: it keeps its
/// place, and its members are written again. A row without an item means that the item was removed by hand, unless the
/// row itself says that the item has no presence.
struct ListDecoding {
    private(set) var items: [String: ListItem] = [:]
    /// The members of the items that were edited by hand.
    private(set) var edits: [String: JSONObject] = [:]

    init(rows: [JSON], shown: JSON?, conflicts: [JSON], times: TimeTable) {
        let typed = TypedItem.all(shown) ?? []
        let shown = Dictionary(keepingFirst: typed.compactMap { item in item.id.map { ($0, item.members) } })
        for json in rows {
            guard let text = (json["row"] ?? json).stringValue, let row = ListRow(text, times: times),
                items[row.id] == nil
            else { continue }
            guard let members = shown[row.id] else {
                if row.hash == nil { items[row.id] = orphan(row) }
                continue
            }
            if row.hash == ValueHash.of(.object(members)), let item = row.item(showing: members, times: times) {
                items[row.id] = item
            } else {
                items[row.id] = orphan(row)
                if row.hash != nil, !row.positions.isEmpty { edits[row.id] = members }
            }
            items[row.id]?.presence.formUnion((json["beside"]?.arrayValue ?? []).flatMap(Self.snapshots))
        }
        readConflicts(conflicts)
        for id in items.keys {
            if edits[id] == nil { items[id]?.keepInvariant() }
            if items[id]?.isEmpty == true { items[id] = nil }
        }
    }

    private func orphan(_ row: ListRow) -> ListItem {
        var item = ListItem()
        item.positions = Siblings(row.positions)
        return item
    }

    private mutating func readConflicts(_ conflicts: [JSON]) {
        // All writes of a member are added at once, because each addition sorts the existing ones.
        var members: [(item: String, name: ExactString, writes: [Write])] = []
        var places: [JSON: Int] = [:]
        for entry in conflicts {
            guard let id = entry["item"]?.stringValue, let name = entry["member"]?.stringValue, name != "id",
                ListItem.isID(id), items[id] != nil, entry["value"]?.isNested(within: ListItem.deepestMember) ?? false
            else { continue }
            let writes = FieldDecoding.writes(entry)
            let member: JSON = [.string(id), .string(name)]
            if let place = places[member] {
                members[place].writes += writes
            } else if !writes.isEmpty {
                places[member] = members.count
                members.append((id, ExactString(name), writes))
            }
        }
        for (item, name, writes) in members {
            items[item]?.members[name, default: Siblings()].formUnion(writes)
        }
    }

    private static func snapshots(_ entry: JSON) -> [Write] {
        guard let position = entry["position"], let value = entry["value"] else { return [] }
        let snapshot: JSON = ["position": position, "value": value]
        return ItemSnapshot(snapshot) == nil ? [] : FieldDecoding.writes(entry).map { $0.with(snapshot) }
    }
}

/// The encoded items of a list, for its stamp and `conflicts`.
struct ListEncoding {
    private(set) var rows: [JSON] = []
    private(set) var conflicts: [JSON] = []

    init(_ state: FieldState, times: TimeTable) {
        let placed = state.orderedItems
        for item in placed {
            rows.append(Self.row(item.id, item.item, times: times))
            for (name, siblings) in item.item.members.sorted(by: { $0.key < $1.key }) {
                conflicts += siblings.groups.dropFirst().map { group in
                    [
                        "item": .string(item.id), "member": .string(name.string),
                        "stamp": .string(Stamp.text(of: group, hashing: group[0].value, times: nil)),
                        "value": group[0].value,
                    ]
                }
            }
        }
        for (id, item) in state.items.sorted(by: { ExactString($0.key) < ExactString($1.key) })
        where !item.isVisible {
            rows.append(Self.row(id, item, times: times))
        }
    }

    /// The writes of a list whose times are in the document's table: all writes that its rows name.
    static func tabled(_ item: ListItem) -> [Write] {
        item.positions.writes + ListRow.shownPresence(of: item) + item.members.values.flatMap { $0.groups[0] }
    }

    private static func row(_ id: String, _ item: ListItem, times: TimeTable) -> JSON {
        let row = JSON.string(ListRow.text(id, item, times: times))
        let shownPresence = ListRow.shownPresence(of: item)
        let beside = item.presence.groups.filter { $0 != shownPresence }.compactMap { group -> JSON? in
            guard let snapshot = ItemSnapshot(group[0].value) else { return nil }
            let members = JSON.object(snapshot.members)
            return [
                "position": .string(snapshot.position.description),
                "stamp": .string(Stamp.text(of: group, hashing: members, times: nil)), "value": members,
            ]
        }
        return beside.isEmpty ? row : ["beside": .array(beside), "row": row]
    }
}
