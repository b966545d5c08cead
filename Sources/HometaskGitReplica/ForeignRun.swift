// SPDX-License-Identifier: Apache-2.0

import HometaskGit

/// The commits of other tools that a head ends in: it, and those before it back to the ones that hometask made.
///
/// Which commits these are follows from the commits alone. What lies behind a commit of hometask is never asked for, so
/// the cost is that of what other tools did since.
struct ForeignRun {
    /// What a seal asks of a commit. The message, which may have any length, is not kept.
    struct Step {
        let id: ObjectID
        let tree: ObjectID
        let parents: [ObjectID]
        /// The committer's time, in seconds since 1970.
        let seconds: Int64

        init(_ commit: Commit) {
            id = commit.id
            tree = commit.tree
            parents = commit.parents
            seconds = commit.committer.seconds
        }
    }

    /// None comes before its parents.
    private(set) var steps: [Step] = []
    /// How many commits of the run have each commit as a parent.
    private(set) var children: [ObjectID: Int] = [:]

    init(_ store: FamilyStore, to head: Commit) throws {
        var open: [(step: Step, next: Int)] = [(try Self.step(head), 0)]
        var known: Set<ObjectID> = [head.id]
        while let (step, next) = open.last {
            guard next < step.parents.count else {
                steps.append(step)
                open.removeLast()
                continue
            }
            open[open.count - 1].next += 1
            let parent = step.parents[next]
            children[parent, default: 0] += 1
            guard known.insert(parent).inserted else { continue }
            let before = try store.repository.readCommit(parent)
            if !CommitTrailer.isIntact(before) { open.append((try Self.step(before), 0)) }
            if known.count > ForeignLimits.commits { throw ForeignLimits.tooManyCommits }
        }
    }

    private static func step(_ commit: Commit) throws -> Step {
        if commit.parents.count > ForeignLimits.parents { throw ForeignLimits.tooManyParents(commit) }
        return Step(commit)
    }
}
