// SPDX-License-Identifier: Apache-2.0

import HometaskGit
import TestSupport
import Testing

@Suite struct CommitGraphTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test("Merge bases, ancestors and counts match git on random graphs with criss-cross merges and wrong clocks")
    func randomGraphs() throws {
        var random = SeededGenerator()
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        for round in 0..<6 {
            var commits: [ObjectID] = []
            for number in 0..<40 {
                let count = commits.isEmpty ? 0 : [0, 1, 1, 1, 2, 2, 2, 3].randomElement(using: &random) ?? 1
                let parents = Set((0..<count).compactMap { _ in commits.suffix(8).randomElement(using: &random) })
                let clock = Int64.random(in: 0..<2_000, using: &random)
                commits.append(
                    try repository.commit(
                        "\(round) \(number)", parents: parents.sorted(), seconds: 1_700_000_000 + clock))
            }
            for _ in 0..<12 {
                guard let a = commits.randomElement(using: &random), let b = commits.randomElement(using: &random)
                else {
                    return
                }
                try compare(repository, a, with: b, comment: "seed \(random.seed), round \(round)")
            }
        }
    }

    private func compare(_ repository: Repository, _ a: ObjectID, with b: ObjectID, comment: Comment) throws {
        let bases = try sandbox.run(["git", "merge-base", "--all", "\(a)", "\(b)"], at: "r").output
        let mine = try repository.commits.mergeBases(a, b)
        #expect(mine.map(\.description) == bases.split(separator: "\n").map(String.init).sorted(), comment)
        let (ofA, ofB) = (try changes(a), try changes(b))
        let (ahead, behind) = try repository.commits.aheadBehind(a, b)
        #expect(ahead == ofA.subtracting(ofB).count && behind == ofB.subtracting(ofA).count, comment)
        let isAncestor = try sandbox.run(["git", "merge-base", "--is-ancestor", "\(a)", "\(b)"], at: "r").status == 0
        #expect(try repository.commits.isAncestor(a, of: b) == isAncestor, comment)
    }

    /// The non-merge commits reachable from a commit, according to git.
    ///
    /// Each side is queried separately: `rev-list A...B` stops a few commits after it meets only commits of both sides,
    /// so with wrong clocks it counts shared commits as belonging to one side (`SLOP` in git's `revision.c`).
    private func changes(_ commit: ObjectID) throws -> Set<String> {
        let lines = try sandbox.git("rev-list", "--no-merges", "\(commit)", at: "r")
        return Set(lines.split(separator: "\n").map(String.init))
    }

    @Test("The history omits hidden commits, and no commit comes after its parents")
    func history() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let root = try repository.commit("root", seconds: 1_700_000_900)
        let left = try repository.commit("left", parents: [root], seconds: 1_700_000_100)
        let right = try repository.commit("right", parents: [root], seconds: 1_700_000_500)
        let merge = try repository.commit("merge", parents: [left, right], seconds: 1_700_000_000)
        var seen: [ObjectID] = []
        try repository.commits.history(from: [merge]) { commit in
            seen.append(commit.id)
            return true
        }
        #expect(seen.first == merge && seen.last == root && Set(seen) == [root, left, right, merge])
        seen = []
        try repository.commits.history(from: [merge], hiding: [left]) { commit in
            seen.append(commit.id)
            return true
        }
        #expect(seen == [merge, right])
        seen = []
        try repository.commits.history(from: [merge]) { commit in
            seen.append(commit.id)
            return seen.count < 2
        }
        #expect(seen.count == 2)
    }

    @Test("A missing commit is an error, not an empty result")
    func missing() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let commit = try repository.commit("one")
        #expect(code { _ = try repository.commits.mergeBases(commit, .zero) } == .notFound)
        #expect(code { _ = try repository.commits.read(.zero) } == .notFound)
        #expect(code { try repository.commits.history(from: [.zero]) { _ in true } } == .notFound)
    }
}
