// SPDX-License-Identifier: Apache-2.0

/// Which items stay where they are when a list is put into another order; all others are moved.
///
/// Part of the format, because every replica must read the same moves out of the same two orders: those that stay are a
/// longest run of items which both orders have in the same sequence; of several such runs the one whose items come
/// first in the new order (the first item of the runs decides, then the second, and so on).
enum ItemOrder {
    /// The indices, into the new order, of the items that stay.
    ///
    /// - Parameter old: for each item of the new order its place in the old one; no two alike.
    static func staying(_ old: [Int]) -> Set<Int> {
        let lengths = lengths(old)
        var staying: Set<Int> = []
        var wanted = lengths.max() ?? 0
        var last = Int.min
        for (index, place) in old.enumerated() where lengths[index] == wanted && place > last {
            staying.insert(index)
            (wanted, last) = (wanted - 1, place)
        }
        return staying
    }

    /// For each item the length of the longest ascending run that begins with it.
    private static func lengths(_ old: [Int]) -> [Int] {
        var lengths = [Int](repeating: 0, count: old.count)
        /// By length, the greatest place that begins a run so long; descending.
        var heads: [Int] = []
        for index in old.indices.reversed() {
            var (low, high) = (0, heads.count)
            while low < high {
                let middle = (low + high) / 2
                if heads[middle] > old[index] { low = middle + 1 } else { high = middle }
            }
            if low == heads.count { heads.append(old[index]) } else { heads[low] = old[index] }
            lengths[index] = low + 1
        }
        return lengths
    }
}
