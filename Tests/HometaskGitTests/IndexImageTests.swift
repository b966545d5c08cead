// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import HometaskGit

@Suite("Byte-level edits of git's index")
struct IndexImageTests {
    private let sandbox: Sandbox
    private let blob: ObjectID

    init() throws {
        sandbox = try Sandbox()
        try sandbox.git("init", "--quiet", "r")
        try sandbox.write("{}\n", to: "r/file")
        blob = try #require(
            ObjectID(hex: try sandbox.git("hash-object", "-w", "file", at: "r").trimmingCharacters(in: .newlines)))
    }

    private func bytes(_ name: String = "index") throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: sandbox.path + "/r/.git/" + name)))
    }

    private func write(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: sandbox.path + "/r/.git/index"))
    }

    private func record(_ path: String) throws -> [UInt8] {
        try #require(
            IndexEntryStatus(words: [1, 2, 3, 4, 5, 6, FileMode.file.rawValue, 8, 9, 10]).record(
                blob, at: Array(path.utf8)))
    }

    private func stage(_ paths: some Sequence<String>) throws {
        for path in paths { try sandbox.git("update-index", "--add", "--cacheinfo", "100644,\(blob),\(path)", at: "r") }
    }

    private func listed() throws -> Set<String> {
        let names = try sandbox.git("-c", "core.quotePath=false", "ls-files", at: "r").split(separator: "\n")
        return Set(names.map { String($0) })
    }

    /// Names that sort differently from whole paths: "a.b" and "a-b" against "a/b".
    private static let names = ["a", "a.b", "a-b", "b", "zz", "é", "a b"]

    @Test("Random changes give the index that git would have, including the tree cache")
    func random() throws {
        var random = SeededGenerator()
        try stage(["a/a.json", "a/b/c.json", "b/x.json"])
        var expected = Set(["a/a.json", "a/b/c.json", "b/x.json"])
        for step in 0..<SeededGenerator.runs(25) {
            if step % 4 == 0 { try sandbox.git("write-tree", at: "r") }
            let edits = try edits(of: &expected, using: &random)
            let image = try #require(IndexImage(try bytes()))
            try write(try #require(image.edited(edits), "\(random.note)"))
            #expect(try listed() == expected, "\(random.note)")
            // A tree written with the cache, compared with one computed from the entries alone.
            let tree = try sandbox.git("write-tree", at: "r")
            try FileManager.default.removeItem(atPath: sandbox.path + "/r/.git/index")
            try stage(expected.sorted())
            #expect(try sandbox.git("write-tree", at: "r") == tree, "\(random.note)")
            try sandbox.git("read-tree", tree.trimmingCharacters(in: .newlines), at: "r")
            try sandbox.git("fsck", "--strict", at: "r")
        }
    }

    @Test("Skip-worktree entries round-trip among others, and can become normal entries again")
    func skipped() throws {
        try stage(["a.json", "b.json", "d.json"])
        let status = IndexEntryStatus(words: [0, 0, 0, 0, 0, 0, FileMode.file.rawValue, 0, 0, 0])
        func skip(_ path: String) throws -> IndexImage.Edit {
            .put(try #require(status.record(blob, at: Array(path.utf8), isSkipped: true)))
        }
        func marks() throws -> [String] {
            try sandbox.git("ls-files", "-v", at: "r").split(separator: "\n").map { String($0) }
        }
        let first: [[UInt8]: IndexImage.Edit] = [
            Array("b.json".utf8): try skip("b.json"), Array("c/.x".utf8): try skip("c/.x"),
        ]
        try write(try #require(IndexImage(try bytes())?.edited(first)))
        #expect(try marks() == ["H a.json", "S b.json", "S c/.x", "H d.json"])
        let second: [[UInt8]: IndexImage.Edit] = [
            Array("b.json".utf8): .put(try record("b.json")), Array("a.json".utf8): .remove,
            Array("e/.y".utf8): try skip("e/.y"),
        ]
        try write(try #require(IndexImage(try bytes())?.edited(second)))
        #expect(try marks() == ["H b.json", "S c/.x", "H d.json", "S e/.y"])
        try sandbox.git("write-tree", at: "r")
        // libgit2 and git read and write the same.
        let repository = try Repository.open(at: sandbox.path + "/r")
        try repository.index.update([.skip(path: "f", id: blob, mode: .executable), .remove(path: "c/.x")])
        #expect(try marks() == ["H b.json", "H d.json", "S e/.y", "S f"])
        #expect(try sandbox.git("status", "--porcelain", at: "r").contains("f\n"))
    }

    private func edits(
        of expected: inout Set<String>, using random: inout SeededGenerator
    ) throws -> [[UInt8]: IndexImage.Edit] {
        var edits: [[UInt8]: IndexImage.Edit] = [:]
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let depth = Int.random(in: 1...3, using: &random)
            let parts = (0..<depth).map { _ in Self.names[Int.random(in: 0..<Self.names.count, using: &random)] }
            var path = parts.joined(separator: "/") + ".json"
            if Bool.random(using: &random) {
                edits[Array(path.utf8)] = .put(try record(path))
                expected.insert(path)
            } else {
                if Bool.random(using: &random) { path = expected.sorted().randomElement(using: &random) ?? path }
                edits[Array(path.utf8)] = .remove
                expected.remove(path)
            }
        }
        return edits
    }

    @Test("git reads a written entry with the same fields")
    func entry() throws {
        try stage(["tasks/aa/x.json", "tasks/ab/y.json"])
        let before = try bytes()
        let image = try #require(IndexImage(before))
        let path = Array("tasks/aa/x.json".utf8)
        let added = try #require(image.edited([Array("tasks/aa/z.json".utf8): .put(try record("tasks/aa/z.json"))]))
        let again = try #require(IndexImage(added)?.edited([Array("tasks/aa/z.json".utf8): .remove]))
        #expect(again == before, "what is put in and taken out leaves nothing behind")
        try write(try #require(image.edited([path: .put(try record("tasks/aa/x.json"))])))
        let debug = try sandbox.git("ls-files", "--debug", "tasks/aa/x.json", at: "r")
        for words in ["ctime: 1:2", "mtime: 3:4", "dev: 5\tino: 6", "uid: 8\tgid: 9", "size: 10\tflags: 0"] {
            #expect(debug.contains(words), "\(debug)")
        }
    }

    @Test("A file in place of a folder, or vice versa, is left to libgit2")
    func foldersAndFiles() throws {
        try stage(["a/b/c", "a.txt", "b"])
        let image = try #require(IndexImage(try bytes()))
        for path in ["a", "a/b", "b/c", "b/c/d"] {
            #expect(image.edited([Array(path.utf8): .put(try record(path))]) == nil, "\(path)")
        }
        let both = ["x", "x/y"].map { ($0, Array($0.utf8)) }
        let edits = try both.map { ($0.1, IndexImage.Edit.put(try record($0.0))) }
        #expect(image.edited(Dictionary(uniqueKeysWithValues: edits)) == nil)
        #expect(image.edited([Array("a/b/cc".utf8): .put(try record("a/b/cc"))]) != nil)
    }

    @Test("A repository's index is edited directly, and keeps its permissions and the flags of other files")
    func inRepository() throws {
        try stage(["a/b", "file"])
        try sandbox.git("update-index", "--assume-unchanged", "a/b", at: "r")
        let index = sandbox.path + "/r/.git/index"
        try FileManager.default.setAttributes([.posixPermissions: 0o664], ofItemAtPath: index)
        let changes = [IndexChange.put(path: "file", id: blob, mode: .file)]
        let repository = try Repository.open(at: sandbox.path + "/r")
        do {
            let lock = try IndexLock.acquire(sandbox.path + "/r/.git/", repository.locks)
            #expect(try IndexEditor(root: sandbox.path + "/r/").patched(lock, changes) != nil)
        }
        try repository.index.update(changes)
        #expect(try sandbox.git("ls-files", "-v", at: "r").split(separator: "\n") == ["h a/b", "H file"])
        #expect(try sandbox.git("diff-files", "--name-only", at: "r") == "")
        let mode = try FileManager.default.attributesOfItem(atPath: index)[.posixPermissions] as? Int
        #expect(mode == 0o664)
    }

    @Test("Other index formats and damaged indexes are left to libgit2")
    func otherForms() throws {
        try stage(["a/b", "c"])
        let plain = try bytes()
        #expect(IndexImage(plain) != nil)
        for count in 0..<plain.count { #expect(IndexImage(Array(plain.prefix(count))) == nil) }
        for place in 0..<plain.count - 20 {
            var damaged = plain
            damaged[place] ^= 0xFF
            _ = IndexImage(damaged)?.edited([Array("a/b".utf8): .remove])
        }
        try sandbox.git("update-index", "--index-version", "4", at: "r")
        #expect(IndexImage(try bytes()) == nil)
        try sandbox.git("update-index", "--index-version", "2", at: "r")
        try sandbox.git("add", "--intent-to-add", "file", at: "r")
        #expect(IndexImage(try bytes()) == nil)
        try sandbox.git("reset", "--quiet", at: "r")
        try sandbox.git("update-index", "--split-index", at: "r")
        #expect(IndexImage(try bytes()) == nil)
    }
}
