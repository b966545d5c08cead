// SPDX-License-Identifier: Apache-2.0
import CProcess
import Glibc
import HometaskSystem

/// References whose files are empty after a power cut.
enum TornReferences {
    /// The maximum depth of folders that are searched.
    private static let deepest = 8

    /// Removes those in a folder and below. Examines the files themselves: libgit2 lists no references if one is torn.
    static func remove(from folder: String, depth: Int = 0) {
        for name in FolderNames.read(folder) ?? [] {
            let path = folder + "/" + name
            var status = stat()
            guard unsafe lstat(path, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR where depth < deepest: remove(from: path, depth: depth + 1)
            case S_IFREG:
                guard let bytes = try? FileBytes.read(path), bytes.allSatisfy({ $0 == 0 }) else { continue }
                unsafe unlink(path)
            default: break
            }
        }
    }
}
