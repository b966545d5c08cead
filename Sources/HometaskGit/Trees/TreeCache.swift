// SPDX-License-Identifier: Apache-2.0

/// The most recently read trees, parsed: looking up many paths of one tree reads it once.
///
/// Invariant: two trees that are read alternately are both cached, however large they are. Looking up every path of a
/// folder, or of a folder before and after a change, therefore costs as much as the folder's size, not its square.
///
/// An object never changes under its id, so the cache never becomes stale.
final class TreeCache {
    private var small: [ObjectID: RawTree] = [:]
    private var smallSize = 0
    /// Trees that are too large for the cache of small ones, the most recently used first.
    private var large: [(id: ObjectID, tree: RawTree)] = []
    /// The number of requested trees that had to be read.
    private(set) var misses = 0
    /// The maximum sizes in bytes: of all small trees, of one small tree, and of the large trees beyond the first two.
    private static let limits = (all: 8 << 20, one: 1 << 20, large: 32 << 20)

    subscript(id: ObjectID) -> RawTree? {
        get {
            if let tree = small[id] { return tree }
            guard let place = large.firstIndex(where: { $0.id == id }) else {
                misses += 1
                return nil
            }
            if place > 0 { large.insert(large.remove(at: place), at: 0) }
            return large[0].tree
        }
        set {
            guard let newValue else { return }
            newValue.size <= Self.limits.one ? keepSmall(newValue, id) : keepLarge(newValue, id)
        }
    }

    private func keepSmall(_ tree: RawTree, _ id: ObjectID) {
        if smallSize + tree.size > Self.limits.all {
            small.removeAll()
            smallSize = 0
        }
        small[id] = tree
        smallSize += tree.size
    }

    private func keepLarge(_ tree: RawTree, _ id: ObjectID) {
        large.insert((id, tree), at: 0)
        while large.count > 2, large.reduce(0, { $0 + $1.tree.size }) > Self.limits.large { large.removeLast() }
    }
}
