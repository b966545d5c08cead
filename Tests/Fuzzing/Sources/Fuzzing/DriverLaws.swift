// SPDX-License-Identifier: Apache-2.0

import HometaskMerging

enum DriverLaws {
    static func check(_ bytes: [UInt8]) {
        let pieces = Pieces.of(bytes, count: 3)
        let (base, ours) = (pieces[0], pieces.count > 1 ? pieces[1] : [])
        let theirs = pieces.count > 2 ? pieces[2] : []
        guard let joined = try? DriverJoin.join(base: base, ours: ours, theirs: theirs) else { return }
        Tally.count("joins")
        if (try? Document(decoding: base)) != nil { Tally.count("joins over a base") }
        law(
            "the driver writes canonical documents", Document.isCanonical(joined),
            evidence: [base, ours, theirs, joined])
        let swapped = try? DriverJoin.join(base: base, ours: theirs, theirs: ours)
        guard let ancestor = try? Document(decoding: base), let left = try? Document(decoding: ours),
            let right = try? Document(decoding: theirs),
            isBehind(left, ours, base: ancestor) || isBehind(right, theirs, base: ancestor)
        else {
            return law(
                "the driver writes the same either way round", swapped == joined, evidence: [joined, swapped ?? []])
        }
        // A side that has seen less than the base: theirs reverts, ours may never have reached the base.
        Tally.count("joins of a side behind its base")
        law("the driver joins either way round", swapped != nil, evidence: [base, ours, theirs])
        guard isBehind(left, ours, base: ancestor), let result = try? Document(decoding: joined) else { return }
        let overtaken = ancestor.seen.actors.filter { result.seen[$0] > left.seen[$0] }
        law(
            "what ours never knew, a pick onto it takes from nobody", overtaken.isEmpty,
            evidence: [base, ours, theirs, joined])
    }

    /// Whether a side differs from the base and has seen no events beyond it. A side without `~merge` is an edit of the
    /// base.
    private static func isBehind(_ side: Document, _ bytes: [UInt8], base: Document) -> Bool {
        side != base && side.id == base.id && base.seen.covers(side.seen) && Document.seen(in: bytes) != nil
    }
}
