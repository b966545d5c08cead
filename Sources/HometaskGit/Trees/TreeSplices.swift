// SPDX-License-Identifier: Apache-2.0

/// A folder with some entries replaced, added or removed; the others are copied in runs of bytes.
struct TreeSplices {
    let old: RawTree
    private var removed: Set<Int> = []
    private var added: [(position: Int, name: ArraySlice<UInt8>, isFolder: Bool, bytes: [UInt8])] = []

    init(_ old: RawTree) { self.old = old }

    /// Replaces the old entry at an index with a new one, or removes the old one.
    mutating func replace(_ index: Int?, _ name: ArraySlice<UInt8>, with new: (mode: FileMode, id: ObjectID)?) {
        if let index, let new, old.entries[index].mode == new.mode.rawValue, old.id(of: old.entries[index]) == new.id {
            removed.remove(index)
            return
        }
        if let index { removed.insert(index) }
        guard let new else { return }
        let isFolder = new.mode == .tree
        let position = old.insertionIndex(of: name, folder: isFolder)
        added.append((position, name, isFolder, RawTree.encode(name: name, mode: new.mode, id: new.id)))
    }

    /// Returns the bytes of the new folder; nil if nothing changed.
    func result() -> [UInt8]? {
        guard !removed.isEmpty || !added.isEmpty else { return nil }
        let additions = added.sorted {
            RawTree.compare($0.name, isFolder: $0.isFolder, with: $1.name, isFolder: $1.isFolder) < 0
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(old.bytes.count + additions.reduce(0) { $0 + $1.bytes.count })
        var next = 0
        for addition in additions {
            copy(next..<addition.position, to: &bytes)
            bytes += addition.bytes
            next = addition.position
        }
        copy(next..<old.entries.count, to: &bytes)
        return bytes
    }

    private func copy(_ entries: Range<Int>, to bytes: inout [UInt8]) {
        for index in entries where !removed.contains(index) { bytes += old.bytes[old.entries[index].range] }
    }
}
