// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import CProcess
import HometaskPlatform
import HometaskSystem

/// Files that killed programs have left in an object store: incomplete packs and objects, and quarantine folders of
/// fetches.
enum StoreLeftovers {
    /// The minimum age of a leftover, in seconds: a younger file may still be in use by its writer.
    static let patience = 3600

    /// The prefixes that git, libgit2 and hometask use for incomplete files.
    private static let prefixes = [
        "tmp_pack_", "tmp_idx_", "tmp_rev_", "tmp_obj_", "tmp_object_", "tmp_keep_", ".tmp-",
    ]

    /// The content of a fetch's `.keep` files, by which they are recognised later.
    static let keepText = "hometask fetch\n"

    /// Removes leftovers from an object store, whose path ends in a slash: files at least an hour old that no process
    /// of this machine has open, and folders of fetches whose process has ended.
    ///
    /// - Parameter everywhere: whether to search the 256 folders of loose objects too, which contain few leftovers and
    ///   take longer to search than everything else.
    /// - Returns: the number of removed files, without folders of fetches.
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

    /// Returns the number of leftover files in an object store.
    static func count(in objects: String) -> Int { candidates(in: objects, everywhere: true).count }

    private static func candidates(in objects: String, everywhere: Bool) -> [String] {
        let places = FolderNames.read(objects) ?? []
        let folders = ["", "pack/"] + (everywhere ? places.filter { $0.utf8.count == 2 }.map { $0 + "/" } : [])
        return folders.flatMap { folder -> [String] in
            (folder.isEmpty ? places : FolderNames.read(objects + folder) ?? []).filter { name in
                // Most names are those of objects, which begin with a hexadecimal digit or a `p`.
                guard let first = name.utf8.first, "t.p".utf8.contains(first) else { return false }
                return prefixes.contains { name.hasPrefix($0) }
                    || (name.hasSuffix(".keep") && isOurs(objects + folder + name))
            }.map { objects + folder + $0 }
        }.filter { age(of: $0) > patience }
    }

    /// Removes a pack without an index, which has no effect: its process was killed between writing the pack and its
    /// index.
    private static func removePack(keptBy keep: String) {
        let base = String(keep.dropLast(".keep".count))
        guard !RemoteURL.exists(base + ".idx") else { return }
        for kind in [".pack", ".rev"] { unsafe unlink(base + kind) }
    }

    /// Returns whether a file keeps a pack only during a fetch, or keeps a pack without an index, which has no effect.
    private static func isOurs(_ keep: String) -> Bool {
        guard let text = try? FileBytes.read(keep) else { return false }
        if text.elementsEqual(keepText.utf8) { return true }
        let index = keep.dropLast(".keep".count) + ".idx"
        return text.elementsEqual(PackStore.keptForSize.utf8) && !RemoteURL.exists(String(index))
    }

    /// Returns the files that processes visible to this user have open.
    private static func openFiles() -> Set<String> {
        var found: Set<String> = []
        for process in FolderNames.read("/proc") ?? [] where Int(process) != nil {
            for file in FolderNames.read("/proc/\(process)/fd") ?? [] {
                if let target = ProcessFile.target("/proc/\(process)/fd/\(file)") { found.insert(target) }
            }
        }
        return found
    }

    /// Returns the time in seconds since a file was last written; zero if it does not exist.
    static func age(of path: String) -> Int {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return 0 }
        return time(nil) - status.st_mtim.tv_sec
    }

    /// Returns the size of a file in bytes; zero if it does not exist.
    static func size(of path: String) -> Int {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Removes a folder with everything in it. Links are not followed.
    static func removeTree(_ folder: String) {
        let base = folder.hasSuffix("/") ? folder : folder + "/"
        for name in FolderNames.read(base) ?? [] where unsafe unlink(base + name) != 0 { removeTree(base + name) }
        unsafe rmdir(folder)
    }
}
