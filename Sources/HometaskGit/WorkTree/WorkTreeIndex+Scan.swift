// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import CProcess
import HometaskPlatform
import HometaskSystem

extension WorkTreeIndex {
    /// Returns the paths of files in the working tree that may differ from git's index: changed, missing, or new and
    /// not ignored. No file is opened: a file whose status equals the one in the index counts as unchanged; any other
    /// file may still have the same content.
    ///
    /// Each file's status is read once, and the names in each unmarked folder. A folder with as many files as the index
    /// has there contains no new ones.
    ///
    /// - Parameters:
    ///   - marks: the marks of the last scan; replaced by those of this one.
    ///   - settling: how long a folder must have been unchanged to be marked, in nanoseconds. The coarsest clock of a
    ///     file system counts in steps of two seconds.
    public func pathsDifferingInWorkTree(
        _ marks: inout FolderMarks, settling: Int64 = 2_000_000_000
    ) throws(GitError) -> [String] {
        guard let root = repository.workingDirectory else {
            throw GitError(.bareRepository, operation: "compare the working tree", detail: "there is none")
        }
        // The index's time is read before the index itself, so that a change in between counts as changed.
        let time = indexTime()
        guard let image = image() else { return try pathsDifferingByLibgit2() }
        var scan = WorkTreeScan(root, image, modified: time, marks: marks, settling: settling)
        scan.compareEntries()
        unsafe scan.findNewFiles(ignoring: repository.handle.pointer)
        marks = scan.marks
        return scan.differing
    }

    /// Returns the time of the index's last write, in nanoseconds: a file that changed at that time or later may differ
    /// from its entry unnoticed.
    private func indexTime() -> Int64 {
        var status = stat()
        guard unsafe stat(repository.gitDirectory + "index", &status) == 0 else { return 0 }
        return status.st_mtim.nanoseconds
    }
}

/// A comparison of the working tree with git's index by the files' status.
private struct WorkTreeScan {
    private let root: [UInt8]
    private let index: IndexImage
    private let indexTime: Int64
    private(set) var differing: [String] = []
    /// The number of files in each folder that the index has and that exist; the root's name is empty.
    private var present: [[UInt8]: Int] = [:]
    private let earlierMarks: FolderMarks
    /// The folders in which there is nothing new.
    private(set) var marks = FolderMarks()
    /// A folder that changed before this time, in nanoseconds since 1970, can be marked.
    private let markable: Int64

    init(_ root: String, _ index: IndexImage, modified time: Int64, marks: FolderMarks, settling: Int64) {
        self.root = Array(root.utf8)
        self.index = index
        indexTime = time
        earlierMarks = marks
        var now = timespec()
        let isReliable = unsafe clock_gettime(CLOCK_REALTIME, &now) == 0 && FolderMarks.areReliable(at: self.root)
        markable = isReliable ? now.nanoseconds - settling : .min
    }

    /// The number of entries that are compared at a time.
    private static let turn = 128

    mutating func compareEntries() {
        let turns = stride(from: 0, to: index.starts.count, by: Self.turn).map {
            $0..<min($0 + Self.turn, index.starts.count)
        }
        for (differing, present) in ParallelMap.map(turns, atOnce: 1, transform: { [self] in compare($0) }) {
            self.differing += differing
            self.present.merge(present, uniquingKeysWith: +)
        }
    }

    /// Compares some entries.
    ///
    /// - Returns: the paths of files that may differ, and the number of existing files in each folder.
    private func compare(_ entries: Range<Int>) -> (differing: [String], present: [[UInt8]: Int]) {
        var (differing, present): ([String], [[UInt8]: Int]) = ([], [:])
        var (name, count) = (ArraySlice<UInt8>(), 0)
        var folder = OpenFolder(root)
        for entry in entries {
            let path = index.name(entry)
            let slash = index.bytes[path].lastIndex(of: UInt8(ascii: "/"))
            let above = index.bytes[path.lowerBound..<(slash ?? path.lowerBound)]
            if above != name {
                present[Array(name), default: 0] += count
                (name, count) = (above, 0)
                folder = OpenFolder(root + above)
            }
            let status = folder.status(ofName: slash.map { $0 + 1 } ?? path.lowerBound, in: index.bytes)
            if let status, isThere(status, entry) {
                count += 1
                if !isUnchanged(status, entry) { differing.append(PathName.string(index.path(entry))) }
            } else if !index.isSkipped(entry) {
                differing.append(PathName.string(index.path(entry)))
            }
        }
        present[Array(name), default: 0] += count
        return (differing, present)
    }

    /// Returns whether the file exists and has a type that the entry can describe.
    private func isThere(_ status: stat, _ entry: Int) -> Bool {
        let type = status.st_mode & S_IFMT
        if index.mode(entry) == FileMode.submodule.rawValue { return type == S_IFDIR }
        return type == S_IFREG || type == S_IFLNK
    }

    private func isUnchanged(_ status: stat, _ entry: Int) -> Bool {
        let mode = index.mode(entry)
        if mode == FileMode.submodule.rawValue || index.isAssumedUnchanged(entry) || index.isSkipped(entry) {
            return true
        }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        return isLink == (mode == FileMode.link.rawValue)
            && index.isNoted(status, entry, changedBefore: indexTime)
    }

    @unsafe
    mutating func findNewFiles(ignoring repository: OpaquePointer) {
        var folders: [[UInt8]] = [[]]
        while !folders.isEmpty {
            var next: [[UInt8]] = []
            for (folder, content) in zip(folders, ParallelMap.map(folders) { [self] in content(of: $0) }) {
                marks[folder] = content.mark
                let prefix = folder.isEmpty ? [] : folder + [UInt8(ascii: "/")]
                if content.mayHaveNewFiles {
                    for name in names(in: folder, of: [DT_REG, DT_LNK])?.names ?? []
                    where unsafe !isTracked(prefix + name) && !isIgnored(prefix + name, repository) {
                        differing.append(PathName.string(prefix + name))
                    }
                }
                for name in content.folders {
                    let path = prefix + name
                    if unsafe present[path] != nil || !index.entries(below: path).isEmpty
                        || !isIgnored(path, repository)
                    {
                        next.append(path)
                    }
                }
            }
            folders = next
        }
    }

    /// The content of a folder that is relevant to new files.
    private struct FolderContent {
        var folders: [[UInt8]] = []
        var mayHaveNewFiles = false
        /// Nil if the folder has to be read the next time.
        var mark: FolderMarks.Mark?
    }

    private func content(of folder: [UInt8]) -> FolderContent {
        let files = present[folder] ?? 0
        let mark = mark(of: folder, files)
        if let mark, earlierMarks[folder] == mark { return FolderContent(mark: mark) }
        guard let found = names(in: folder, of: [DT_DIR]) else { return FolderContent() }
        let isWhole = found.files == files
        return FolderContent(
            folders: found.names, mayHaveNewFiles: !isWhole, mark: isWhole && found.names.isEmpty ? mark : nil)
    }

    /// Returns the mark of a folder with a number of files; nil if the folder changed too recently, or cannot be
    /// marked.
    private func mark(of folder: [UInt8], _ files: Int) -> FolderMarks.Mark? {
        var status = stat()
        guard markable > .min, unsafe PathName.withCharacters(of: root + folder, { unsafe lstat($0, &status) }) == 0,
            status.st_mode & S_IFMT == S_IFDIR
        else { return nil }
        let mark = FolderMarks.Mark(status, files: files)
        return mark.isOlder(than: markable) ? mark : nil
    }

    /// Returns the number of files and links in a folder, and the names of entries of some types; nil if it cannot be
    /// read, or is a repository of its own.
    private func names(in folder: [UInt8], of types: [Platform.EntryType]) -> (files: Int, names: [[UInt8]])? {
        guard let stream = unsafe PathName.withCharacters(of: root + folder, { unsafe opendir($0) }) else { return nil }
        defer { unsafe closedir(stream) }
        var (files, names) = (0, [[UInt8]]())
        while let entry = unsafe readdir(stream) {
            let type = unsafe type(of: entry, in: folder)
            let isFile = type == DT_REG || type == DT_LNK
            if isFile { files += 1 }
            // Most names are files that are not requested; a file may be `.git`, though.
            if isFile, !types.contains(type), unsafe entry.pointee.d_name.0 != CChar(bitPattern: UInt8(ascii: ".")) {
                continue
            }
            let name = unsafe Self.name(of: entry)
            if name == [0x2E] || name == [0x2E, 0x2E] { continue }
            if name == Array(".git".utf8) {
                guard folder.isEmpty else { return nil }
                if isFile { files -= 1 }
            } else if types.contains(type) {
                names.append(name)
            }
        }
        return (files, names)
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
        unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
    }

    private func type(of entry: UnsafeMutablePointer<dirent>, in folder: [UInt8]) -> Platform.EntryType {
        let told = unsafe Platform.EntryType(entry.pointee.d_type)
        guard told == DT_UNKNOWN else { return told }
        var status = stat()
        let name = unsafe Self.name(of: entry)
        let path = root + folder + [UInt8(ascii: "/")] + name
        guard unsafe PathName.withCharacters(of: path, { unsafe lstat($0, &status) }) == 0 else { return DT_UNKNOWN }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return DT_DIR
        case S_IFREG: return DT_REG
        case S_IFLNK: return DT_LNK
        default: return DT_UNKNOWN
        }
    }

    private func isTracked(_ path: [UInt8]) -> Bool { index.position(of: path).isOwn }

    private func isIgnored(_ path: [UInt8], _ repository: OpaquePointer) -> Bool {
        var ignored: Int32 = 0
        let status = unsafe PathName.withCharacters(of: path) {
            unsafe git_ignore_path_is_ignored(&ignored, repository, $0)
        }
        if status != 0 { git_error_clear() }
        return status == 0 && ignored != 0
    }
}

/// An open folder, in which files are looked up by name instead of by full path.
private struct OpenFolder: ~Copyable {
    private let descriptor: Int32
    /// open(2)'s `O_PATH`, a macro that Swift does not import: the folder need not be readable.
    private static let place: Int32 = 0o10000000

    /// Opens a folder; if it cannot be opened, it counts as empty.
    init(_ path: [UInt8]) {
        descriptor = unsafe PathName.withCharacters(of: path) { unsafe open($0, Self.place | O_DIRECTORY | O_CLOEXEC) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Returns the status of a file, or of a link itself, whose name begins at an offset in the bytes and ends with a
    /// zero byte.
    func status(ofName place: Int, in bytes: [UInt8]) -> stat? {
        guard descriptor >= 0 else { return nil }
        var status = stat()
        let found = unsafe bytes.withUnsafeBytes { bytes in
            guard let name = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return Int32(-1) }
            return unsafe fstatat(descriptor, name + place, &status, AT_SYMLINK_NOFOLLOW)
        }
        return found == 0 ? status : nil
    }
}
