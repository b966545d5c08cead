// SPDX-License-Identifier: Apache-2.0

/// The bytes of a tree object, and the location of each entry.
///
/// A tree is edited by copying the bytes of the unchanged entries, so whatever another tool wrote there (an unusual
/// mode, a name that is not UTF-8) is preserved.
struct RawTree {
    /// The location of one entry.
    ///
    /// Only four small numbers, because a folder may have a hundred thousand entries.
    struct Entry {
        let mode: UInt32
        private let start: UInt32
        private let nameStart: UInt32
        private let nameEnd: UInt32

        /// Nil if a location exceeds the maximum size of a tree.
        init?(mode: UInt32, start: Int, name: Range<Int>) {
            guard name.upperBound <= Int(UInt32.max) - RawTree.tail else { return nil }
            self.mode = mode
            self.start = UInt32(start)
            nameStart = UInt32(name.lowerBound)
            nameEnd = UInt32(name.upperBound)
        }

        /// The entry's range, from the first digit of the mode to the last byte of the id.
        var range: Range<Int> { Int(start)..<Int(nameEnd) + RawTree.tail }
        var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
        var isFolder: Bool { mode & 0o170000 == 0o040000 }
    }

    /// The length of what follows a name: a NUL byte and the id.
    private static let tail = 21

    /// The tree's approximate size in memory, in bytes.
    var size: Int { bytes.count + entries.count * MemoryLayout<Entry>.stride }

    /// The size in bytes from which a tree counts as large (a folder with thousands of entries), so that work for each
    /// entry is costly.
    static let largeSize = 1 << 18

    let bytes: [UInt8]
    private(set) var entries: [Entry] = []

    static let empty = RawTree()

    private init() { bytes = [] }

    /// Parses the form `mode SP name NUL id`, repeated, in git's order without duplicates.
    init(_ bytes: [UInt8], id: ObjectID) throws(GitError) {
        self.bytes = bytes
        var position = 0
        while position < bytes.count {
            guard let entry = unsafe Self.entry(in: bytes.span.bytes, at: position) else {
                throw Self.damaged(id, "entry \(entries.count)")
            }
            if let last = entries.last {
                let order = Self.compare(
                    bytes[last.name], isFolder: last.isFolder, with: bytes[entry.name], isFolder: entry.isFolder)
                guard order < 0 else { throw Self.damaged(id, "entry \(entries.count) is out of order") }
            }
            entries.append(entry)
            position = entry.range.upperBound
        }
    }

    private static func entry(in bytes: RawSpan, at start: Int) -> Entry? {
        var mode: UInt32 = 0
        var position = start
        while position < bytes.byteCount, bytes.byte(at: position) != UInt8(ascii: " ") {
            let digit = bytes.byte(at: position)
            guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "7"), position - start < 7 else { return nil }
            mode = mode << 3 | UInt32(digit - UInt8(ascii: "0"))
            position += 1
        }
        let name = position + 1
        var end = name
        while end < bytes.byteCount, bytes.byte(at: end) != 0 { end += 1 }
        guard position > start, end > name, end + tail <= bytes.byteCount else { return nil }
        return Entry(mode: mode, start: start, name: name..<end)
    }

    /// Finds a name in the bytes of a tree without parsing the rest.
    ///
    /// - Returns: the entry's mode as it is stored, and its id; nil if there is no such name.
    static func entry(
        named name: [UInt8], in bytes: RawSpan, of tree: ObjectID
    ) throws(GitError) -> (mode: UInt32, id: ObjectID)? {
        var position = 0
        var number = 0
        while position < bytes.byteCount {
            guard let entry = entry(in: bytes, at: position) else { throw damaged(tree, "entry \(number)") }
            position = entry.range.upperBound
            number += 1
            guard entry.name.count == name.count,
                name.indices.allSatisfy({ bytes.byte(at: entry.name.lowerBound + $0) == name[$0] })
            else { continue }
            let id = (position - 20..<position).map { bytes.byte(at: $0) }
            return (entry.mode, ObjectID(bytes: id[...]) ?? .zero)
        }
        return nil
    }

    private static func damaged(_ id: ObjectID, _ what: String) -> GitError {
        GitError(.corrupt, operation: "read tree \(id)", detail: "\(what) is malformed")
    }

    func name(of entry: Entry) -> ArraySlice<UInt8> { bytes[entry.name] }

    func id(of entry: Entry) -> ObjectID {
        ObjectID(bytes: bytes[(entry.range.upperBound - 20)...].prefix(20)) ?? .zero
    }

    /// Returns the entry with a name; a tree contains a name at most once, as a file or as a folder.
    func index(named name: ArraySlice<UInt8>) -> Int? {
        index(named: name, folder: false) ?? index(named: name, folder: true)
    }

    private func index(named name: ArraySlice<UInt8>, folder: Bool) -> Int? {
        let index = insertionIndex(of: name, folder: folder)
        guard index < entries.count, entries[index].isFolder == folder,
            bytes[entries[index].name].elementsEqual(name)
        else { return nil }
        return index
    }

    /// Returns the index at which a name is or would be inserted.
    func insertionIndex(of name: ArraySlice<UInt8>, folder: Bool) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            let entry = entries[middle]
            if Self.compare(bytes[entry.name], isFolder: entry.isFolder, with: name, isFolder: folder) < 0 {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// Compares names in git's tree order: by bytes, a folder as if its name ended in a slash.
    static func compare(
        _ a: ArraySlice<UInt8>, isFolder aIsFolder: Bool, with b: ArraySlice<UInt8>, isFolder bIsFolder: Bool
    ) -> Int {
        var left = a.startIndex
        var right = b.startIndex
        while left < a.endIndex, right < b.endIndex {
            if a[left] != b[right] { return Int(a[left]) - Int(b[right]) }
            left += 1
            right += 1
        }
        return terminator(a, left, isFolder: aIsFolder) - terminator(b, right, isFolder: bIsFolder)
    }

    /// Compares an entry with one of another folder, in git's order: before, equal or after. A position past the last
    /// entry comes after all.
    func order(of place: Int, against other: RawTree, at otherPlace: Int) -> Int {
        if place == entries.count { return 1 }
        if otherPlace == other.entries.count { return -1 }
        let (one, two) = (entries[place], other.entries[otherPlace])
        return Self.compare(name(of: one), isFolder: one.isFolder, with: other.name(of: two), isFolder: two.isFolder)
    }

    private static func terminator(_ name: ArraySlice<UInt8>, _ index: Int, isFolder: Bool) -> Int {
        index < name.endIndex ? Int(name[index]) : isFolder ? Int(UInt8(ascii: "/")) : 0
    }

    /// Encodes one entry of a tree.
    static func encode(name: some Collection<UInt8>, mode: FileMode, id: ObjectID) -> [UInt8] {
        Array(String(mode.rawValue, radix: 8).utf8) + [UInt8(ascii: " ")] + name + [0] + id.bytes
    }
}

extension RawSpan {
    /// Reads one byte; the offset is checked against the size.
    fileprivate func byte(at offset: Int) -> UInt8 { unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self) }
}
