// SPDX-License-Identifier: Apache-2.0

import HometaskGit

/// What plain `git` needs to merge documents with hometask: the driver in the clone's configuration. The attribute that
/// names it is in the family's `.gitattributes`, which anybody may push; what is run comes from here alone.
enum MergeDriver {
    static let attributes = "*.json -text merge=hometask\n"
    static let command = "hometask merge-driver %O %A %B %L %P"
    static let settings = [
        ("merge.hometask.name", "hometask: joins documents field by field"),
        ("merge.hometask.driver", command),
    ]

    static func configure(_ repository: borrowing Repository) throws(GitError) {
        for (key, value) in settings { try repository.setConfigValue(key, value) }
    }

    static func isConfigured(_ repository: borrowing Repository) throws(GitError) -> Bool {
        try repository.configValue("merge.hometask.driver") != nil
    }
}
