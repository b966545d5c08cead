// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Lists the content of a folder.
enum FolderNames {
    /// The names in a folder, in no particular order; nil if it is not a folder, or cannot be read.
    static func read(_ folder: String) -> [String]? {
        guard let stream = unsafe opendir(folder) else { return nil }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
