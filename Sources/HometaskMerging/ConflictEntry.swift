// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A value that `conflicts` of a file lists for a field, and where it stands.
struct ConflictEntry {
    /// The place that an entry speaks of.
    enum Place: Hashable {
        case register, latest
        case line(Position)
        case member(ExactString, item: String)
    }

    let place: Place
    /// The writes that the stamp names, all of one value; never empty.
    let writes: [Write]
    /// The value that all of ``writes`` wrote; `null` where they cleared the place.
    let value: JSON

    /// An entry from its JSON; nil if it is not one, as where its stamp is not of its value.
    init?(_ json: JSON) {
        let writes = FieldDecoding.writes(json)
        guard let value = writes.first?.value, let place = Self.place(json, of: value) else { return nil }
        (self.place, self.writes, self.value) = (place, writes, value)
    }

    private static func place(_ json: JSON, of value: JSON) -> Place? {
        if let line = json["line"] {
            guard value.stringValue != nil else { return nil }
            return line.stringValue.flatMap { Position($0) }.map { .line($0) }
        }
        if let item = json["item"] {
            guard let id = item.stringValue, ListItem.isID(id), let name = json["member"]?.stringValue, name != "id",
                value.isNested(within: ListItem.deepestMember)
            else { return nil }
            return .member(ExactString(name), item: id)
        }
        return json["rule"] == "latest" ? .latest : .register
    }
}

/// What `conflicts` of a file lists for one field, in its order.
struct ListedConflicts {
    private(set) var entries: [ConflictEntry] = []
    private var events: [Value: Set<Dot>] = [:]

    /// What makes an entry the same in two files, whichever events wrote its value.
    struct Value: Hashable {
        /// The place; nil for all that are no member of an item.
        let place: ConflictEntry.Place?
        let value: JSON
    }

    init() {}

    private init(_ list: JSON) {
        entries = (list.arrayValue ?? []).compactMap { ConflictEntry($0) }
        for entry in entries {
            let key = Value(place: entry.isOfMember ? entry.place : nil, value: entry.value)
            events[key, default: []].formUnion(entry.writes.map { $0.dot })
        }
    }

    /// All that a file lists.
    static func all(in conflicts: JSON?) -> [FieldName: ListedConflicts] {
        var found: [FieldName: ListedConflicts] = [:]
        for (key, list) in conflicts?.objectValue?.members ?? JSONObject().members {
            found[FieldName(key)] = ListedConflicts(list)
        }
        return found
    }

    /// The values that are listed, each with its place.
    var values: Set<Value> { Set(entries.map { $0.listed }) }

    /// The events that wrote a value which is listed: in a member of an item those of that member's entries, since one
    /// event writes several members; else those of all other entries.
    func events(of value: JSON, in member: ConflictEntry.Place? = nil) -> Set<Dot> {
        events[Value(place: member, value: value)] ?? []
    }
}

extension ConflictEntry {
    /// The value and its place.
    var listed: ListedConflicts.Value { ListedConflicts.Value(place: place, value: value) }

    fileprivate var isOfMember: Bool {
        if case .member = place { return true }
        return false
    }
}
