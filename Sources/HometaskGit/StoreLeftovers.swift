// SPDX-License-Identifier: Apache-2.0
import CLibgit2
import CProcess
import Glibc

/// Files that programs which were killed have left in an object store: half-written packs and objects, and what a fetch
/// had taken in.
enum StoreLeftovers {
    /// Before this age, in seconds, a file may belong to a program that still writes it.
    static let patience = 3600

    /// How git, libgit2 and hometask call files that are not whole yet.
    private static let prefixes = [
        "tmp_pack_", "tmp_idx_", "tmp_rev_", "tmp_obj_", "tmp_object_", "tmp_keep_", ".tmp-",
    ]

    /// What stands in the files with which a fetch keeps its packs, to know them again.
    static let keepText = "hometask fetch\n"

    /// Removes what is surely dead from an object store, whose path ends in a slash: files of an hour and more that no
    /// process of this machine has open, and folders of fetches whose process has ended.
    ///
    /// - Parameter everywhere: whether also from the 256 folders of single objects, where little is left, and which
    ///   take longer to look through than all the rest.
    /// - Returns: how many files of the first kind there were.
    @discardableResult
    static func remove(from objects: String, everywhere: Bool) -> Int {
        PackQuarantine.removeAbandoned(in: objects)
        let dead = candidates(in: objects, everywhere: everywhere)
        if dead.isEmpty { return 0 }
        let open = openFiles()
        return dead.filter { path in
            if open.contains(path) { return false }
            if path.hasSuffix(".keep") { removePack(keptBy: path) }
            if path.contains("/\(PackFolder.removedIndex)pack-") { PackFolder.finishRemoving(path) }
            return unsafe unlink(path) == 0 || !RemoteURL.exists(path)
        }.count
    }

    /// How many such files there are.
    static func count(in objects: String) -> Int { candidates(in: objects, everywhere: true).count }

    private static func candidates(in objects: String, everywhere: Bool) -> [String] {
        let places = FolderNames.read(objects) ?? []
        let folders = ["", "pack/"] + (everywhere ? places.filter { $0.utf8.count == 2 }.map { $0 + "/" } : [])
        return folders.flatMap { folder -> [String] in
            (folder.isEmpty ? places : FolderNames.read(objects + folder) ?? []).filter { name in
                // Most names are those of objects, which begin with a digit of sixteen or a `p`.
                guard let first = name.utf8.first, "t.p".utf8.contains(first) else { return false }
                return prefixes.contains { name.hasPrefix($0) }
                    || (name.hasSuffix(".keep") && isOurs(objects + folder + name))
            }.map { objects + folder + $0 }
        }.filter { age(of: $0) > patience }
    }

    /// Who was killed between writing a pack and its index has left a pack that counts for nothing.
    private static func removePack(keptBy keep: String) {
        let base = String(keep.dropLast(".keep".count))
        guard !RemoteURL.exists(base + ".idx") else { return }
        for kind in [".pack", ".rev"] { unsafe unlink(base + kind) }
    }

    /// Whether a file keeps a pack for the time of a fetch alone, or one without an index, which counts for nothing.
    private static func isOurs(_ keep: String) -> Bool {
        guard let text = try? FileBytes.read(keep) else { return false }
        if text.elementsEqual(keepText.utf8) { return true }
        let index = keep.dropLast(".keep".count) + ".idx"
        return text.elementsEqual(Repository.keptForSize.utf8) && !RemoteURL.exists(String(index))
    }

    /// The files that processes which this user may look at have open.
    private static func openFiles() -> Set<String> {
        var found: Set<String> = []
        for process in FolderNames.read("/proc") ?? [] where Int(process) != nil {
            for file in FolderNames.read("/proc/\(process)/fd") ?? [] {
                if let target = ProcessFile.target("/proc/\(process)/fd/\(file)") { found.insert(target) }
            }
        }
        return found
    }

    /// How many seconds ago a file was written last; zero if it is gone.
    static func age(of path: String) -> Int {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return 0 }
        return time(nil) - status.st_mtim.tv_sec
    }

    /// How many bytes a file has; zero if it is gone.
    static func size(of path: String) -> Int {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Removes a folder with all in it. Links are not followed.
    static func removeTree(_ folder: String) {
        let base = folder.hasSuffix("/") ? folder : folder + "/"
        for name in FolderNames.read(base) ?? [] where unsafe unlink(base + name) != 0 { removeTree(base + name) }
        unsafe rmdir(folder)
    }
}

extension Repository {
    /// How many files of programs that were killed lie in the object store.
    public func leftoverCount() -> Int { StoreLeftovers.count(in: commonDirectory + "objects/") }

    /// Removes the files that programs which were killed have left in the object store; a fetch removes those that may
    /// be large.
    ///
    /// - Returns: how many.
    public func removeLeftovers() -> Int { StoreLeftovers.remove(from: commonDirectory + "objects/", everywhere: true) }
}
