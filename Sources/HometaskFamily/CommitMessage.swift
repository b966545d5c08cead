// SPDX-License-Identifier: Apache-2.0

/// The commit message of a transaction: its changes in words, so that `git log` shows what the family did.
public struct CommitMessage: Hashable, Sendable {
    /// The changes, worded to follow a name: `completed 'Take out the bins'`.
    public private(set) var deeds: [String] = []

    /// The maximum number of changes that a commit message lists.
    private static let longest = 200

    /// Creates a message without deeds.
    public init() {}

    /// Adds a deed. Line breaks and control characters become spaces, so that a title cannot forge the commit's
    /// trailers.
    public mutating func add(_ deed: String) {
        // Most deeds are plain ASCII, and an import has a deed for each task.
        guard deed.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else {
            deeds.append(deed)
            return
        }
        var text = String.UnicodeScalarView()
        for scalar in deed.unicodeScalars {
            let isControl =
                scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                || scalar.value == 0x2028 || scalar.value == 0x2029
            text.append(isControl ? " " : scalar)
        }
        deeds.append(String(text))
    }

    /// Returns the commit message. A single deed is the subject; several deeds are counted in the subject and listed in
    /// the body.
    public func text(by name: String) -> String {
        var author = CommitMessage()
        author.add(name)
        let name = author.deeds[0]
        switch deeds.count {
        case 0: return "\(name) changed something"
        case 1: return "\(name) \(deeds[0])"
        default:
            // Every command reads HEAD's message; a message with ten thousand deeds would slow down all of them.
            var lines = deeds.prefix(Self.longest).map { "- \($0)" }
            if deeds.count > lines.count { lines.append("- and did \(deeds.count - lines.count) more") }
            return "\(name) \(deeds[0]) and did \(deeds.count - 1) more\n\n\(lines.joined(separator: "\n"))"
        }
    }

    /// Quotes a title for use in a deed, truncated to 60 characters.
    public static func quoted(_ title: String) -> String {
        title.count > 60 ? "'\(title.prefix(59))…'" : "'\(title)'"
    }
}
