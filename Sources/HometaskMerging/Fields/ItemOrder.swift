// SPDX-License-Identifier: Apache-2.0

/// Determines which items stay in place when a list is reordered; all others are moved.
///
/// Part of the format, because every replica must derive the same moves from the same two orders. The items that stay
/// are a longest run that both orders have in the same sequence. Ties are broken in favour of the run whose items come
/// first in the new order, compared item by item.
enum ItemOrder {
    /// Returns the indices, in the new order, of the items that stay.
    ///
    /// - Parameter old: the index in the old order of each item of the new order, all distinct.
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

    /// Returns, for each item, the length of the longest ascending run that begins with that item.
    private static func lengths(_ old: [Int]) -> [Int] {
        var lengths = [Int](repeating: 0, count: old.count)
        /// For each run length, the greatest place at which a run of that length begins; descending.
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
