// SPDX-License-Identifier: Apache-2.0

/// The references that a fetch gets from a remote, and their local names (gitglossary(7), "refspec").
struct Refspec: Sendable {
    /// Whether a local reference may move to a commit that does not descend from its current one.
    let isForced: Bool
    private let source: String
    /// The local name; nil if only the objects are wanted.
    private let destination: String?

    /// Parses a refspec such as `+refs/heads/*:refs/remotes/origin/*`. The plus sign sets ``isForced``.
    init(_ text: String) {
        isForced = text.hasPrefix("+")
        let parts = text.drop { $0 == "+" }.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        source = String(parts.first ?? "")
        destination = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
    }

    /// The only reference that the refspec fetches, and its local name; nil for a pattern, for an object id, and if
    /// only the objects are wanted.
    var single: (there: String, here: String)? {
        guard let destination, !isPattern, source.hasPrefix("refs/") else { return nil }
        return (source, destination)
    }

    /// Returns the commits of the refspec's local references, without those that cannot be read.
    func localCommits(in references: ReferenceStore) -> [ObjectID] {
        guard let destination else { return [] }
        guard isPattern, let star = destination.firstIndex(of: "*") else {
            return [(try? references.target(of: destination)) ?? nil].compactMap(\.self)
        }
        let end = destination[destination.index(after: star)...]
        let found = (try? references.all(under: String(destination[..<star]))) ?? []
        return found.filter { $0.name.hasSuffix(end) }.map(\.id)
    }

    private var isPattern: Bool { source.contains("*") }

    /// Returns a refspec that fetches the same references to another name: a pattern's references below the name, a
    /// single one to the name itself.
    func text(into name: String) -> String { "+\(source):\(name)\(isPattern ? "/*" : "")" }

    /// Returns the local name of a fetched reference.
    ///
    /// - Parameter fetched: the part after the name passed to ``text(into:)``, including the slash.
    func target(_ fetched: String) -> String? {
        guard let destination else { return nil }
        guard isPattern, let star = destination.firstIndex(of: "*") else { return destination }
        return String(destination[..<star]) + fetched.dropFirst() + destination[destination.index(after: star)...]
    }
}
