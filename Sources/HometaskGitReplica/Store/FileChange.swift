// SPDX-License-Identifier: Apache-2.0

import HometaskGit

/// A change of one file of a tree to be written.
enum FileChange {
    /// The file gets this content.
    case content(String, [UInt8])
    /// The file becomes an object that the repository has.
    case entry(String, ObjectID, FileMode)
    /// The file is removed.
    case removal(String)

    /// The path of the file, from the root of the tree.
    var path: String {
        switch self {
        case .content(let path, _), .entry(let path, _, _), .removal(let path): path
        }
    }

    /// The new content of the file; nil for another change.
    var content: [UInt8]? {
        if case .content(_, let bytes) = self { bytes } else { nil }
    }

    /// The path that gets an existing object of the repository; nil for another change.
    var takenPath: String? {
        if case .entry(let path, _, _) = self { path } else { nil }
    }
}
