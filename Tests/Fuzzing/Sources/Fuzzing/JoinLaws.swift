// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging

enum JoinLaws {
    static func check(_ bytes: [UInt8]) {
        let copies = Pieces.of(bytes, count: 3).compactMap { try? Document(decoding: $0) }
        guard copies.count > 1 else { return }
        Tally.count("joins")
        check(copies[0], copies[1], and: copies.last ?? copies[0])
    }

    static func check(_ a: Document, _ b: Document, and c: Document) {
        func evidence() -> [[UInt8]] { [a, b, c].map { $0.encoded() } }
        let ab = Document.join(a, b)
        if ab != a, ab != b { Tally.count("joins of two that had parted") }
        law("a join is commutative", ab == Document.join(b, a), evidence: evidence())
        law("a join is idempotent", Document.join(ab, a) == ab && Document.join(b, ab) == ab, evidence: evidence())
        let (left, right) = (Document.join(ab, c), Document.join(a, Document.join(b, c)))
        law("a join is associative", left == right, evidence: evidence() + [left.encoded(), right.encoded()])
        part(a, b, since: c)
        DocumentLaws.check(ab)
        DocumentLaws.check(left)
    }

    /// Two copies with forked histories of one actor: joining them is commutative.
    private static func part(_ a: Document, _ b: Document, since base: Document) {
        let actors = a.seen.actors.filter { b.seen[$0] > base.seen[$0] && a.seen[$0] > base.seen[$0] }
        guard !actors.isEmpty else { return }
        Tally.count("forks")
        let joined = Document.join(a, b, parting: actors, since: base)
        let swapped = Document.join(b, a, parting: actors, since: base)
        law("a fork is joined alike from both sides", joined == swapped, evidence: [a, b, base].map { $0.encoded() })
        DocumentLaws.check(joined)
    }
}
