// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// An entry of a file's `conflicts`: a value of a field, with its place.
struct ConflictEntry {
    /// The place that an entry is about.
    enum Location: Hashable {
        case value(FieldState.ValueCell)
        case line(Position)
        case member(ExactString, item: String)

        /// A text that identifies the place. No two places have the same text, even if the text of a value follows.
        fileprivate var name: String {
            switch self {
            case .value(let cell): "\(cell.rawValue) "
            case .line(let position): "\(position) "
            case .member(let name, let item): "\(item) \(JSON.string(name.string).compactText) "
            }
        }
    }

    let place: Location
    /// The writes that the stamp names, all of the same value; never empty.
    let writes: [Write]
    /// The value of all ``writes``; `null` if they cleared the place.
    let value: JSON

    /// Creates an entry from its JSON; nil if the JSON is not an entry, for instance if its stamp does not match its
    /// value.
    init?(_ json: JSON) {
        let writes = FieldDecoding.writes(json)
        guard let value = writes.first?.value, let place = Self.place(json, of: value) else { return nil }
        (self.place, self.writes, self.value) = (place, writes, value)
    }

    private static func place(_ json: JSON, of value: JSON) -> Location? {
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
        return .value(FieldState.ValueCell(ofEntry: json))
    }
}

/// The entries that a file's `conflicts` list for one field, in the file's order.
struct ListedConflicts {
    private(set) var entries: [ConflictEntry] = []
    private var events: [ExactString: Set<Dot>] = [:]

    init() {}

    private init(_ list: JSON) {
        entries = (list.arrayValue ?? []).compactMap { ConflictEntry($0) }
        for entry in entries {
            let key = Self.identity(of: entry.value, at: entry.isOfMember ? entry.place : nil)
            events[key, default: []].formUnion(entry.writes.map { $0.dot })
        }
    }

    /// Reads all entries of a file's `conflicts`, by field.
    static func all(in conflicts: JSON?) -> [FieldName: ListedConflicts] {
        var found: [FieldName: ListedConflicts] = [:]
        for (key, list) in conflicts?.objectValue?.members ?? JSONObject().members {
            found[FieldName(key)] = ListedConflicts(list)
        }
        return found
    }

    /// The identities of the entries.
    var identities: Set<ExactString> { Set(entries.map { $0.identity }) }

    /// The identity of an entry across two files, independent of the events that wrote its value: its place and value
    /// as one text. A type of its own would make the engine for phones larger, because the code of sets is compiled for
    /// each type of element.
    ///
    /// - Parameter place: the place; nil for every entry that is not about a member of an item.
    static func identity(of value: JSON, at place: ConflictEntry.Location?) -> ExactString {
        ExactString((place?.name ?? "") + value.compactText)
    }

    /// The events that wrote a listed value. For a member of an item: the events of that member's entries, since one
    /// event writes several members. Otherwise: the events of all entries that are not about members.
    func events(of value: JSON, in member: ConflictEntry.Location? = nil) -> Set<Dot> {
        if events.isEmpty { return [] }
        return events[Self.identity(of: value, at: member)] ?? []
    }
}

extension ConflictEntry {
    /// The identity of the entry, independent of the events that wrote its value.
    var identity: ExactString { ListedConflicts.identity(of: value, at: place) }

    fileprivate var isOfMember: Bool {
        if case .member = place { return true }
        return false
    }
}
