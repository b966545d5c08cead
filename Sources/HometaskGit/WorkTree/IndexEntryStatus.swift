// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import HometaskPlatform

/// The file status in an entry of git's index: the ten words at its beginning.
struct IndexEntryStatus {
    private let words: [UInt32]

    init(words: [UInt32]) { self.words = words }

    /// Reads the words from an entry of libgit2.
    init(_ entry: git_index_entry) {
        words = unsafe [
            UInt32(bitPattern: entry.ctime.seconds), entry.ctime.nanoseconds, UInt32(bitPattern: entry.mtime.seconds),
            entry.mtime.nanoseconds, entry.dev, entry.ino, entry.mode, entry.uid, entry.gid, entry.file_size,
        ]
    }

    /// The entry in libgit2's form.
    var entry: git_index_entry {
        var entry = unsafe git_index_entry()
        unsafe entry.ctime = git_index_time(seconds: Int32(bitPattern: words[0]), nanoseconds: words[1])
        unsafe entry.mtime = git_index_time(seconds: Int32(bitPattern: words[2]), nanoseconds: words[3])
        unsafe (entry.dev, entry.ino, entry.mode) = (words[4], words[5], words[6])
        unsafe (entry.uid, entry.gid, entry.file_size) = (words[7], words[8], words[9])
        return unsafe entry
    }

    /// Encodes the whole entry; nil if the name is too long for the simple form.
    ///
    /// - Parameter isSkipped: whether git must not check the file; the entry is then two bytes longer.
    func record(_ id: ObjectID, at path: [UInt8], isSkipped: Bool = false) -> [UInt8]? {
        guard path.count < 0xFFF else { return nil }
        var record = words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
        record += id.bytes
        let flags = UInt16(path.count) | (isSkipped ? IndexImage.extendedFlag : 0)
        record += [UInt8(flags >> 8), UInt8(flags & 0xFF)]
        if isSkipped { record += [UInt8(IndexImage.skipFlag >> 8), UInt8(IndexImage.skipFlag & 0xFF)] }
        record += path
        let length = IndexImage.length(ofEntryNamed: path.count, isExtended: isSkipped)
        record += [UInt8](repeating: 0, count: length - record.count)
        return record
    }
}
