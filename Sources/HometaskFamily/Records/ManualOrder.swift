// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The keys of the manual order. Between any two keys there is another one, so a move writes only the document that
/// moved.
///
/// A key is a fraction in base 62, written with digits in byte order and without a trailing `0`. Source: David
/// Greenspan, "Implementing Fractional Indexing", 2020.
public enum ManualOrder {
    private static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    private static let base = 62

    /// The key of a task that nobody has moved: `U`, the creation time in six digits, and the beginning of its id.
    static func initial(createdAt: Timestamp?, id: DocumentID) -> String {
        var seconds = max(0, createdAt?.seconds ?? 0)
        return String(unsafeUninitializedCapacity: 12) { text in
            text[0] = UInt8(ascii: "U")
            for place in (1...6).reversed() {
                text[place] = digits[Int(seconds % Int64(base))]
                seconds /= Int64(base)
            }
            for place in 0..<4 { text[7 + place] = UInt8.hexDigit(id.hexDigit(at: place)) }
            text[11] = digits[1]
            return 12
        }
    }

    /// A key between two others.
    ///
    /// - Parameters:
    ///   - low: the key before it; nil at the beginning.
    ///   - high: the key after it; nil at the end. It must come after `low`.
    ///   - tail: a digit that is unlikely to be the same on two devices that move something to one place at the same
    ///     time.
    /// - Returns: nil if there is no key between: the keys are equal, in the wrong order, or not keys of this kind.
    public static func between(_ low: String?, _ high: String?, tail: Int) -> String? {
        let lower = low.flatMap(values) ?? []
        let upper = high.flatMap(values)
        if low != nil, lower.isEmpty { return nil }
        if high != nil, upper == nil { return nil }
        if let upper, !lower.lexicographicallyPrecedes(upper) { return nil }
        let key = middle(lower, upper) + [1 + abs(tail % (base - 1))]
        if let upper, !key.lexicographicallyPrecedes(upper) { return nil }
        return String(decoding: key.map { digits[$0] }, as: UTF8.self)
    }

    private static func values(_ key: String) -> [Int]? {
        let values = key.utf8.compactMap { digits.firstIndex(of: $0) }
        return values.count == key.utf8.count && values.last != 0 && !values.isEmpty ? values : nil
    }

    /// A fraction above `low` and below `high`, and so far below `high` that any digit may follow.
    private static func middle(_ low: [Int], _ high: [Int]?) -> [Int] {
        var key: [Int] = []
        var bound = high
        var place = 0
        while true {
            let a = place < low.count ? low[place] : 0
            let b = bound.map { place < $0.count ? $0[place] : 0 } ?? base
            if b - a > 1 {
                key.append(a + (b - a) / 2)
                return key
            }
            key.append(a)
            if a < b { bound = nil }
            place += 1
        }
    }
}
