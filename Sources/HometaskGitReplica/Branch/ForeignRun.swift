// SPDX-License-Identifier: Apache-2.0

import HometaskGit

/// The commits of other tools that a head ends in: the head and its ancestors, back to the commits that hometask made.
///
/// The run depends only on the commits themselves. Nothing behind a commit of hometask is read, so the cost depends
/// only on what other tools have done since.
struct ForeignRun {
    /// The data of a commit that a seal needs. The message, which may have any length, is not kept.
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

    /// Ordered so that no commit comes before its parents.
    private(set) var steps: [Step] = []
    /// For each commit, the number of its children in the run.
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
            let before = try store.repository.commits.read(parent)
            if !CommitTrailer.isIntact(before) { open.append((try Self.step(before), 0)) }
            if known.count > ForeignLimits.commits { throw ForeignLimits.tooManyCommits }
        }
    }

    private static func step(_ commit: Commit) throws -> Step {
        if commit.parents.count > ForeignLimits.parents { throw ForeignLimits.tooManyParents(commit) }
        return Step(commit)
    }
}
