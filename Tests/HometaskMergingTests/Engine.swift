// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

@testable import HometaskMerging

/// How copies are joined and written: as the product does it, or with one known mistake in it.
///
/// The mistakes are those a merge most easily makes. Every checker takes an engine, so that a test can prove of each
/// mistake that the checkers see it. Covered here: what a join or a write does to the state. Not covered: mistakes in
/// reading and writing bytes (the golden files and the round trips stand for those), a place chosen wrongly for a line
/// (`PositionTests`), and whatever lies outside a document: reuse of actors, trust in foreign commits, sealing.
struct Engine {
    enum Mistake: String, CaseIterable {
        case collapsesEqualSiblings
        case breaksTiesByArgumentOrder
        case forgetsSeenInJoin
        case forgetsSeenInWrite
        case keepsTheFirstSiblingOnly
        case resurrectsWhatOneSideRemoved
    }

    var mistake: Mistake?

    func join(_ left: Document, _ right: Document) -> Document {
        var joined = Document.join(left, right)
        switch mistake {
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
            }
        case .forgetsSeenInWrite, nil: break
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
    /// Among writes of one time those of the left side are put first, by moving their times.
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
            state.register = body(state.register)
            state.latest = body(state.latest)
            state.elements = state.elements.mapValues(body)
            state.lines = state.lines.mapValues(body)
            fields[name] = state
        }
    }
}
