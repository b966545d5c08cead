// SPDX-License-Identifier: Apache-2.0

import CLibgit2
import CProcess
import HometaskPlatform
import HometaskSystem

/// A snapshot of the files in which git records HEAD. If two snapshots differ, HEAD may have moved.
///
/// Read without the library, so that a separate thread can do it. A loose reference is compared by its content, since a
/// file that was replaced twice within one clock tick may look unchanged. `packed-refs` is compared by its file status.
struct HeadSnapshot: Equatable {
    /// The contents of HEAD and of the references that it leads to; nil for missing ones.
    private var texts: [[UInt8]?] = []
    private let packed: [Int]
    /// The folders in which any of these files may change.
    let folders: [String]

    /// The maximum length of a chain of symbolic references.
    private static let longestChain = 5

    /// - Parameters:
    ///   - gitDirectory: the folder that contains HEAD, with a trailing slash.
    ///   - commonDirectory: the folder that contains the references.
    init(gitDirectory: String, commonDirectory: String) {
        packed = Self.status(of: commonDirectory + "packed-refs")
        var folders = [gitDirectory, commonDirectory]
        var text = Self.read(gitDirectory + "HEAD")
        texts.append(text)
        while let name = text.flatMap(Self.target), texts.count <= Self.longestChain {
            var folder = commonDirectory
            for part in name.split(separator: "/").dropLast() {
                folder += part + "/"
                if !folders.contains(folder) { folders.append(folder) }
            }
            text = Self.read(commonDirectory + name)
            texts.append(text)
        }
        self.folders = folders
    }

    /// Returns the name of the reference that a symbolic reference points to.
    private static func target(_ text: [UInt8]) -> String? {
        let line = String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        guard line.hasPrefix("ref:") else { return nil }
        let name = String(line.dropFirst(4).drop { $0 == " " })
        let isPlain = name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
            !["", ".", ".."].contains($0)
        }
        return name.hasPrefix("refs/") && isPlain ? name : nil
    }

    /// Returns the beginning of a file, enough for a whole reference; nil if it cannot be read.
    private static func read(_ path: String) -> [UInt8]? {
        try? WholeFile.beginning(of: path, length: 4096, followingLinks: true)
    }

    private static func status(of path: String) -> [Int] {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return [] }
        return [
            Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
            status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
        ]
    }
}
