// SPDX-License-Identifier: Apache-2.0

import HometaskGit

/// The contents that files of a working tree may have without being hand edits.
struct KnownFiles {
    /// Trees that programs wrote or may have written, HEAD's first.
    var trees: [ObjectID?]
    /// Contents that a commit in HEAD's history has recorded, by path; nil for a removed file.
    var takenIn: [String: Set<ObjectID?>]
    /// Documents whose files could not be written.
    var unwritten: Set<String> = []
}
