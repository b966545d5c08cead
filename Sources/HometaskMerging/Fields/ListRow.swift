// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The row of an item in its list's stamp, such as `d4k2.7` or `d4k2.7 dm3x.9/done`, one word for each group of events.
///
/// A row consists of:
///
/// - the item's id and `=`, omitted if the id is the text of the item's *origin*: the dot of the last position in the
///   row;
/// - the item's positions, greatest write first, and after `^` the position of its snapshot if that is a different one;
/// - the events of the presence, with the names of the members that have the same events;
/// - the other groups of events with the names of their members; `-` stands for no events.
///
/// A member that is not named has only the origin as its event. The row of an item without presence has only positions.
struct ListRow {
    let id: String
    private(set) var positions: [Write] = []
    /// The item's position by the shown snapshot.
    private(set) var snapshotPosition: Position?
    /// The hash of the shown members; nil if the item has no presence.
    private(set) var hash: String?
    private let origin: Dot?
    /// Events and names of members; the first group is the presence's.
    private var groups: [(events: Substring, names: [String])] = []

    /// Parses a row; nil if the text is not a row, or an event of its positions has no time.
    init?(_ text: String, times: TimeTable) {
        let mark = text.utf8.lastIndex(of: UInt8(ascii: "#"))
        hash = mark.map { String(text[text.utf8.index(after: $0)...]) }
        var words = text[..<(mark ?? text.endIndex)].split(byte: " ")
        let head = words.removeFirst().split(byte: "=")
        guard head.count <= 2, let places = head.last?.split(byte: "^"), places.count <= 2 else { return nil }
        for place in places[0].isEmpty ? [] : places[0].split(byte: ",") {
            guard let write = Self.position(place, times) else { return nil }
            positions.append(write.event)
            snapshotPosition = snapshotPosition ?? write.position
        }
        var last = positions.last?.dot
        if places.count == 2 {
            guard let position = Position(places[1]) else { return nil }
            (snapshotPosition, last) = (position, position.dot)
        }
        guard let id = head.count == 2 ? String(head[0]) : last?.description, ListItem.isID(id) else { return nil }
        self.id = id
        origin = last
        if hash == nil, !words.isEmpty { return nil }
        for word in words {
            let parts = word.split(byte: "/")
            let names = parts.dropFirst().map(Self.name)
            guard names.allSatisfy({ $0 != nil }) else { return nil }
            groups.append((parts[0], names.compactMap { $0 }))
        }
    }

    /// Returns the item that the row describes, given its shown members; nil if an event has no time.
    func item(showing members: JSONObject, times: TimeTable) -> ListItem? {
        var item = ListItem()
        item.positions = Siblings(positions)
        let presence = groups.first?.events ?? Substring(origin?.description ?? "")
        if presence != "-" {
            guard let snapshotPosition else { return nil }
            let snapshot = ItemSnapshot(members: members, position: snapshotPosition)
            guard let writes = Self.writes(presence, of: snapshot.json, times: times) else { return nil }
            item.presence = Siblings(writes)
        }
        var events: [ExactString: Substring] = [:]
        for group in groups { for name in group.names { events[ExactString(name)] = group.events } }
        for name in Set(members.keys).union(events.keys) where name != "id" {
            let words = events[name] ?? Substring(origin?.description ?? "")
            if words == "-" { continue }
            guard let writes = Self.writes(words, of: members[name] ?? .null, times: times) else { return nil }
            item.members[name] = Siblings(writes)
        }
        return item
    }

    private static func position(_ text: Substring, _ times: TimeTable) -> (event: Write, position: Position)? {
        let parts = text.split(byte: "@")
        guard parts.count <= 2, let position = Position(parts[0]) else { return nil }
        let time = parts.count == 2 ? Timestamp(rfc3339: String(parts[1])) : times.time(of: position.dot)
        return time.map { time in
            let value = JSON.string(position.description)
            return (Write(dot: position.dot, time: time, value: value, isWeak: true), position)
        }
    }

    private static func writes(_ words: Substring, of value: JSON, times: TimeTable) -> [Write]? {
        Stamp.events(words.split(byte: ",").joined(separator: " "), of: value, times: times)
    }
}

extension ListRow {
    /// Formats the row of an item.
    static func text(_ id: String, _ item: ListItem, times: TimeTable) -> String {
        var places = item.positions.writes.map { write in
            let time = times.time(of: write.dot) == write.time ? "" : "@\(write.time.rfc3339)"
            return (write.value.stringValue ?? "") + time
        }.joined(separator: ",")
        var origin = item.positions.writes.last?.dot
        let shownPresence = shownPresence(of: item)
        if let position = shownPresence.first.flatMap({ ItemSnapshot($0.value)?.position }),
            item.positions.isEmpty || position != item.position
        {
            places += "^\(position)"
            origin = position.dot
        }
        let head = (id == origin?.description ? "" : "\(id)=") + places
        guard item.isVisible else { return head }
        let shown = item.shownMembers
        let presence = shownPresence.isEmpty ? "-" : words(shownPresence, times)
        var groups: [(events: String, names: [String])] = [(presence, [])]
        for name in Set(item.members.keys).union(shown.keys).sorted() {
            let events = item.members[name].map { words($0.groups[0], times) } ?? "-"
            if events == origin?.description, shown[name] != nil { continue }
            if let index = groups.firstIndex(where: { $0.events == events }) {
                groups[index].names.append(name.string)
            } else {
                groups.append((events, [name.string]))
            }
        }
        let isPlain = groups.count == 1 && groups[0].names.isEmpty && presence == origin?.description
        let tail = isPlain ? [] : groups.map { ([$0.events] + $0.names.map(escaped)).joined(separator: "/") }
        return ([head] + tail).joined(separator: " ") + "#\(ValueHash.of(.object(shown)))"
    }

    /// The writes of the presence whose snapshot has exactly the shown members; of several such snapshots, the
    /// greatest.
    static func shownPresence(of item: ListItem) -> [Write] {
        let shown = item.shownMembers
        return item.presence.groups.first { ItemSnapshot($0[0].value)?.members == shown } ?? []
    }

    private static func words(_ writes: [Write], _ times: TimeTable) -> String {
        Stamp.text(of: writes, times: times).split(separator: " ").joined(separator: ",")
    }

    /// Percent-encodes every byte of a member's name except ASCII letters, digits, `-` and `_`.
    private static func escaped(_ name: String) -> String {
        name.utf8.map { byte in
            if ListItem.isID(String(UnicodeScalar(byte))), byte != UInt8(ascii: ".") {
                return String(UnicodeScalar(byte))
            }
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
        }.joined()
    }

    private static func name(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                let digits = rest.prefix(2)
                guard digits.count == 2, let value = UInt8(String(Substring(digits)), radix: 16) else { return nil }
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension Substring {
    /// The parts between occurrences of a byte, including empty ones.
    fileprivate func split(byte: Unicode.Scalar) -> [Substring] {
        utf8.split(separator: UInt8(ascii: byte), omittingEmptySubsequences: false).map { Substring($0) }
    }
}
