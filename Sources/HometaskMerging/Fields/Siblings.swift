// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The writes of one place that no other has superseded, greatest first.
///
/// Invariant: the writes are sorted by rank, and no write occurs twice. Several writes are concurrent (or one event was
/// used twice, in which case both payloads are kept). Writes of equal values are kept separately here and share an
/// entry only in what is shown: if one write were dropped, the value would lose against a writer who had seen only the
/// other write.
struct Siblings: Hashable, Sendable {
    private(set) var writes: [Write] = []

    init() {}

    init(_ write: Write) {
        writes = [write]
    }

    init(_ unsorted: [Write]) {
        writes = unsorted
        writes.sort { $0.outranks($1) }
        removeRepeats()
    }

    var isEmpty: Bool { writes.isEmpty }

    /// The write that is shown.
    var shown: Write? { writes.first }

    /// The writes grouped by value; groups, and writes in a group, greatest first.
    var groups: [[Write]] {
        if writes.count < 2 { return writes.isEmpty ? [] : [writes] }
        var groups: [[Write]] = []
        var places: [JSON: Int] = [:]
        for write in writes {
            if let place = places[write.value] {
                groups[place].append(write)
            } else {
                places[write.value] = groups.count
                groups.append([write])
            }
        }
        return groups
    }

    /// Returns these writes with a new write on top, which replaces the writes in an extent. If a remaining write would
    /// outrank the new write, the new write gets a later time, so that the typed value is shown.
    func replacing(_ extent: Extent, by write: Write) -> Siblings {
        let rest: [Write] =
            switch extent {
            case .everything: []
            case .shown: groups.dropFirst().flatMap { $0 }
            case .value(let value, let spared): writes.filter { $0.value != value || spared.contains($0.dot) }
            case .nothing: writes
            }
        guard let top = rest.first, top.outranks(write) else { return Siblings(rest + [write]) }
        let time = Timestamp(seconds: top.time.seconds + 1)
        let raised = Write(dot: write.dot, time: time, value: write.value, isWeak: write.isWeak)
        return Siblings(rest.filter { !$0.outranks(raised) } + [raised])
    }

    /// Adds writes, sorts all of them by rank, and removes repeats.
    mutating func formUnion(_ more: [Write]) {
        if !more.isEmpty { self = Siblings(writes + more) }
    }

    /// Removes the given writes, compared by all their properties; writes that are not here are ignored.
    mutating func drop(_ dropped: Set<Write>) {
        writes.removeAll { dropped.contains($0) }
    }

    /// The join of one place: a write is kept if both sides have it, or if one side has it and the other's `seen` does
    /// not cover it. If both sides have a dot with different payloads, both payloads are kept.
    static func join(
        _ left: Siblings, seen leftSeen: VersionVector, with right: Siblings, seen rightSeen: VersionVector
    ) -> Siblings {
        if left == right { return left }
        let kept = { (writes: [Write], other: Siblings, otherSeen: VersionVector) in
            let dots = Set(other.writes.map { $0.dot })
            return writes.filter { !otherSeen.covers($0.dot) || dots.contains($0.dot) }
        }
        return Siblings(kept(left.writes, right, rightSeen) + kept(right.writes, left, leftSeen))
    }

    private mutating func removeRepeats() {
        guard writes.count > 1 else { return }
        var unique: [Write] = []
        for write in writes where unique.last != write { unique.append(write) }
        writes = unique
    }
}
