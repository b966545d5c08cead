// SPDX-License-Identifier: Apache-2.0

import CProcess
import HometaskPlatform

/// Folders of a working tree that contained only files of git's index when last read.
///
/// While the status of such a folder is unchanged, no name was added or removed, so it need not be read again to find
/// new files. Modelled on git's untracked cache (gitformat-index(5), extension `UNTR`).
///
/// Invariants:
/// - A folder is marked only if it has no subfolders and last changed two seconds before the scan began. A change in
///   the same tick of the file system's clock would not show.
/// - The time of the last change of the status (`st_ctime`) is compared too: no program can set it.
/// - Nothing is marked on a file system that is not known to keep these times, such as a network file system.
public struct FolderMarks: Equatable, Sendable {
    /// The status of a folder and its number of files.
    struct Mark: Equatable {
        private let device: UInt64
        private let inode: UInt64
        private let modified: Int64
        private let changed: Int64
        private let files: Int64

        init(_ status: stat, files: Int) {
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
            modified = status.st_mtim.nanoseconds
            changed = status.st_ctim.nanoseconds
            self.files = Int64(files)
        }

        /// Returns whether the folder changed before a time, in nanoseconds since 1970.
        func isOlder(than time: Int64) -> Bool { max(modified, changed) < time }

        fileprivate static let length = 5 * 8

        fileprivate init(_ words: [UInt64]) {
            (device, inode) = (words[0], words[1])
            (modified, changed) = (Int64(bitPattern: words[2]), Int64(bitPattern: words[3]))
            files = Int64(bitPattern: words[4])
        }

        fileprivate var words: [UInt64] {
            [device, inode] + [modified, changed, files].map { UInt64(bitPattern: $0) }
        }
    }

    /// The marks by folder path, without a trailing slash.
    private var marks: [[UInt8]: Mark] = [:]

    private static let beginning = Array("hometask-folders 1\n".utf8)
    /// ext4, XFS, Btrfs, tmpfs and F2FS, by their numbers in statfs(2).
    private static let fileSystems: Set<Int> = [0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0xF2F5_2010]

    /// Creates an empty set of marks.
    public init() {}

    /// Decodes marks from ``bytes``; empty for any other data.
    public init(_ bytes: [UInt8]) {
        guard bytes.starts(with: Self.beginning) else { return }
        var rest = bytes.dropFirst(Self.beginning.count)
        while rest.count >= 2 {
            let length = Int(rest[rest.startIndex]) | Int(rest[rest.startIndex + 1]) << 8
            guard rest.count >= 2 + length + Mark.length else { break }
            let path = rest.dropFirst(2).prefix(length)
            let words = (0..<5).map { word in
                (0..<8).reduce(UInt64(0)) { $0 | UInt64(rest[path.endIndex + 8 * word + $1]) << UInt64(8 * $1) }
            }
            marks[Array(path)] = Mark(words)
            rest = rest.dropFirst(2 + length + Mark.length)
        }
        if !rest.isEmpty { marks = [:] }
    }

    /// The encoded marks, in the order of the paths.
    public var bytes: [UInt8] {
        var bytes = Self.beginning
        for (path, mark) in marks.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            bytes += [UInt8(truncatingIfNeeded: path.count), UInt8(truncatingIfNeeded: path.count >> 8)] + path
            for word in mark.words { bytes += (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) } }
        }
        return bytes
    }

    /// The mark of a folder; nil if it has none.
    subscript(folder: [UInt8]) -> Mark? {
        get { marks[folder] }
        set { marks[folder] = folder.count <= Int(UInt16.max) ? newValue : nil }
    }

    /// Returns whether folders on the file system of a path may be marked.
    static func areReliable(at path: [UInt8]) -> Bool {
        unsafe PathName.withCharacters(of: path) { unsafe fileSystems.contains(hometask_file_system($0)) }
    }
}
