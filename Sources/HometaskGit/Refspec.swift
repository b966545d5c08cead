// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Which references of a remote a fetch brings, and where they are to stand here (gitglossary(7), "refspec").
struct Refspec: Sendable {
    /// Whether a reference here may move to where it has not come from.
    let isForced: Bool
    private let source: String
    /// Where they are to stand; nil if only the objects are wanted.
    private let destination: String?

    /// Reads a refspec such as `+refs/heads/*:refs/remotes/origin/*`. The plus sign sets ``isForced``.
    init(_ text: String) {
        isForced = text.hasPrefix("+")
        let parts = text.drop { $0 == "+" }.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        source = String(parts.first ?? "")
        destination = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
    }

    /// The one reference that it fetches, and the one that is to stand there here; nil for a pattern, for an object by
    /// its id, and where only the objects are wanted.
    var single: (there: String, here: String)? {
        guard let destination, !isPattern, source.hasPrefix("refs/") else { return nil }
        return (source, destination)
    }

    private var isPattern: Bool { source.contains("*") }

    /// A refspec that fetches the same references to another name: a pattern's below the name, a single one to the name
    /// itself.
    func text(into name: String) -> String { "+\(source):\(name)\(isPattern ? "/*" : "")" }

    /// Where a reference is to stand here.
    ///
    /// - Parameter fetched: its name behind the one that ``text(into:)`` was given, with the slash.
    func target(_ fetched: String) -> String? {
        guard let destination else { return nil }
        guard isPattern, let star = destination.firstIndex(of: "*") else { return destination }
        return String(destination[..<star]) + fetched.dropFirst() + destination[destination.index(after: star)...]
    }
}

extension Repository {
    /// Moves a reference to what was fetched for it, whoever else moves it in the meantime.
    ///
    /// - Returns: nil if it stands there already.
    func moveFetched(
        _ name: String, to new: ObjectID, isForced: Bool, from remote: String
    ) throws(GitError) -> FetchOutcome.Update? {
        let signature = Signature(name: "hometask", email: "hometask@localhost", seconds: Int64(time(nil)))
        var old = try reference(name)
        for _ in 0..<8 where old != new {
            if !isForced, let old, try !isAncestor(old, of: new) {
                throw GitError(.modified, operation: "move \(name)", detail: "\(new) is not a descendant of \(old)")
            }
            let outcome = try moveReference(
                name, from: old, to: new, signature: signature, message: "fetch \(RemoteURL.redacting(remote))")
            guard case .changed(let now) = outcome else {
                try flushReference(name)
                return FetchOutcome.Update(reference: name, old: old, new: new)
            }
            old = now
        }
        if old == new { return nil }
        throw GitError(.locked, operation: "move \(name)", detail: "other programs keep moving it")
    }
}
