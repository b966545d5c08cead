// SPDX-License-Identifier: Apache-2.0

/// The trees that were read last, taken apart: looking up many paths of one tree reads it once.
///
/// Invariant: of two trees that are read in turn both are here, however large they are. So looking up every path of a
/// folder, or of a folder before and after a change, costs what the folder has, and not its square.
///
/// An object never changes under its name, so nothing in here gets old.
final class TreeCache {
    private var small: [ObjectID: RawTree] = [:]
    private var smallSize = 0
    /// Trees too large to be kept among many, the one asked for last in front.
    private var large: [(id: ObjectID, tree: RawTree)] = []
    /// How many trees were asked for and had to be read.
    private(set) var misses = 0
    /// The most bytes of small trees, the most of one of them, and the most of large ones beyond the first two.
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
