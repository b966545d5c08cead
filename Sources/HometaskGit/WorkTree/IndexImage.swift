// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
import HometaskPlatform

/// The raw bytes of git's index, edited in a few places without decoding the whole. In a large family nearly all of it
/// stays unchanged.
///
/// Supports only the simple forms: version 2 or 3, no conflicts, and no extension that affects the meaning of the
/// entries. libgit2 reads all others. As in git, the checksum is written but not verified. Source: gitformat-index(5).
struct IndexImage {
    private(set) var bytes: [UInt8]
    /// The offset of each entry.
    private(set) var starts: [Int] = []
    /// The end of the last entry.
    private var end = Self.headerLength
    /// The content of the extension `TREE`.
    private(set) var treeCache: Range<Int>?
    /// Whether the index has other extensions, which become invalid when entries change.
    private var hasOtherExtensions = false

    /// The change of a path.
    enum Edit {
        /// The path gets this entry, given with its name.
        case put([UInt8])
        /// The path has no entry afterwards, whether it had one or not.
        case remove
    }

    private static let headerLength = 12
    /// The length of an entry before its name.
    static let fixedLength = 62
    /// The flag of an entry with two more bytes of flags before its name; only in version 3.
    static let extendedFlag: UInt16 = 0x4000
    /// The value of these two bytes if git must not check the entry's file.
    static let skipFlag: UInt16 = 0x4000
    private static let checksumLength = 20
    private static let treeSignature = Array("TREE".utf8)

    /// The empty index, for a repository without one.
    static let empty = IndexImage(bytes: Array("DIRC".utf8) + bytes(of: 2) + bytes(of: 0))

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Parses an index; nil if libgit2 is needed.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        let limit = bytes.count - Self.checksumLength
        guard limit >= Self.headerLength, bytes.starts(with: "DIRC".utf8), (2...3).contains(word(4)),
            readEntries(Int(word(8)), limit), readExtensions(limit), isOrdered
        else { return nil }
    }

    private mutating func readEntries(_ count: Int, _ limit: Int) -> Bool {
        guard count <= limit / Self.fixedLength else { return false }
        starts.reserveCapacity(count)
        for _ in 0..<count {
            guard end + Self.fixedLength < limit else { return false }
            let flags = half(end + 60)
            // Neither a side of a conflict nor in the form of a later version.
            let isExtended = flags & Self.extendedFlag != 0
            guard flags & 0x3000 == 0, flags & 0xFFF < 0xFFF else { return false }
            // The only supported extended flag is `skip-worktree`.
            guard !isExtended || word(4) == 3 && half(end + 62) == Self.skipFlag else { return false }
            let length = Int(flags & 0xFFF)
            let next = end + Self.length(ofEntryNamed: length, isExtended: isExtended)
            guard next <= limit, bytes[end + Self.nameOffset(isExtended) + length] == 0 else { return false }
            starts.append(end)
            end = next
        }
        return true
    }

    private mutating func readExtensions(_ limit: Int) -> Bool {
        var place = end
        while place < limit {
            // An extension whose name begins with a capital letter is optional: it does not change the meaning of the
            // entries.
            guard place + 8 <= limit, Int(word(place + 4)) <= limit - place - 8,
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[place])
            else { return false }
            let content = place + 8..<place + 8 + Int(word(place + 4))
            if treeCache == nil, bytes[place..<place + 4] == Self.treeSignature[...] {
                treeCache = content
            } else {
                hasOtherExtensions = true
            }
            place = content.upperBound
        }
        return true
    }

    /// Returns the length of an entry with its name, which is padded with one to eight zero bytes.
    static func length(ofEntryNamed length: Int, isExtended: Bool) -> Int {
        (nameOffset(isExtended) + length + 8) & ~7
    }

    /// Returns the offset of the name within an entry.
    private static func nameOffset(_ isExtended: Bool) -> Int { fixedLength + (isExtended ? 2 : 0) }

    func half(_ place: Int) -> UInt16 { UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1]) }
    func word(_ place: Int) -> UInt32 { UInt32(half(place)) << 16 | UInt32(half(place + 2)) }

    // MARK: Entries

    /// Returns the range of an entry's path, which is followed by a zero byte.
    func name(_ entry: Int) -> Range<Int> {
        let flags = half(starts[entry] + 60)
        let begin = starts[entry] + Self.nameOffset(flags & Self.extendedFlag != 0)
        return begin..<begin + Int(flags & 0xFFF)
    }

    private var isOrdered: Bool {
        starts.indices.dropFirst().allSatisfy { entry in
            Self.compare(bytes, in: name(entry - 1), with: bytes, in: name(entry)) < 0
        }
    }

    private static func compare(
        _ left: [UInt8], in leftRange: Range<Int>, with right: [UInt8], in rightRange: Range<Int>
    ) -> Int {
        let order = unsafe left.withUnsafeBytes { left in
            unsafe right.withUnsafeBytes { right in
                guard let a = left.baseAddress, let b = right.baseAddress else { return Int32(0) }
                return unsafe memcmp(
                    a + leftRange.lowerBound, b + rightRange.lowerBound, min(leftRange.count, rightRange.count))
            }
        }
        return order != 0 ? Int(order) : leftRange.count - rightRange.count
    }

    /// Returns the first entry at or after a path, and whether it is the entry of that path.
    func position(of path: [UInt8]) -> (entry: Int, isOwn: Bool) {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if Self.compare(bytes, in: name(middle), with: path, in: path.indices) < 0 {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return (low, low < starts.count && Self.compare(bytes, in: name(low), with: path, in: path.indices) == 0)
    }

    /// Makes git read the files of some entries. Only entries that changed in the given second or later are considered;
    /// a test decides, from an entry's bytes before its name and from its name, whether the entry is still right.
    mutating func forgetSize(changedSince second: UInt32, unless isRight: (IndexEntryStatus, [UInt8]) -> Bool) {
        for entry in starts.indices where word(starts[entry] + 8) >= second {
            let start = starts[entry]
            let status = IndexEntryStatus(words: (0..<10).map { word(start + 4 * $0) })
            if !isRight(status, Array(bytes[name(entry)])) {
                for place in start + 36..<start + 40 { bytes[place] = 0 }
            }
        }
    }

    /// Returns the bytes of the index after some edits.
    ///
    /// - Parameter trees: the new cache of tree ids; nil to keep the valid part of the old one.
    /// - Returns: nil if a file replaces a folder or the other way round, or if an extension would have to be updated:
    ///   libgit2 can do both.
    func edited(_ edits: [[UInt8]: Edit], trees: [UInt8]? = nil) -> [UInt8]? {
        if hasOtherExtensions { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + edits.count * 160)
        var (copied, count) = (0, starts.count)
        for (path, edit) in edits.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            let (entry, isOwn) = position(of: path)
            let start = entry < starts.count ? starts[entry] : end
            result += bytes[copied..<start]
            copied = start
            if isOwn {
                copied = entry + 1 < starts.count ? starts[entry + 1] : end
                count -= 1
            }
            guard case .put(let record) = edit else { continue }
            guard isFree(path), !Self.folders(of: path).contains(where: { edits[$0].isPut }) else { return nil }
            result += record
            count += 1
        }
        result += bytes[copied..<end]
        if edits.values.contains(where: \.isExtended) { result.replaceSubrange(4..<8, with: Self.bytes(of: 3)) }
        result.replaceSubrange(8..<12, with: Self.bytes(of: count))
        if trees != nil || treeCache != nil {
            let rest = { treeCache.flatMap { IndexTreeCache(bytes[$0]).invalidated(for: edits.keys) } }
            guard let cache = trees ?? rest() else { return nil }
            result += Self.treeSignature + Self.bytes(of: cache.count) + cache
        }
        result += FileDigest.sha1(result)
        return result
    }

    /// Returns whether no entry is a folder above a path or lies below the path.
    private func isFree(_ path: [UInt8]) -> Bool {
        if Self.folders(of: path).contains(where: { position(of: $0).isOwn }) { return false }
        let below = path + [UInt8(ascii: "/")]
        let first = position(of: below).entry
        return first >= starts.count || !bytes[name(first)].starts(with: below)
    }

    /// Returns the paths of the folders above a path.
    static func folders(of path: [UInt8]) -> [[UInt8]] {
        path.indices.filter { path[$0] == UInt8(ascii: "/") }.map { Array(path[..<$0]) }
    }

    private static func bytes(of number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

extension IndexImage.Edit {
    /// Whether the entry needs the version 3 format.
    fileprivate var isExtended: Bool {
        if case .put(let record) = self { record[60] & UInt8(IndexImage.extendedFlag >> 8) != 0 } else { false }
    }
}

extension IndexImage.Edit? {
    fileprivate var isPut: Bool { if case .put = self { true } else { false } }
}
