// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HometaskGit

@Suite("Watching HEAD")
struct HeadWatchTests {
    /// The result of a wait; nil on timeout.
    private func outcome(of signal: HeadSignal) async -> Bool? {
        await withTaskGroup(of: Bool?.self) { group in
            group.addTask { await signal.wait() }
            group.addTask {
                try? await Task.sleep(for: .seconds(120))
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    @Test("A signal without a waiter is delivered once to each observer, and a cancelled observer no longer waits")
    func between() async throws {
        let sandbox = try Sandbox()
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let folder = repository.gitDirectory
        let watch = HeadWatch(gitDirectory: folder, commonDirectory: folder)
        let (first, second) = (watch.observe(), watch.observe())
        watch.signal()
        watch.signal()
        #expect(await outcome(of: first) == true)
        #expect(await outcome(of: second) == true)
        let isToldAgain: Bool = await withCheckedContinuation { continuation in
            // Like the first observer. Without a pending signal, it is waiting when it is cancelled.
            watch.wait(1, continuation)
            watch.cancel(1)
        }
        #expect(!isToldAgain, "told once")
        let third = watch.observe()
        let wait = Task { await third.wait() }
        wait.cancel()
        #expect(await wait.value == false)
        watch.signal()
        for ended in [first, third] {
            #expect(await outcome(of: ended) == false, "the wait that was given up has ended it")
        }
        #expect(await outcome(of: second) == true)
    }

    @Test("The system wakes the watch for any change of the branch, wherever git stores it", arguments: [true, false])
    func woken(isBare: Bool) async throws {
        let sandbox = try Sandbox()
        try sandbox.git("init", "-q", "-b", "main", isBare ? "--bare" : "--no-bare", "r")
        let folder = sandbox.path + (isBare ? "/r/" : "/r/.git/")
        let tree = try sandbox.git("hash-object", "-t", "tree", "-w", "/dev/null", at: "r")
        func commit(to reference: String, _ text: String) throws {
            let commit = try sandbox.git("commit-tree", "-m", text, tree, at: "r")
            try sandbox.git("update-ref", reference, commit, at: "r")
        }
        try commit(to: "refs/heads/main", "First")
        try commit(to: "refs/heads/deep/er", "Another")
        // Without a time limit it checks only when notified.
        let signal = HeadWatch(gitDirectory: folder, commonDirectory: folder, patience: -1).observe()
        let steps: [(String, () throws -> Void)] = [
            ("moved", { try commit(to: "HEAD", "Second") }),
            (
                "packed, then moved",
                {
                    try sandbox.git("pack-refs", "--all", "--prune", at: "r")
                    try commit(to: "HEAD", "Third")
                }
            ),
            ("switched", { try sandbox.git("symbolic-ref", "HEAD", "refs/heads/deep/er", at: "r") }),
            ("moved, its folders made anew", { try commit(to: "HEAD", "Fourth") }),
            (
                "moved while it is packed",
                {
                    try sandbox.git("pack-refs", "--all", "--prune", at: "r")
                    try sandbox.git("update-ref", "refs/heads/deep/er", "refs/heads/main", at: "r")
                }
            ),
        ]
        for (step, act) in steps {
            try act()
            #expect(await outcome(of: signal) == true, "\(step)")
        }
    }
}
