// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskHashing
import HometaskReplica

/// The last line of every commit that hometask makes. It shows from the commit alone that no other tool has altered it.
///
/// `Hometask: 1 <32 hex>`: the format's number and the first 32 digits of the SHA-256 of the lines `format N`, `tree
/// ID` and, for each parent in order, `parent ID`. An amend, a rebase, a cherry-pick or a filter copies the message but
/// changes the tree or the parents, which invalidates the line. It protects against accidents, not against forgery: a
/// commit's content is data, whoever made it.
///
/// Above it is a line `Hometask: plugin ID GENERATION` for each plugin that took part in the commit (see
/// ``PluginShare``).
enum CommitTrailer {
    private static let key = "Hometask: "
    private static let pluginKey = "Hometask: plugin "

    /// Appends the names of the plugins that took part in a commit to its message.
    static func naming(_ plugins: [PluginShare], in message: String) -> String {
        if plugins.isEmpty { return message }
        return message + "\n\n" + plugins.map { "\(pluginKey)\($0.plugin) \($0.generation)" }.joined(separator: "\n")
    }

    /// Returns the plugins that a message names.
    static func plugins(in message: String) -> [PluginShare] {
        message.split(separator: "\n").reversed().prefix { $0.hasPrefix(key) }.reversed().compactMap { line in
            guard line.hasPrefix(pluginKey) else { return nil }
            let words = line.dropFirst(pluginKey.count).split(separator: " ")
            guard words.count == 2, let generation = Int(words[1]), (0...1000).contains(generation) else { return nil }
            return PluginShare(plugin: String(words[0]), generation: generation)
        }
    }

    /// Appends the trailer of a commit to its message.
    static func sealing(_ message: String, tree: ObjectID, parents: [ObjectID], format: Int) -> String {
        "\(message)\n\n\(line(tree: tree, parents: parents, format: format))\n"
    }

    /// Returns whether the commit is unchanged since hometask made it, in any format.
    static func isIntact(_ commit: Commit) -> Bool {
        guard let last = lastLine(of: commit.message), last.hasPrefix(key),
            let format = last.dropFirst(key.count).split(separator: " ").first.flatMap({ Int($0) })
        else { return false }
        return last == line(tree: commit.tree, parents: commit.parents, format: format)
    }

    /// Splits a message without its trailer into the first line and the rest.
    static func parts(of message: String) -> (subject: String, body: String) {
        var lines = message.split(separator: "\n", omittingEmptySubsequences: false)
        while let last = lines.last, last.isEmpty || last.hasPrefix(key) { lines.removeLast() }
        let body = lines.dropFirst().drop { $0.isEmpty }
        return (subject: lines.first.map { String($0) } ?? "", body: body.joined(separator: "\n"))
    }

    private static func lastLine(of message: String) -> String? {
        message.split(separator: "\n").last.map { String($0) }
    }

    private static func line(tree: ObjectID, parents: [ObjectID], format: Int) -> String {
        let text = "format \(format)\ntree \(tree)\n" + parents.map { "parent \($0)\n" }.joined()
        return "\(key)\(format) \(SHA256.hexDigest(Array(text.utf8)).prefix(32))"
    }
}
