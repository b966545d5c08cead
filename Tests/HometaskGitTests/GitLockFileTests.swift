// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlatform
import TestSupport
import Testing

@testable import HometaskGit

@Suite("Stale lock files", .waits)
struct GitLockFileTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private static let names = [
        "index.lock", "HEAD.lock", "config.lock", "packed-refs.lock", "refs/heads/main.lock",
        "refs/remotes/origin/main.lock",
    ]

    private func makeRepository() throws -> String {
        _ = try Repository.create(at: sandbox.path + "/r", bare: false)
        return sandbox.path + "/r/.git/"
    }

    private func lock(_ path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("half".utf8).write(to: URL(fileURLWithPath: path))
    }

    @Test("A lock that no living process holds is removed")
    func dead() throws {
        let git = try makeRepository()
        for name in Self.names { try lock(git + name) }
        #expect(RepositoryLocks(at: sandbox.path + "/r").clear() == [])
        for name in Self.names { #expect(!FileManager.default.fileExists(atPath: git + name), "\(name)") }
    }

    @Test("A lock that a process has open stays, and its owner is reported")
    func open() throws {
        let git = try makeRepository()
        try lock(git + "index.lock")
        let holder = Process()
        holder.executableURL = URL(fileURLWithPath: "/bin/sleep")
        holder.arguments = ["60"]
        try withExtendedLifetime(HeldFile(git + "index.lock")) { file in
            holder.standardInput = FileHandle(fileDescriptor: file.descriptor)
            try holder.run()
        }
        defer { kill(holder.processIdentifier, SIGKILL) }
        let left = try #require(RepositoryLocks(at: sandbox.path + "/r").clear().first)
        #expect(left.description.contains("index.lock"))
        #expect(left.owner == "sleep, process \(holder.processIdentifier)")
        #expect(FileManager.default.fileExists(atPath: git + "index.lock"))
    }

    @Test("A lock that no process has open stays while a git process works in the repository")
    func atWork() throws {
        let git = try makeRepository()
        try lock(git + "index.lock")
        // A process called git that waits, as 'git commit' does for an editor. This process does not write the file: a
        // child of another test could still have it open, and it could not be executed then.
        _ = try Tool("cp").run(["/bin/sleep", sandbox.path + "/git-waits"])
        let editor = Process()
        editor.executableURL = URL(fileURLWithPath: sandbox.path + "/git-waits")
        editor.arguments = ["60"]
        editor.currentDirectoryURL = URL(fileURLWithPath: sandbox.path + "/r")
        try editor.run()
        defer { kill(editor.processIdentifier, SIGKILL) }
        let left = try #require(RepositoryLocks(at: sandbox.path + "/r").clear().first)
        #expect(left.owner == "git-waits, process \(editor.processIdentifier)")
        let repository = try Repository.open(at: sandbox.path + "/r")
        let error = #expect(throws: GitError.self) {
            try repository.index.update([.remove(path: "nothing")])
        }
        #expect(error?.code == .locked)
        #expect(error?.detail.contains("git-waits") == true, "\(error?.detail ?? "")")
    }

    @Test("A lock recreated while the first one is being checked stays")
    func madeAnew() throws {
        let git = try makeRepository()
        let path = git + "index.lock"
        try lock(path)
        let left = GitLockFile.clear(path, of: [git]) { seconds in
            #expect(seconds > 0)
            do {
                try Data("another".utf8).write(to: URL(fileURLWithPath: git + "index.next"))
            } catch {
                Issue.record(error)
            }
            #expect(rename(git + "index.next", path) == 0)
        }
        #expect(left?.path == path)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "another")
    }

    @Test("A lock recreated between the last check and the removal is put back")
    func madeAnewAtTheEnd() throws {
        let git = try makeRepository()
        let path = git + "index.lock"
        try lock(path)
        let found = try #require(GitLockFile.find(path, of: [git]))
        try Data("another".utf8).write(to: URL(fileURLWithPath: git + "index.next"))
        #expect(rename(git + "index.next", path) == 0)
        #expect(!found.remove())
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "another")
        #expect(try FileManager.default.contentsOfDirectory(atPath: git).count { $0.hasPrefix("index") } == 1)
    }

    @Test("Moving a reference and writing the index or the settings succeed despite stale locks")
    func writing() throws {
        let git = try makeRepository()
        let repository = try Repository.open(at: sandbox.path + "/r")
        for name in Self.names { try lock(git + name) }
        try repository.index.update([.remove(path: "nothing")])
        try repository.configuration.set("a.b", to: "c")
        let signature = Signature(name: "A", email: "a@example.org", seconds: 1)
        let commit = try repository.commits.writeCommit(
            tree: TreeStore.emptyTree, parents: [], author: signature, committer: signature, message: "m")
        let outcome = try repository.references.move(
            "refs/heads/main", from: nil, to: commit, signature: signature, message: "m")
        #expect(outcome == .moved)
        #expect(try repository.references.delete("refs/heads/main", expecting: commit) == .moved)
    }
}
