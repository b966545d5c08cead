// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// What happened in a history, told without any merging: which value each event wrote, over which others.
///
/// A copy of the document is, to the log, no more than the set of the events it knows. A value is present in a copy
/// when its event is known and no known event was written over it. That is the whole of the rule the merge has to obey,
/// so the log can say of any copy what it must hold; it shares no code with the merge.
struct EventLog: Hashable {
    /// Where a value stands: a field, an element of a set, a line of a text, or the deletion of the document.
    enum Place: Hashable {
        case field(String)
        case element(String, of: String)
        case line(EventID, of: String)
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
    }

    private(set) var events: [EventID: Event] = [:]

    /// Tells an event of an actor who knows `known`, written over all that is present at the place there.
    mutating func append(
        _ actor: String, _ place: Place, _ value: String?, time: Int64, isWeak: Bool = false,
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

    /// Whether a copy is in the trash: deleted, not restored, with no content that no deletion had seen.
    func isDeleted(_ known: Set<EventID>) -> Bool {
        let present = present(known)
        let deletions = (present[.deletion] ?? []).compactMap { events[$0] }
        guard !deletions.isEmpty, !deletions.contains(where: { $0.value == "null" }) else { return false }
        let saw = deletions.reduce(into: Set<EventID>()) { $0.formUnion($1.known) }
        return present.allSatisfy { place, ids in
            place == .deletion || ids.allSatisfy { saw.contains($0) || events[$0]?.isWeak == true }
        }
    }

    private func rank(_ id: EventID) -> (Int64, String, Int) { (events[id]?.time ?? 0, id.actor, id.index) }
}
