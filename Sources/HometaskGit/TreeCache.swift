// SPDX-License-Identifier: Apache-2.0

/// The trees that were read last, taken apart: looking up many paths of one tree reads it once.
///
/// An object never changes under its name, so nothing in here gets old.
final class TreeCache {
    private var trees: [ObjectID: RawTree] = [:]
    private var size = 0
    /// The most bytes that are kept, and the most of one tree.
    private static let limits = (all: 8 << 20, one: 1 << 20)

    subscript(id: ObjectID) -> RawTree? {
        get { trees[id] }
        set {
            guard let newValue, newValue.bytes.count <= Self.limits.one else { return }
            if size + newValue.bytes.count > Self.limits.all {
                trees.removeAll()
                size = 0
            }
            trees[id] = newValue
            size += newValue.bytes.count
        }
    }
}
