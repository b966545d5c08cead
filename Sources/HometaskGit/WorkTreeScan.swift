// SPDX-License-Identifier: Apache-2.0
import CLibgit2
import CProcess
import Glibc

extension Repository {
    /// The paths of files in the working tree that may not be as git's index has them: changed, missing, or new and not
    /// ignored. No file is opened: one whose status is the one that the index noted counts as unchanged, any other may
    /// hold what it held all the same.
    ///
    /// Each file is asked for its status once, and each folder for its names. Where a folder has as many files as the
    /// index has there, none is new.
    public func pathsDifferingFromIndex() throws(GitError) -> [String] {
        guard let root = workingDirectory else {
            throw GitError(.bareRepository, operation: "compare the working tree", detail: "there is none")
        }
        let index = unsafe try HometaskGit.handle("read the index", freeing: git_index_free) {
            unsafe git_repository_index($0, handle.pointer)
        }
        try call("read the index", unsafe git_index_read(index.pointer, 0))
        var scan = unsafe WorkTreeScan(root, index.pointer, modified: indexTime())
        unsafe scan.compareEntries()
        unsafe scan.findNewFiles(ignoring: handle.pointer)
        return scan.differing
    }

    /// When the index was written last, in nanoseconds: a file that changed at that time or later may differ from its
    /// entry without showing it.
    private func indexTime() -> Int64 {
        var status = stat()
        guard unsafe stat(gitDirectory + "index", &status) == 0 else { return 0 }
        return status.st_mtim.nanoseconds
    }
}

/// A comparison of the working tree with git's index by what the file system says of the files.
@safe
private struct WorkTreeScan {
    private let root: String
    private let index: OpaquePointer
    private let indexTime: Int64
    private(set) var differing: [String] = []
    /// The number of files that the index has in a folder and that are there; the root's is the empty name.
    private var present: [[UInt8]: Int] = [:]

    @unsafe
    init(_ root: String, _ index: OpaquePointer, modified time: Int64) {
        self.root = root
        unsafe self.index = index
        indexTime = time
    }

    @unsafe
    mutating func compareEntries() {
        let root = Array(root.utf8)
        var path = root
        var (folder, count): ([UInt8], Int) = ([], 0)
        for position in unsafe 0..<git_index_entrycount(index) {
            guard let entry = unsafe git_index_get_byindex(index, position)?.pointee else { continue }
            let name = unsafe UnsafeBufferPointer(start: entry.path, count: strlen(entry.path))
            path.removeSubrange(root.count...)
            unsafe name.withMemoryRebound(to: UInt8.self) { bytes in unsafe path.append(contentsOf: bytes) }
            let isThere = unsafe compare(entry, &path)
            guard isThere else {
                if unsafe !Self.isSkipped(entry) { differing.append(PathName.string(path[root.count...])) }
                continue
            }
            let above = path[root.count...].lastIndex(of: UInt8(ascii: "/")).map { path[root.count..<$0] } ?? []
            if !above.elementsEqual(folder) {
                present[folder, default: 0] += count
                (folder, count) = (Array(above), 0)
            }
            count += 1
        }
        present[folder, default: 0] += count
    }

    /// Compares one entry, and reports it where its file has changed.
    ///
    /// - Returns: whether a file is there.
    private mutating func compare(_ entry: git_index_entry, _ path: inout [UInt8]) -> Bool {
        var status = stat()
        path.append(0)
        let found = unsafe path.withUnsafeBufferPointer { path in
            unsafe path.withMemoryRebound(to: CChar.self) { path in
                unsafe path.baseAddress.map { unsafe lstat($0, &status) } ?? -1
            }
        }
        path.removeLast()
        guard found == 0 else { return false }
        let type = status.st_mode & S_IFMT
        if unsafe entry.mode == GIT_FILEMODE_COMMIT.rawValue { return type == S_IFDIR }
        guard type == S_IFREG || type == S_IFLNK else { return false }
        if unsafe !isUnchanged(entry, status) { differing.append(PathName.string(path[root.utf8.count...])) }
        return true
    }

    private func isUnchanged(_ entry: git_index_entry, _ status: stat) -> Bool {
        if unsafe entry.flags & UInt16(GIT_INDEX_ENTRY_STAGEMASK) != 0 { return false }
        // 'git update-index --assume-unchanged'.
        if unsafe entry.flags & UInt16(GIT_INDEX_ENTRY_VALID.rawValue) != 0 { return true }
        if unsafe Self.isSkipped(entry) { return true }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        return unsafe isLink == (entry.mode == GIT_FILEMODE_LINK.rawValue)
            && entry.isNoted(status, changedBefore: indexTime)
    }

    /// 'git update-index --skip-worktree', and what is not written to the working tree.
    private static func isSkipped(_ entry: git_index_entry) -> Bool {
        unsafe entry.flags_extended & UInt16(GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue) != 0
    }

    @unsafe
    mutating func findNewFiles(ignoring repository: OpaquePointer) {
        var open: [[UInt8]] = [[]]
        while let folder = open.popLast() {
            guard let (files, folders) = names(in: folder) else { continue }
            let prefix = folder.isEmpty ? [] : folder + [UInt8(ascii: "/")]
            if files.count != present[folder] ?? 0 {
                for name in files
                where unsafe !isTracked(prefix + name) && !isIgnored(prefix + name, repository) {
                    differing.append(PathName.string((prefix + name)[...]))
                }
            }
            for name in folders {
                let path = prefix + name
                if unsafe present[path] != nil || hasTracked(below: path) || !isIgnored(path, repository) {
                    open.append(path)
                }
            }
        }
    }

    /// The files and folders in a folder; nil where it cannot be read, or is a repository of its own.
    private func names(in folder: [UInt8]) -> (files: [[UInt8]], folders: [[UInt8]])? {
        let place = Array(root.utf8) + folder
        guard let stream = unsafe PathName.withCharacters(of: place, { unsafe opendir($0) }) else { return nil }
        defer { unsafe closedir(stream) }
        var (files, folders): ([[UInt8]], [[UInt8]]) = ([], [])
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
            if name == [0x2E] || name == [0x2E, 0x2E] { continue }
            if name == Array(".git".utf8) {
                if folder.isEmpty { continue }
                return nil
            }
            switch unsafe type(of: entry, name, in: folder) {
            case DT_DIR: folders.append(name)
            case DT_REG, DT_LNK: files.append(name)
            default: break
            }
        }
        return (files, folders)
    }

    private func type(of entry: UnsafeMutablePointer<dirent>, _ name: [UInt8], in folder: [UInt8]) -> Int {
        let told = unsafe Int(entry.pointee.d_type)
        guard told == DT_UNKNOWN else { return told }
        var status = stat()
        let path = Array(root.utf8) + folder + [UInt8(ascii: "/")] + name
        guard unsafe PathName.withCharacters(of: path, { unsafe lstat($0, &status) }) == 0 else { return DT_UNKNOWN }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: return DT_DIR
        case S_IFREG: return DT_REG
        case S_IFLNK: return DT_LNK
        default: return DT_UNKNOWN
        }
    }

    private func isTracked(_ path: [UInt8]) -> Bool {
        unsafe PathName.withCharacters(of: path) { unsafe git_index_get_bypath(index, $0, 0) != nil }
    }

    private func hasTracked(below path: [UInt8]) -> Bool {
        let status = unsafe PathName.withCharacters(of: path + [UInt8(ascii: "/")]) {
            unsafe git_index_find_prefix(nil, index, $0)
        }
        if status != 0 { git_error_clear() }
        return status == 0
    }

    private func isIgnored(_ path: [UInt8], _ repository: OpaquePointer) -> Bool {
        var ignored: Int32 = 0
        let status = unsafe PathName.withCharacters(of: path) {
            unsafe git_ignore_path_is_ignored(&ignored, repository, $0)
        }
        if status != 0 { git_error_clear() }
        return status == 0 && ignored != 0
    }
}
