// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The events of a history, recorded without any merging: the value that each event wrote, and those it superseded.
///
/// To the log, a copy of the document is just the set of the events it knows. A value is present in a copy when its
/// event is known and no known event superseded it. The merge has no other rule to obey, so the log can derive the
/// expected content of any copy; it shares no code with the merge.
struct EventLog: Hashable {
    /// The place of a value: a field, an element of a set, a line of a text, an item of a list (its presence, a member,
    /// its position), or the deletion of the document.
    enum Place: Hashable {
        case field(String)
        case element(String, of: String)
        case line(EventID, of: String)
        case item(String, of: String)
        case member(String, item: String, of: String)
        case position(item: String, of: String)
        case deletion
    }

    struct EventID: Hashable, Comparable {
        let actor: String
        let index: Int

        static func < (left: EventID, right: EventID) -> Bool {
            (left.actor, left.index) < (right.actor, right.index)
        }
    }

    struct Event: Hashable {
        let place: Place
        /// The value's compact text; nil for a removal, which leaves no value.
        let value: String?
        let time: Int64
        let isWeak: Bool
        let over: Set<EventID>
        let known: Set<EventID>
        /// For an item's presence, its members after the event.
        var snapshot: [String: String] = [:]
    }

    private(set) var events: [EventID: Event] = [:]

    /// Records an event by an actor who knows the events in `known`; it supersedes all values present at the place.
    mutating func append(
        _ actor: String, at place: Place, value: String?, time: Int64, isWeak: Bool = false,
        known: inout Set<EventID>
    ) {
        let id = next(actor)
        let over = Set(present(known)[place] ?? [])
        events[id] = Event(place: place, value: value, time: time, isWeak: isWeak, over: over, known: known)
        known.insert(id)
    }

    /// The id of the actor's next event.
    func next(_ actor: String) -> EventID {
        EventID(actor: actor, index: events.keys.count { $0.actor == actor } + 1)
    }

    /// The events whose values are present in a copy, by place, greatest first.
    func present(_ known: Set<EventID>) -> [Place: [EventID]] {
        var superseded: Set<EventID> = []
        for id in known { superseded.formUnion(events[id]?.over ?? []) }
        var found: [Place: [EventID]] = [:]
        for id in known.subtracting(superseded) {
            if let event = events[id], event.value != nil { found[event.place, default: []].append(id) }
        }
        return found.mapValues { $0.sorted { rank($1) < rank($0) } }
    }

    /// The values present at a place, greatest first.
    func values(_ place: Place, _ known: Set<EventID>) -> [String] {
        (present(known)[place] ?? []).compactMap { events[$0]?.value }
    }

    /// Whether a copy is in the trash: deleted, not restored, with no content that all deletions had missed.
    func isDeleted(_ known: Set<EventID>) -> Bool {
        let present = present(known)
        let deletions = (present[.deletion] ?? []).compactMap { events[$0] }
        guard !deletions.isEmpty, !deletions.contains(where: { $0.value == "null" }) else { return false }
        let saw = deletions.reduce(into: Set<EventID>()) { $0.formUnion($1.known) }
        return present.allSatisfy { place, ids in
            place == .deletion || ids.allSatisfy { saw.contains($0) || events[$0]?.isWeak == true }
        }
    }

    /// The members that an item shows, as compact texts; nil if it is absent. A member without a present event comes
    /// from the snapshots of the item's presence, the greatest first.
    func members(of item: String, in field: String, knowing known: Set<EventID>) -> [String: String]? {
        let present = present(known)
        let presence = (present[.item(item, of: field)] ?? []).compactMap { events[$0] }
        guard !presence.isEmpty else { return nil }
        var shown: [String: String] = [:]
        for (place, ids) in present {
            if case .member(let name, item, field) = place, let value = ids.first.flatMap({ events[$0]?.value }) {
                shown[name] = value
            }
        }
        for event in presence {
            for (name, value) in event.snapshot where shown[name] == nil { shown[name] = value }
        }
        return shown.filter { $0.value != "null" }
    }

    /// The ids of the items that a copy shows.
    func items(in field: String, _ known: Set<EventID>) -> Set<String> {
        Set(
            present(known).keys.compactMap { place in
                if case .item(let item, field) = place { item } else { nil }
            })
    }

    /// Records the single event that creates an item or changes its members.
    mutating func change(
        _ actor: String, _ item: String, of field: String, members: [String: String], moves: Bool, time: Int64,
        known: inout Set<EventID>
    ) {
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            append(actor, at: .member(name, item: item, of: field), value: value, time: time, known: &known)
        }
        if moves {
            append(actor, at: .position(item: item, of: field), value: "moved", time: time, isWeak: true, known: &known)
        }
        // Members filled in from an earlier snapshot stay shown after the change.
        let filled = self.members(of: item, in: field, knowing: known)
        append(actor, at: .item(item, of: field), value: "there", time: time, known: &known)
        let id = EventID(actor: actor, index: next(actor).index - 1)
        let snapshot = filled ?? self.members(of: item, in: field, knowing: known) ?? [:]
        events[id]?.snapshot = snapshot
    }

    /// Records the removal of an item, or the cleanup after a removed one.
    mutating func remove(_ actor: String, _ item: String, of field: String, time: Int64, known: inout Set<EventID>) {
        for place in present(known).keys {
            switch place {
            case .item(item, field), .member(_, item, field), .position(item, field):
                append(actor, at: place, value: nil, time: time, known: &known)
            default: break
            }
        }
    }

    /// Records a write to a list, which cleans up after removed items.
    mutating func clearUp(_ actor: String, _ field: String, time: Int64, known: inout Set<EventID>) {
        let there = items(in: field, known)
        for place in present(known).keys {
            if case .position(let item, field) = place, !there.contains(item) {
                append(actor, at: place, value: nil, time: time, known: &known)
            }
        }
    }

    private func rank(_ id: EventID) -> (Int64, String, Int) { (events[id]?.time ?? 0, id.actor, id.index) }
}
