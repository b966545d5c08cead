// SPDX-License-Identifier: Apache-2.0
import HometaskDocuments
import HometaskMerging

enum JoinLaws {
    static func check(_ bytes: [UInt8]) {
        let copies = Pieces.of(bytes, count: 3).compactMap { try? Document(decoding: $0) }
        guard copies.count > 1 else { return }
        Tally.count("joins")
        check(copies[0], copies[1], copies.last ?? copies[0])
    }

    static func check(_ a: Document, _ b: Document, _ c: Document) {
        func evidence() -> [[UInt8]] { [a, b, c].map { $0.encoded() } }
        let ab = Document.join(a, b)
        if ab != a, ab != b { Tally.count("joins of two that had parted") }
        law("a join is commutative", ab == Document.join(b, a), evidence())
        law("a join is idempotent", Document.join(ab, a) == ab && Document.join(b, ab) == ab, evidence())
        let (left, right) = (Document.join(ab, c), Document.join(a, Document.join(b, c)))
        law("a join is associative", left == right, evidence() + [left.encoded(), right.encoded()])
        DocumentLaws.check(ab)
        DocumentLaws.check(left)
    }
}
