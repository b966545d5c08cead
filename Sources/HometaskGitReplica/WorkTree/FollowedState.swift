// SPDX-License-Identifier: Apache-2.0

import HometaskGit

/// The state last written to the working tree, stored in a small text file in the git directory.
struct FollowedState {
    /// The tree that was written.
    var tree: ObjectID?
    /// HEAD's latest move before the tree was written.
    var mark: ObjectID?
    /// The documents whose files could not be written because something else was at their paths. They are missing but
    /// were not removed.
    var unwritten: Set<String> = []

    private static let prefix = "unwritten "

    init(tree: ObjectID?, mark: ObjectID?, unwritten: Set<String>) {
        self.tree = tree
        self.mark = mark
        self.unwritten = unwritten
    }

    init(_ bytes: [UInt8]) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let ids = lines.prefix { !$0.hasPrefix(Self.prefix) }.map { ObjectID(hex: $0) }
        tree = ids.first.flatMap { $0 == .zero ? nil : $0 }
        mark = ids.count > 1 ? ids[1] : nil
        unwritten = Set(lines.dropFirst(ids.count).map { String($0.dropFirst(Self.prefix.count)) })
    }

    var bytes: [UInt8] {
        let ids = [tree ?? .zero, mark].compactMap { $0 }.map { "\($0)\n" }
        return Array((ids + unwritten.sorted().map { "\(Self.prefix)\($0)\n" }).joined().utf8)
    }
}
