// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// Lists the contents of a folder.
public enum FolderNames {
    /// Returns the names in a folder, in no particular order; nil if it is not a folder, or cannot be read.
    public static func read(_ folder: String) -> [String]? {
        guard let stream = opendir(folder) else { return nil }
        return names(in: stream)
    }

    /// Returns the names in an open folder, in no particular order; nil if it cannot be read. The folder is closed.
    public static func read(opened folder: Int32) -> [String]? {
        guard let stream = fdopendir(folder) else {
            close(folder)
            return nil
        }
        return names(in: stream)
    }

    private static func names(in stream: Platform.FolderStream) -> [String] {
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
