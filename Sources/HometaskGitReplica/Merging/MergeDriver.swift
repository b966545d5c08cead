// SPDX-License-Identifier: Apache-2.0

import HometaskGit

/// The settings with which plain `git` merges documents with hometask: the driver in the clone's configuration. The
/// attribute that names it is in the family's `.gitattributes`, which every device may push; the command to run comes
/// only from the configuration.
enum MergeDriver {
    /// The path of the file with git's attributes, from the root of the tree.
    static let attributesPath = ".gitattributes"
    static let attributes = "*.json -text merge=hometask\n"
    static let command = "hometask merge-driver %O %A %B %L %P"
    static let settings = [
        ("merge.hometask.name", "hometask: merges documents field by field"),
        ("merge.hometask.driver", command),
    ]

    /// Returns whether a .gitattributes contains the line that names the driver, in addition to any other lines.
    static func isNamed(in attributes: [UInt8]) -> Bool {
        attributes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).contains { line in
            let words = line.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 })
            return words.first?.elementsEqual("*.json".utf8) == true
                && words.contains { $0.elementsEqual("merge=hometask".utf8) }
        }
    }

    /// Returns whether a .gitattributes contains only the line that hometask writes, once or several times.
    static func isOwn(_ attributes: [UInt8]) -> Bool {
        let lines = attributes.split(separator: 0x0A)
        return !lines.isEmpty && lines.allSatisfy { $0.elementsEqual(Self.attributes.dropLast().utf8) }
    }

    static func configure(_ repository: Repository) throws(GitError) {
        for (key, value) in settings { try repository.configuration.set(key, to: value) }
    }

    /// Returns whether the clone's configuration names the hometask driver. The program may be given by its path; its
    /// arguments must be hometask's.
    static func isConfigured(_ repository: Repository) throws(GitError) -> Bool {
        try repository.configuration.value(of: "merge.hometask.driver")?.hasSuffix(" merge-driver %O %A %B %L %P")
            ?? false
    }
}
