// SPDX-License-Identifier: Apache-2.0

import HometaskGit
import HometaskReplica

/// The commits of other tools that a head ends in: it, and those before it back to the ones that hometask made.
///
/// Which commits these are follows from the commits alone. What lies behind a commit of hometask is never asked for, so
/// the cost is that of what other tools did since.
struct ForeignRun {
    /// None comes before its parents.
    private(set) var commits: [Commit] = []
    /// How many commits of the run have each commit as a parent.
    private(set) var children: [ObjectID: Int] = [:]

    /// More than people make by hand; a remote that sends so many is refused.
    private static let longest = 50_000

    init(_ store: FamilyStore, to head: Commit) throws {
        var open: [(commit: Commit, next: Int)] = [(head, 0)]
        var known: Set<ObjectID> = [head.id]
        while let (commit, next) = open.last {
            guard next < commit.parents.count else {
                commits.append(commit)
                open.removeLast()
                continue
            }
            open[open.count - 1].next += 1
            let parent = commit.parents[next]
            children[parent, default: 0] += 1
            guard known.insert(parent).inserted else { continue }
            let before = try store.repository.readCommit(parent)
            if !CommitTrailer.isIntact(before) { open.append((before, 0)) }
            if known.count > Self.longest {
                throw ReplicaError(
                    .damaged, "more than \(Self.longest) commits in a row were made without hometask",
                    hint: "'git log' shows them. A merge with '--squash' brings what they hold as one commit.")
            }
        }
    }
}
