// SPDX-License-Identifier: Apache-2.0

import HometaskGit
import TestSupport
import Testing

@Suite struct TreeEditTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test("Random edits give the same tree as git update-index and write-tree")
    func randomEdits() throws {
        var random = SeededGenerator()
        let repository = try Repository.create(at: sandbox.path + "/r", bare: false)
        let blobs = try (0..<4).map { try repository.writeBlob(Array("blob \($0)".utf8)) }
        var files: [String: (ObjectID, FileMode)] = [:]
        var tree: ObjectID?
        for round in 0..<40 {
            let changes = Self.changes(of: &files, blobs, using: &random)
            let before = tree
            tree = try repository.trees.edited(tree, applying: changes)
            let lines = files.map { "\(String($1.1.rawValue, radix: 8)) blob \($1.0)\t\($0)\n" }.joined()
            try sandbox.git("read-tree", "--empty", at: "r")
            try sandbox.git("update-index", "--index-info", at: "r", input: lines)
            #expect(try sandbox.git("write-tree", at: "r") == tree?.description, "seed \(random.seed) round \(round)")
            try compare(repository, before, with: tree, comment: "seed \(random.seed) round \(round)")
        }
        try sandbox.git("fsck", "--strict", at: "r")
    }

    /// Random valid changes; applies them to the files.
    private static func changes(
        of files: inout [String: (ObjectID, FileMode)], _ blobs: [ObjectID], using random: inout SeededGenerator
    ) -> [TreeChange] {
        var result: [TreeChange] = []
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let depth = Int.random(in: 1...4, using: &random)
            let names = ["a", "a.b", "a-b", "a0", "b", "é", "long name with spaces"]
            let path = (0..<depth).map { _ in names.randomElement(using: &random) ?? "" }.joined(separator: "/")
            guard !result.contains(where: { $0.path == path }) else { continue }
            let isTaken = files.keys.contains { $0.hasPrefix(path + "/") || path.hasPrefix($0 + "/") }
            if files[path] != nil, Bool.random(using: &random) {
                files[path] = nil
                result.append(.remove(path))
            } else if !isTaken, let blob = blobs.randomElement(using: &random) {
                let mode: FileMode = [.file, .executable, .link].randomElement(using: &random) ?? .file
                // A file may replace a folder only if all of it is removed; for simplicity, not in one edit.
                guard !result.contains(where: { $0.path.hasPrefix(path + "/") || path.hasPrefix($0.path + "/") }) else {
                    continue
                }
                files[path] = (blob, mode)
                result.append(.putFile(path, blob, mode: mode))
            }
        }
        return result
    }

    /// Compares our differences with git diff-tree's.
    private func compare(
        _ repository: Repository, _ old: ObjectID?, with new: ObjectID?, comment: Comment
    ) throws {
        let mine = try repository.trees.changes(from: old, to: new).map(Self.line)
        let theirs = try sandbox.git(
            "diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--no-commit-id",
            (old ?? TreeStore.emptyTree).description, (new ?? TreeStore.emptyTree).description, at: "r")
        let parts = theirs.split(separator: "\0").map(String.init)
        let lines = stride(from: 0, to: parts.count - 1, by: 2).map { index -> String in
            let fields = parts[index].dropFirst().split(separator: " ").prefix(4)
            return "\(fields.joined(separator: " ")) \(parts[index + 1])"
        }
        #expect(Set(mine) == Set(lines) && mine.count == lines.count, comment)
    }

    private static func line(_ difference: TreeDifference) -> String {
        let (old, new) = (difference.old, difference.new)
        let modes = [old, new].map { entry in entry.map { String($0.mode.rawValue, radix: 8) } ?? "000000" }
        return "\(modes[0]) \(modes[1]) \(old?.id ?? .zero) \(new?.id ?? .zero) \(difference.path)"
    }

    @Test("A change writes only the folders on its path")
    func cost() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let blob = try repository.writeBlob([1])
        let base = try repository.trees.edited(
            nil, applying: (0..<200).map { .putFile("d\($0 % 10)/e\($0 % 7)/f\($0)", blob) })
        let other = try repository.writeBlob([2])
        let before = try sandbox.git("count-objects", at: "r")
        _ = try repository.trees.edited(base, applying: [.putFile("d1/e1/new", other)])
        let after = try sandbox.git("count-objects", at: "r")
        let counts = [before, after].map { Int($0.split(separator: " ")[0]) ?? 0 }
        #expect(counts[1] - counts[0] == 3)
    }

    @Test("Removing the last file of a folder removes the folder, and the last of all leaves the empty tree")
    func emptiness() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let blob = try repository.writeBlob([1])
        let base = try repository.trees.edited(nil, applying: [.putFile("a/b/c", blob), .putFile("d", blob)])
        let less = try repository.trees.edited(base, applying: [.remove("a/b/c"), .remove("never/there")])
        #expect(try repository.trees.entries(of: less).map(\.name) == ["d"])
        #expect(try repository.trees.edited(less, applying: [.remove("d")]) == TreeStore.emptyTree)
        #expect(try repository.trees.edited(nil, applying: []) == TreeStore.emptyTree)
        #expect(try repository.trees.changes(from: base, to: TreeStore.emptyTree).count == 2)
    }

    @Test("A folder may be replaced by a file, and a file by a folder, in one edit that empties the place first")
    func replacing() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let blob = try repository.writeBlob([1])
        let folder = try repository.trees.edited(nil, applying: [.putFile("a/b", blob)])
        let file = try repository.trees.edited(nil, applying: [.putFile("a", blob)])
        #expect(try repository.trees.edited(folder, applying: [.remove("a/b"), .putFile("a", blob)]) == file)
        #expect(try repository.trees.edited(file, applying: [.remove("a"), .putFile("a/b", blob)]) == folder)
        let inner = try #require(try repository.trees.entry(at: "a", in: folder))
        #expect(try repository.trees.edited(nil, applying: [.putFile("a", inner.id, mode: .tree)]) == folder)
    }

    @Test(
        "A path that could reach outside the working tree, or into the git directory, is refused",
        arguments: [
            "", "/a", "a/", "a//b", ".", "..", "a/../b", "./a", ".git", ".git/config", "a/.GIT/hooks", ".git ", ".git.",
            "git~1", "GIT~1/x", ".g\u{200C}it/x", "a\0b", ".git::$INDEX_ALLOCATION/x",
        ])
    func badPaths(path: String) throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let blob = try repository.writeBlob([1])
        #expect(code { _ = try repository.trees.edited(nil, applying: [.putFile(path, blob)]) } == .invalid)
        if !path.contains("/") {
            #expect(
                code { _ = try repository.trees.writeTree([TreeEntry(name: path, mode: .file, id: blob)]) } == .invalid)
        }
    }

    @Test("A file and a folder of one name, a duplicate path and a missing object are errors")
    func collisions() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let blob = try repository.writeBlob([1])
        let base = try repository.trees.edited(nil, applying: [.putFile("a/b", blob), .putFile("f", blob)])
        #expect(code { _ = try repository.trees.edited(base, applying: [.putFile("a", blob)]) } == .conflict)
        #expect(code { _ = try repository.trees.edited(base, applying: [.putFile("f/x", blob)]) } == .conflict)
        #expect(code { _ = try repository.trees.edited(base, applying: [.remove("a")]) } == .conflict)
        #expect(
            code { _ = try repository.trees.edited(nil, applying: [.putFile("n", blob), .putFile("n/x", blob)]) }
                == .conflict)
        #expect(
            code { _ = try repository.trees.edited(base, applying: [.putFile("f", blob), .remove("f")]) } == .invalid)
        #expect(code { _ = try repository.trees.edited(base, applying: [.putFile("g", .zero)]) } == .notFound)
        #expect(code { _ = try repository.trees.edited(base, applying: [.putFile("g", base)]) } == .wrongType)
        #expect(try repository.trees.edited(base, applying: [.remove("f/x")]) == base)
    }

    @Test("Entries of foreign tools stay as they are when their neighbours change")
    func foreignEntries() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let blob = try repository.writeBlob([1])
        let commit = "0123456789012345678901234567890123456789"
        let base = try sandbox.git(
            "mktree", "--missing", at: "r", input: "160000 commit \(commit)\tsub\n100664 blob \(blob)\told\n")
        let id = try #require(ObjectID(hex: base))
        let edited = try repository.trees.edited(id, applying: [.putFile("p", blob)])
        let raw = try sandbox.git("cat-file", "tree", edited.description, at: "r")
        #expect(raw.contains("100664 old\0") && raw.contains("160000 sub\0"))
        #expect(try repository.trees.changes(from: id, to: edited).map(\.path) == ["p"])
        #expect(try repository.trees.entry(at: "sub", in: edited)?.mode == .submodule)
    }

    @Test("A walk stops on request")
    func stopping() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let blob = try repository.writeBlob([1])
        let tree = try repository.trees.edited(nil, applying: (0..<10).map { .putFile("d/f\($0)", blob) })
        var seen = 0
        try repository.trees.changes(from: nil, to: tree) { _ in
            seen += 1
            return seen < 3
        }
        #expect(seen == 3)
    }
}
