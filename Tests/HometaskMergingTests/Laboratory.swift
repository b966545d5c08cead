// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

@testable import HometaskMerging

/// Checks documents against the laws of a join-semilattice, each document, join and triple only once.
struct Laboratory {
    enum Law: String, Hashable, CaseIterable {
        case commutative, associative, idempotent, monotone, roundTrip, oracle
    }

    let engine: Engine
    private(set) var documents: [Document] = []
    private(set) var checks: [Law: Int] = [:]
    private(set) var violations: [Law: [String]] = [:]
    private var numbers: [Document: Int] = [:]
    private var joins: [UInt64: Int] = [:]
    private var triples: Set<UInt64> = []

    init(_ engine: Engine) {
        self.engine = engine
    }

    /// The number of a document; a new document is checked by itself.
    mutating func number(of document: Document) -> Int {
        if let number = numbers[document] { return number }
        let number = documents.count
        numbers[document] = number
        documents.append(document)
        checkRoundTrip(document)
        check(.idempotent, engine.join(document, document) == document) { "join(a, a) is not a" }
        return number
    }

    mutating func note(_ law: Law, _ isKept: Bool, text: @autoclosure () -> String) {
        check(law, isKept, text: text)
    }

    /// Checks the laws on a new version of a history together with all versions before it.
    mutating func check(_ newest: Int, with others: [Int]) {
        for (place, a) in others.enumerated() {
            checkPair(a, newest)
            for b in others[place...] { checkTriple(a, b, and: newest) }
        }
    }

    private mutating func join(_ left: Int, _ right: Int) -> Int {
        let key = UInt64(left) << 32 | UInt64(right)
        if let known = joins[key] { return known }
        let joined = number(of: engine.join(documents[left], documents[right]))
        joins[key] = joined
        return joined
    }

    private mutating func checkPair(_ a: Int, _ b: Int) {
        let (left, right) = (min(a, b), max(a, b))
        guard triples.insert(UInt64(left) << 42 | UInt64(right) << 21 | UInt64(right)).inserted else { return }
        let both = join(a, b)
        check(.commutative, both == join(b, a)) { "join(a, b) is not join(b, a)" }
        check(.idempotent, join(a, both) == both) { "join(a, join(a, b)) is not join(a, b)" }
        for (one, other) in [(a, b), (b, a)] {
            checkMonotone(documents[one], documents[other], joined: documents[both])
        }
    }

    private mutating func checkTriple(_ a: Int, _ b: Int, and c: Int) {
        let sorted = [a, b, c].sorted()
        guard
            triples.insert(UInt64(sorted[0]) << 42 | UInt64(sorted[1]) << 21 | UInt64(sorted[2])).inserted
        else { return }
        for (x, y, z) in [(a, b, c), (b, c, a), (c, a, b)] {
            check(.associative, join(join(x, y), z) == join(x, join(y, z))) { "join(join(a, b), c) differs" }
        }
    }

    private mutating func checkMonotone(_ document: Document, _ other: Document, joined: Document) {
        var seen = document.seen
        seen.formUnion(other.seen)
        check(.monotone, joined.seen == seen) { "seen is not the greatest of both" }
        let kept = Set(joined.fields.values.flatMap(\.writes) + joined.deletions.writes)
        let lost = (document.fields.values.flatMap(\.writes) + document.deletions.writes)
            .filter { !kept.contains($0) && !other.seen.covers($0.dot) }
        check(.monotone, lost.isEmpty) { "lost \(lost)" }
    }

    private mutating func checkRoundTrip(_ document: Document) {
        let bytes = document.encoded()
        let decoded = try? Document(decoding: bytes)
        check(.roundTrip, decoded == document && decoded?.encoded() == bytes) {
            "does not come back: \(String(decoding: bytes, as: UTF8.self))"
        }
    }

    private mutating func check(_ law: Law, _ isKept: Bool, text: () -> String) {
        checks[law, default: 0] += 1
        if !isKept { violations[law, default: []].append(text()) }
    }
}
