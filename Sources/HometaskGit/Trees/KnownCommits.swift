// SPDX-License-Identifier: Apache-2.0

/// Commits of the store that a fetch offers to a remote (gitprotocol-pack(5), `have`), so that the remote sends only
/// objects that are not reachable from them.
///
/// They come from the references that the fetch moves, and from references that the caller names. Git sees only their
/// ids, under names in the quarantine: it does not see the names of the store's references, and a remote learns of no
/// other commit. Everything reachable from these commits is assumed to be in the store.
struct KnownCommits: Sendable {
    /// No commits: the remote sends everything, including objects that should be in the store.
    static let none = KnownCommits(ids: [])

    let ids: [ObjectID]

    private init(ids: [ObjectID]) { self.ids = ids }

    /// The commits of references, except those that cannot be read, or whose tree or parents are missing.
    ///
    /// - Parameters:
    ///   - refspecs: their local references.
    ///   - names: further references.
    ///   - repository: the store.
    init(of refspecs: [Refspec], and names: [String], in repository: Repository) {
        let named = names.compactMap { (try? repository.references.target(of: $0)) ?? nil }
        let found = Set(named + refspecs.flatMap { $0.localCommits(in: repository.references) })
        ids = found.sorted().filter { id in
            guard let commit = try? repository.commits.read(id) else { return false }
            return ([commit.tree] + commit.parents).allSatisfy { repository.contains($0) }
        }
    }

    /// The content of a `packed-refs` file (git-pack-refs(1)) with a reference for each commit.
    var packedReferences: String {
        let lines = ids.enumerated().map { number, id in "\(id) refs/known/\(1_000_000 + number)\n" }
        return "# pack-refs with: peeled fully-peeled sorted \n" + lines.joined()
    }
}
