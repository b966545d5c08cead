// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

@testable import HometaskMerging

/// A join and write implementation: that of the product, or one with a known mistake.
///
/// The mistakes are the likeliest in a merge. Every checker takes an engine, so that a test can prove that the checkers
/// detect each mistake. Covered: the effect of a join or a write on the state. Not covered: mistakes in reading and
/// writing bytes (left to the golden files and the round trips), a wrong position for a line (`PositionTests`), and
/// everything outside a document: trust in foreign commits, sealing.
struct Engine {
    enum Mistake: String, CaseIterable {
        case collapsesEqualSiblings
        case collapsesEqualLines
        case reusesActors
        case comparesWithABase
        case duplicatesWhatWasMoved
        case forgetsTicksOfRemovedItems
        case breaksTiesByArgumentOrder
        case forgetsSeenInJoin
        case forgetsSeenInWrite
        case keepsTheFirstSiblingOnly
        case resurrectsWhatOneSideRemoved
        case losesWhatSnapshotsSay
        case revivesWhatWasMoved
    }

    var mistake: Mistake?

    /// The name under which an actor writes.
    func name(of actor: String) -> String { mistake == .reusesActors ? String(actor.prefix(1)) + "0" : actor }

    /// - Parameter base: the left copy at its last join; a correct join ignores it.
    func join(_ left: Document, _ right: Document, base: Document? = nil) -> Document {
        var joined = Document.join(left, right)
        switch mistake {
        case .collapsesEqualLines:
            for (name, state) in joined.fields {
                var texts: Set<JSON> = []
                for line in state.orderedLines where !texts.insert(line.siblings.writes[0].value).inserted {
                    joined.fields[name]?.lines[line.position] = nil
                }
            }
        case .comparesWithABase:
            guard let base else { break }
            for name in joined.fields.keys where left[name] != right[name] {
                if left[name] == base[name] { joined.fields[name] = right.fields[name] }
                if right[name] == base[name] { joined.fields[name] = left.fields[name] }
            }
        case .duplicatesWhatWasMoved:
            for (name, state) in joined.fields {
                for (id, item) in state.items where item.isVisible && item.positions.writes.count > 1 {
                    var (first, second) = (item, item)
                    first.positions = Siblings(item.positions.writes[0])
                    second.positions = Siblings(item.positions.writes[1])
                    joined.fields[name]?.items[id] = first
                    joined.fields[name]?.items[id + "-again"] = second
                }
            }
        case .forgetsTicksOfRemovedItems:
            for (name, state) in joined.fields {
                for (id, item) in state.items {
                    let isRemoved = [left, right].contains { side in
                        guard side.fields[name]?.items[id]?.isVisible != true, let first = item.position?.dot else {
                            return false
                        }
                        return side.seen.covers(first)
                    }
                    if isRemoved { joined.fields[name]?.items[id] = nil }
                }
            }
        case .collapsesEqualSiblings: joined.mapSiblings { Siblings($0.groups.map { $0[0] }) }
        case .keepsTheFirstSiblingOnly: joined.mapSiblings { Siblings(Array($0.writes.prefix(1))) }
        case .breaksTiesByArgumentOrder:
            let preferred = Set(left.fields.values.flatMap(\.writes).map(\.dot))
            joined.mapSiblings { $0.preferring(preferred) }
        case .forgetsSeenInJoin:
            joined.seen = left.seen
            for write in joined.fields.values.flatMap(\.writes) + joined.deletions.writes {
                joined.seen.include(write.dot)
            }
        case .resurrectsWhatOneSideRemoved:
            for (name, state) in left.fields {
                joined.fields[name, default: FieldState()].elements.merge(state.elements) { joined, _ in joined }
                joined.fields[name, default: FieldState()].items.merge(state.items) { joined, _ in joined }
            }
        case .losesWhatSnapshotsSay:
            joined.mapItems { item in
                guard item.isVisible else { return }
                let held = item.shownMembers.members.filter { item.members[$0.0] != nil }
                let members = JSONObject(held.map { ($0.0.string, $0.1) })
                item.presence = Siblings(
                    item.presence.writes.map { write in
                        write.with(.object(["position": write.value["position"] ?? .null, "value": .object(members)]))
                    })
            }
        case .revivesWhatWasMoved:
            joined.mapItems { item in
                if let write = item.positions.shown, !item.isVisible { item.attest(write) }
            }
        case .forgetsSeenInWrite, .reusesActors, nil: break
        }
        return joined
    }

    func write(_ document: inout Document, _ body: (inout Document) -> Bool) -> Bool {
        let seen = document.seen
        let changed = body(&document)
        if mistake == .forgetsSeenInWrite { document.seen = seen }
        return changed
    }
}

extension Siblings {
    /// Ranks the left side's writes first among those of equal time, by moving their times.
    fileprivate func preferring(_ preferred: Set<Dot>) -> Siblings {
        guard writes.count > 1, Set(writes.map(\.time)).count < writes.count else { return self }
        return Siblings(
            writes.map { write in
                guard preferred.contains(write.dot) else { return write }
                let time = Timestamp(seconds: write.time.seconds + 1)
                return Write(dot: write.dot, time: time, value: write.value, isWeak: write.isWeak)
            })
    }
}

extension Document {
    fileprivate mutating func mapSiblings(_ body: (Siblings) -> Siblings) {
        deletions = body(deletions)
        for (name, state) in fields {
            var state = state
            for cell in FieldState.ValueCell.allCases { state[cell] = body(state[cell]) }
            state.elements = state.elements.mapValues(body)
            state.lines = state.lines.mapValues(body)
            state.items = state.items.mapValues { item in
                var item = item
                item.presence = body(item.presence)
                item.positions = body(item.positions)
                item.members = item.members.mapValues(body)
                return item
            }
            fields[name] = state
        }
    }

    fileprivate mutating func mapItems(_ body: (inout ListItem) -> Void) {
        for name in fields.keys {
            for id in (fields[name]?.items ?? [:]).keys {
                body(&fields[name, default: FieldState()].items[id, default: ListItem()])
            }
        }
    }
}
