// SPDX-License-Identifier: Apache-2.0

/// Limits how many photos are handled at once, so that memory use and the cost of an interruption stay limited.
public enum PhotoPortion {
    /// The approximate maximum number of bytes of originals in memory.
    public static let bytesInMemory = 32 << 20

    /// Returns the longest prefix of a collection whose total size is within a limit; if the first element alone
    /// exceeds the limit, only that element.
    ///
    /// - Parameters:
    ///   - things: the elements, in the order in which they are handled.
    ///   - limit: the maximum total size in bytes.
    ///   - count: the maximum number of elements, at least 1.
    ///   - size: returns the size of an element in bytes.
    public static func first<Things: Collection>(
        of things: Things, bytes limit: Int, count: Int = .max, size: (Things.Element) -> Int
    ) -> Things.SubSequence {
        var total = 0
        let part = things.prefix(count).prefix { thing in
            total += size(thing)
            return total <= limit
        }
        return part.isEmpty ? things.prefix(1) : part
    }
}
