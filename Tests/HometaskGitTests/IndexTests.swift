// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskGit
import TestSupport
import Testing

@Suite struct IndexTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// A repository with some files in its working tree, committed and indexed by us.
    private func repository(files: Int) throws -> Repository {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: false)
        let changes = try (0..<files).map { number in
            try put(repository, at: "tasks/\(number % 4)/\(number).json", text: "task \(number)\n").tree
        }
        let tree = try repository.trees.edited(nil, applying: changes)
        try commit(tree, in: repository)
        try repository.index.remake(from: tree) { _, _ in true }
        return repository
    }

    private func put(
        _ repository: Repository, at path: String, text: String
    ) throws -> (tree: TreeChange, index: IndexChange) {
        try sandbox.write(text, to: "r/" + path)
        let blob = try repository.writeBlob(Array(text.utf8))
        return (.putFile(path, blob), .put(path: path, id: blob, mode: .file))
    }

    private func commit(_ tree: ObjectID, in repository: Repository) throws {
        let tip = try repository.references.head().commit
        let commit = try repository.commits.writeCommit(
            tree: tree, parents: tip.map { [$0] } ?? [], author: .anna, committer: .anna, message: "step\n")
        _ = try repository.references.move("refs/heads/main", from: tip, to: commit, signature: .anna, message: "step")
    }

    private func status() throws -> String { try sandbox.git("status", "--porcelain", at: "r") }

    @Test("After filling the index from a tree, status is clean and no file needs to be read")
    func filling() throws {
        _ = try repository(files: 40)
        #expect(try status() == "")
        // diff-files compares the index with file metadata, and reads no content.
        #expect(try sandbox.git("diff-files", "--name-only", at: "r") == "")
        #expect(try sandbox.git("ls-files", at: "r").split(separator: "\n").count == 40)
        #expect(try sandbox.git("write-tree", at: "r") == sandbox.git("rev-parse", "HEAD^{tree}", at: "r"))
    }

    @Test("A recreated index marks only the files that match the tree as unchanged")
    func remaking() throws {
        let repository = try repository(files: 4)
        let tree = try repository.commits.tree(of: #require(try repository.references.head().commit))
        try sandbox.write("tas", to: "r/tasks/1/1.json")
        try FileManager.default.removeItem(atPath: sandbox.path + "/r/.git/index")
        let root = sandbox.path + "/r/"
        try repository.index.remake(from: tree) { path, content in
            let bytes = FileManager.default.contents(atPath: root + path).map(Array.init)
            return bytes.flatMap { try? Repository.hashBlob($0) } == content
        }
        #expect(try sandbox.git("diff-files", "--name-only", at: "r") == "tasks/1/1.json")
        #expect(try status().contains("M tasks/1/1.json"))
    }

    @Test("Changed, new and removed files leave status clean once the index is updated")
    func updating() throws {
        let repository = try repository(files: 20)
        let before = try #require(try repository.references.head().commit)
        let changed = try put(repository, at: "tasks/1/1.json", text: "changed\n")
        let added = try put(repository, at: "tasks/9/new.json", text: "new\n")
        try FileManager.default.removeItem(atPath: sandbox.path + "/r/tasks/2/2.json")
        let tree = try repository.trees.edited(
            repository.commits.tree(of: before), applying: [changed.tree, added.tree, .remove("tasks/2/2.json")])
        try commit(tree, in: repository)
        #expect(try status() != "")
        try repository.index.update([changed.index, added.index, .remove(path: "tasks/2/2.json"), .remove(path: "no")])
        #expect(try status() == "")
        #expect(try sandbox.git("diff-files", "--name-only", at: "r") == "")
        #expect(try sandbox.git("write-tree", at: "r") == tree.description)
        try sandbox.git("fsck", "--strict", at: "r")
    }

    @Test("An edit right after an index update is detected, even with the same timestamps")
    func racing() throws {
        let repository = try repository(files: 4)
        for round in 0..<20 {
            let change = try put(repository, at: "tasks/1/1.json", text: "round \(round) a\n")
            let tip = try #require(try repository.references.head().commit)
            try commit(
                repository.trees.edited(repository.commits.tree(of: tip), applying: [change.tree]), in: repository)
            try repository.index.update([change.index])
            try sandbox.write("round \(round) b\n", to: "r/tasks/1/1.json")
            let other = try put(repository, at: "tasks/2/2.json", text: "other \(round)\n")
            try repository.index.update([other.index])
            #expect(try status().contains(" M tasks/1/1.json"), "round \(round)")
        }
    }

    @Test("Paths staged by others stay staged, even if staged concurrently")
    func staged() async throws {
        let path = sandbox.path + "/r"
        let blob: ObjectID
        do {
            let repository = try repository(files: 4)
            blob = try repository.writeBlob(Array("x".utf8))
            try sandbox.write("staged\n", to: "r/staged.txt")
            try sandbox.git("add", "staged.txt", at: "r")
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let repository = try Repository.open(at: path)
                    for number in 0..<10 {
                        try repository.index.update([.put(path: "w\(writer)/\(number)", id: blob, mode: .file)])
                    }
                }
            }
            try await group.waitForAll()
        }
        let files = try sandbox.git("ls-files", at: "r").split(separator: "\n")
        #expect(files.count == 45 && files.contains("staged.txt"))
    }

    @Test("Updating a bare repository, a locked index or an invalid path is an error", .waits)
    func refusals() throws {
        let bare = try Repository.create(at: sandbox.path + "/bare", bare: true)
        #expect(code { try bare.index.update([.remove(path: "x")]) } == .bareRepository)
        let repository = try repository(files: 1)
        try sandbox.write("", to: "r/.git/index.lock")
        // This process holds the lock; a lock without a holder would be removed.
        withExtendedLifetime(HeldFile(sandbox.path + "/r/.git/index.lock")) {
            #expect(code { try repository.index.update([.remove(path: "x")]) } == .locked)
        }
        try FileManager.default.removeItem(atPath: sandbox.path + "/r/.git/index.lock")
        #expect(code { try repository.index.update([.put(path: "../x", id: .zero, mode: .file)]) } == .invalid)
        let left = try FileManager.default.contentsOfDirectory(atPath: sandbox.path + "/r/.git")
        #expect(!left.contains { $0.hasPrefix("index.") })
    }
}
