// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskSystem

/// The files of loose objects, one object each.
struct LooseObjectFiles {
    /// The git directory that all working trees share, with a trailing slash.
    let commonDirectory: String

    /// The approximate number of loose objects: 256 times the number in one of the 256 folders. Git estimates it in the
    /// same way before it decides to pack.
    var estimatedCount: Int { ids(in: "17").count * 256 }

    /// Whether there are about two hundred loose objects or more, estimated from a sixteenth of the 256 folders.
    var areMany: Bool {
        (0..<16).reduce(0) { $0 + ids(in: Self.twoDigits($1)).count } >= 13
    }

    var ids: [ObjectID] { (0..<256).flatMap { ids(in: Self.twoDigits($0)) } }

    /// Removes the files of the given objects, and the folders that become empty.
    func remove(_ objects: [ObjectID]) {
        for id in objects { unsafe unlink(path(of: id)) }
        for folder in 0..<256 { unsafe rmdir(commonDirectory + "objects/" + Self.twoDigits(folder)) }
    }

    /// Returns the path of an object's loose file, existing or not.
    func path(of id: ObjectID) -> String {
        let hex = id.description
        return commonDirectory + "objects/" + hex.prefix(2) + "/" + hex.dropFirst(2)
    }

    private func ids(in folder: String) -> [ObjectID] {
        (FolderNames.read(commonDirectory + "objects/" + folder) ?? []).compactMap { ObjectID(hex: folder + $0) }
    }

    private static func twoDigits(_ number: Int) -> String {
        let hex = String(number, radix: 16)
        return hex.count == 1 ? "0" + hex : hex
    }
}
