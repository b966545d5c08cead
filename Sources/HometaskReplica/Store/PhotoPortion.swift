// SPDX-License-Identifier: Apache-2.0

/// How many photos are taken at once, so that neither memory nor an interruption costs more than a portion of them.
public enum PhotoPortion {
    /// About how many bytes of originals are to be in memory at once.
    public static let bytesInMemory = 32 << 20

    /// The first of some things whose sizes add up to a limit at most; the first one where it alone has more.
    ///
    /// - Parameters:
    ///   - bytes: the limit.
    ///   - count: how many at most, at least 1.
    ///   - size: how many bytes a thing has.
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
