// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The keys of the manual order. There is always a key between any two keys, so a move writes only the moved document.
///
/// A key is a fraction in base 62, written with digits in byte order and without a trailing `0`. Source: David
/// Greenspan, "Implementing Fractional Indexing", 2020.
public enum ManualOrder {
    private static let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    private static let base = 62

    /// Returns the key of a task that was never moved: `U`, the creation time in six digits, and the beginning of its
    /// id.
    public static func initial(createdAt: Timestamp?, id: DocumentID) -> String {
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

    /// Returns the key of a task that is created at the same time as another task, or that follows another task in an
    /// imported file. It sorts after the initial keys of that time.
    ///
    /// - Parameters:
    ///   - createdAt: the creation time of the other task; nil counts as the beginning of 1970.
    ///   - group: four hexadecimal digits; keys of the same group are adjacent.
    ///   - number: the position in the group, less than 62⁴.
    public static func following(createdAt: Timestamp?, group: String, number: Int) -> String {
        var key = prefix(createdAt) + [UInt8(ascii: "g")] + Array(group.utf8)
        var rest = max(0, number)
        var figures: [UInt8] = []
        for _ in 0..<4 {
            figures.append(digits[rest % base])
            rest /= base
        }
        key += figures.reversed()
        key.append(digits[1])
        return String(decoding: key, as: UTF8.self)
    }

    /// Returns the position of a key created by ``following(createdAt:group:number:)`` with a time and a group; nil for
    /// any other key.
    public static func number(of key: String, createdAt: Timestamp?, group: String) -> Int? {
        let start = prefix(createdAt) + [UInt8(ascii: "g")] + Array(group.utf8)
        let bytes = Array(key.utf8)
        guard bytes.count >= start.count + 4, bytes.starts(with: start) else { return nil }
        var number = 0
        for byte in bytes[start.count..<(start.count + 4)] {
            guard let digit = digits.firstIndex(of: byte) else { return nil }
            number = number * base + digit
        }
        return number
    }

    /// Returns the key of a new task after the last task with the same creation time; nil if the new task needs no key,
    /// because it is the first, or because its id already sorts it last.
    public static func key(of id: DocumentID, afterLast last: String?, createdAt: Timestamp) -> String? {
        guard let last, ExactString(initial(createdAt: createdAt, id: id)) <= ExactString(last) else { return nil }
        let number = number(of: last, createdAt: createdAt, group: ownGroup).map { $0 + 1 } ?? 0
        return following(createdAt: createdAt, group: ownGroup, number: number)
    }

    /// Returns an id with which a new task needs no key after the last task with the same creation time: a random id
    /// with different first digits. Nil if there is none.
    public static func id(like id: DocumentID, afterLast last: String, createdAt: Timestamp) -> DocumentID? {
        let bytes = Array(last.utf8)
        guard bytes.count == 12, follows(last, fromCreationAt: createdAt) else { return nil }
        var first = 0
        for byte in bytes[7..<11] {
            guard let digit = digits.firstIndex(of: byte) else { return nil }
            // The digits of ids are in lower case, which follows upper case in this base.
            let value = digit < 10 ? digit : digit - 26
            guard (0..<16).contains(value), digit < 10 || digit >= 36 else { return nil }
            first = first * 16 + value
        }
        first += 1 + Int(id.bytes[2] % 16)
        guard first < 0x10000 else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for (place, byte) in id.bytes.enumerated() {
            if place < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt64(byte) }
        }
        high = high & 0x0000_FFFF_FFFF_FFFF
        return DocumentID(randomBytes: (high | UInt64(first) << 48, low))
    }

    /// The group of the keys of tasks that are not imported: after those of imported ones.
    private static let ownGroup = "zzzz"

    /// Whether a key follows from the time of a task's creation, so that the task was never moved.
    public static func follows(_ key: String, fromCreationAt time: Timestamp) -> Bool {
        Array(key.utf8).starts(with: prefix(time))
    }

    private static func prefix(_ createdAt: Timestamp?) -> [UInt8] {
        var seconds = max(0, createdAt?.seconds ?? 0)
        var figures: [UInt8] = []
        for _ in 0..<6 {
            figures.append(digits[Int(seconds % Int64(base))])
            seconds /= Int64(base)
        }
        return [UInt8(ascii: "U")] + figures.reversed()
    }

    /// Returns a key between two others.
    ///
    /// - Parameters:
    ///   - low: the key before it; nil at the beginning.
    ///   - high: the key after it; nil at the end. It must come after `low`.
    ///   - tail: a digit that is likely to differ between two devices that concurrently move tasks to the same place.
    /// - Returns: nil if there is no key in between: the keys are equal, in the wrong order, or malformed.
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

    /// Returns a fraction above `low` and so far below `high` that any digit may be appended.
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
