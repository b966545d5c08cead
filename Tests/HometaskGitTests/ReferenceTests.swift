// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskGit
import TestSupport
import Testing

@Suite struct ReferenceTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test("A new repository has an unborn branch, whatever the user's template and default branch")
    func unborn() throws {
        try sandbox.write("[init]\n defaultBranch = trunk\n templateDir = /nonexistent\n", to: "home/.gitconfig")
        let repository = try Repository.create(at: sandbox.path + "/a/b", bare: false)
        #expect(try repository.references.head() == .unborn(name: "refs/heads/main"))
        #expect(try sandbox.git("symbolic-ref", "HEAD", at: "a/b") == "refs/heads/main")
        #expect(code { _ = try Repository.create(at: sandbox.path + "/a/b", bare: false) } == .exists)
        let (bare, folder) = (repository.isBare, repository.workingDirectory)
        #expect(!bare && folder == sandbox.path + "/a/b/")
        #expect(!FileManager.default.fileExists(atPath: sandbox.path + "/a/b/.git/hooks/pre-commit.sample"))
    }

    @Test("A branch is created, moved, read by git, and logged together with HEAD")
    func moving() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: false)
        let one = try repository.commit("one")
        let two = try repository.commit("two", parents: [one])
        let main = "refs/heads/main"
        #expect(try repository.references.move(main, from: nil, to: one, signature: .anna, message: "start") == .moved)
        #expect(try repository.references.move(main, from: one, to: two, signature: .anna, message: "step") == .moved)
        #expect(try repository.references.head() == .branch(name: main, tip: two))
        #expect(try sandbox.git("rev-parse", "HEAD", at: "r") == two.description)
        for name in [main, "HEAD"] {
            let log = try repository.references.reflog(of: name)
            #expect(log.map(\.message) == ["step", "start"] && log.map(\.new) == [two, one], "\(name)")
            #expect(log.last?.old == .zero && log.first?.seconds == 1_700_000_000)
        }
        #expect(try sandbox.git("reflog", "--format=%gs", at: "r") == "step\nstart")
        #expect(try repository.references.reflog(of: main, limit: 1).count == 1)
    }

    @Test("A reference with an unexpected target is left alone, and the outcome reports that target")
    func swapping() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let one = try repository.commit("one")
        let two = try repository.commit("two")
        let name = "refs/hometask/x"
        #expect(
            try repository.references.move(name, from: one, to: two, signature: .anna, message: "")
                == .changed(now: nil))
        #expect(try repository.references.move(name, from: nil, to: one, signature: .anna, message: "") == .moved)
        #expect(
            try repository.references.move(name, from: nil, to: two, signature: .anna, message: "")
                == .changed(now: one))
        #expect(
            try repository.references.move(name, from: two, to: two, signature: .anna, message: "")
                == .changed(now: one))
        try sandbox.git("pack-refs", "--all", at: "r")
        #expect(try repository.references.target(of: name) == one)
        #expect(
            try repository.references.move(name, from: nil, to: two, signature: .anna, message: "")
                == .changed(now: one))
        #expect(try repository.references.move(name, from: one, to: two, signature: .anna, message: "") == .moved)
        #expect(try repository.references.delete(name, expecting: one) == .changed(now: two))
        #expect(try repository.references.delete(name, expecting: two) == .moved)
        #expect(try repository.references.target(of: name) == nil)
        #expect(try sandbox.git("for-each-ref", at: "r") == "")
    }

    @Test("A symbolic reference is not followed, and neither moved nor recreated")
    func symbolic() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let one = try repository.commit("one")
        let two = try repository.commit("two", parents: [one])
        #expect(
            try repository.references.move("refs/heads/a", from: nil, to: one, signature: .anna, message: "") == .moved)
        try sandbox.git("symbolic-ref", "refs/heads/b", "refs/heads/a", at: "r")
        for from in [nil, one] {
            #expect(
                try repository.references.move("refs/heads/b", from: from, to: two, signature: .anna, message: "")
                    == .changed(now: nil))
        }
        #expect(try sandbox.git("symbolic-ref", "refs/heads/b", at: "r") == "refs/heads/a")
        #expect(try repository.references.target(of: "refs/heads/a") == one)
    }

    @Test("Eight threads that each add their commits to one branch lose none")
    func contention() async throws {
        let path = sandbox.path + "/r"
        let writers = 8
        let each = 20
        do {
            let repository = try Repository.create(at: path, bare: true)
            let root = try repository.commit("root")
            _ = try repository.references.move(
                "refs/heads/main", from: nil, to: root, signature: .anna, message: "root")
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<writers {
                group.addTask { try Self.addCommits(each, by: writer, at: path) }
            }
            try await group.waitForAll()
        }
        #expect(try sandbox.git("rev-list", "--count", "main", at: "r") == "\(writers * each + 1)")
        #expect(try sandbox.git("log", "--format=%s", "main", at: "r").split(separator: "\n").count == 161)
        #expect(try sandbox.git("rev-list", "--merges", "--count", "main", at: "r") == "0")
    }

    private static func addCommits(_ count: Int, by writer: Int, at path: String) throws {
        let repository = try Repository.open(at: path)
        for number in 0..<count {
            while true {
                guard let tip = try repository.references.target(of: "refs/heads/main") else { return }
                let commit = try repository.commit("writer \(writer) number \(number)", parents: [tip])
                let outcome = try repository.references.move(
                    "refs/heads/main", from: tip, to: commit, signature: .anna, message: "add")
                if outcome == .moved { break }
            }
        }
    }

    @Test("Of several concurrent attempts to create one reference, exactly one succeeds")
    func creating() async throws {
        let path = sandbox.path + "/r"
        for round in 0..<20 {
            let name = "refs/heads/b\(round)"
            if round == 0 { _ = try Repository.create(at: path, bare: true) }
            let moved = try await withThrowingTaskGroup(of: Bool.self) { group in
                for writer in 0..<6 {
                    group.addTask {
                        let repository = try Repository.open(at: path)
                        let commit = try repository.commit("writer \(writer)")
                        return try repository.references.move(
                            name, from: nil, to: commit, signature: .anna, message: "") == .moved
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(moved == 1)
        }
    }

    @Test("A lock held by a living process is an error that names the lock file and the process", .waits)
    func heldLock() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let commit = try repository.commit("one")
        try sandbox.write("", to: "r/refs/heads/main.lock")
        let lock = HeldFile(sandbox.path + "/r/refs/heads/main.lock")
        defer { withExtendedLifetime(lock) {} }
        do {
            _ = try repository.references.move("refs/heads/main", from: nil, to: commit, signature: .anna, message: "")
            Issue.record("the lock was ignored")
        } catch {
            #expect(error.code == .locked && error.description.contains("main.lock"), "\(error)")
            #expect(error.description.contains("process \(getpid())"), "\(error)")
        }
    }

    @Test("Deleting a reference deletes its reflog, which would keep its commits")
    func removedReflog() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: false)
        let commit = try repository.commit("one")
        let name = "refs/heads/side"
        _ = try repository.references.move(name, from: nil, to: commit, signature: .anna, message: "start")
        let log = sandbox.path + "/r/.git/logs/" + name
        #expect(FileManager.default.fileExists(atPath: log))
        #expect(try repository.references.delete(name, expecting: commit) == .moved)
        #expect(!FileManager.default.fileExists(atPath: log))
    }

    @Test("Only the torn references in a folder are removed")
    func tornReferences() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let commit = try repository.commit("one")
        for name in ["origin/main", "origin/deep/below/sound", "other/main"] {
            _ = try repository.references.move(
                "refs/remotes/" + name, from: nil, to: commit, signature: .anna, message: "")
        }
        let zeroes = String(repeating: "\0", count: 41)
        let short = String("\(commit)".dropLast())
        let torn = [("deep/zeroes", zeroes), ("empty", ""), ("garbage", "xyz\n"), ("short", short)]
        for (name, text) in torn { try sandbox.write(text, to: "r/refs/remotes/origin/" + name) }
        try sandbox.write("ref: refs/remotes/origin/main\n", to: "r/refs/remotes/origin/HEAD")
        try sandbox.write("", to: "r/refs/remotes/other/empty")
        let removed = repository.references.removeTorn(in: "refs/remotes/origin")
        #expect(removed == torn.map { "refs/remotes/origin/" + $0.0 })
        #expect(repository.references.torn(in: "refs") == ["refs/remotes/other/empty"])
        let found = FileManager.default.enumerator(atPath: sandbox.path + "/r/refs/remotes")?.compactMap {
            $0 as? String
        }
        let expected: Set = [
            "origin", "origin/HEAD", "origin/main", "origin/deep", "origin/deep/below", "origin/deep/below/sound",
            "other",
            "other/main", "other/empty",
        ]
        #expect(Set(found ?? []) == expected)
    }

    @Test("A torn reference is repaired or removed, and a sound one stays")
    func mendedReferences() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let (one, two) = (try repository.commit("one"), try repository.commit("two"))
        let name = "refs/hometask/photos/a/2026-11"
        _ = try repository.references.move(name, from: nil, to: one, signature: .anna, message: "")
        #expect(try !repository.references.mendTorn(name, with: two))
        #expect(try repository.references.target(of: name) == one)
        try sandbox.write("", to: "r/" + name)
        #expect(try repository.references.sound(under: "refs/hometask/").isEmpty)
        // The lock of a killed process.
        try sandbox.write("", to: "r/" + name + ".lock")
        #expect(try repository.references.mendTorn(name, with: two))
        #expect(try repository.references.sound(under: "refs/hometask/") == [two])
        try sandbox.write("", to: "r/" + name)
        #expect(try repository.references.mendTorn(name, with: nil))
        #expect(try repository.references.target(of: name) == nil)
        #expect(!FileManager.default.fileExists(atPath: sandbox.path + "/r/" + name + ".lock"))
    }

    @Test("References are listed by prefix, with tags peeled to their commits")
    func listing() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let commit = try repository.commit("one")
        for name in ["refs/remotes/origin/b", "refs/remotes/origin/a", "refs/remotes/other/x", "refs/heads/main"] {
            _ = try repository.references.move(name, from: nil, to: commit, signature: .anna, message: "")
        }
        try sandbox.git("tag", "-a", "-m", "v1", "v1", commit.description, at: "r")
        try sandbox.git("tag", "tree", commit.description + "^{tree}", at: "r")
        let names = try repository.references.all(under: "refs/remotes/origin/").map(\.name)
        #expect(names == ["refs/remotes/origin/a", "refs/remotes/origin/b"])
        #expect(try repository.references.all(under: "refs/tags/").map(\.id) == [commit])
        #expect(try repository.references.all(under: "refs/none/").isEmpty)
    }

    @Test("A reference cannot be above or below another, and must have a valid name")
    func names() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let commit = try repository.commit("one")
        _ = try repository.references.move("refs/heads/a/b", from: nil, to: commit, signature: .anna, message: "")
        try sandbox.git("pack-refs", "--all", at: "r")
        for (name, expected) in [
            ("refs/heads/a", GitError.Code.conflict), ("refs/heads/a/b/c", .conflict), ("refs/heads/..", .invalid),
            ("refs/heads/x.lock", .invalid),
        ] {
            let found = code {
                _ = try repository.references.move(name, from: nil, to: commit, signature: .anna, message: "")
            }
            #expect(found == expected, "\(name)")
        }
    }

    @Test("HEAD may be detached, and a symbolic reference is not moved through")
    func detached() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: false)
        let commit = try repository.commit("one")
        _ = try repository.references.move("refs/heads/main", from: nil, to: commit, signature: .anna, message: "")
        try sandbox.git("symbolic-ref", "refs/heads/alias", "refs/heads/main", at: "r")
        #expect(
            try repository.references.move("refs/heads/alias", from: commit, to: commit, signature: .anna, message: "")
                == .changed(now: nil))
        #expect(try repository.references.target(of: "refs/heads/alias") == commit)
        try sandbox.git("checkout", "-q", "--detach", at: "r")
        #expect(try repository.references.head() == .detached(commit))
    }
}
