// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import HometaskGit

@Suite("Looking up a path in many trees") struct PathLookupTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test("Unchanged folders are read once, and repeated trees are not read again")
    func unchangedFolders() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        var tree = try repository.trees.edited(nil, applying: [.putFile("tasks/5f/a.json", repository.writeBlob([1]))])
        var trees = [tree]
        for number in UInt8(0)..<100 {
            let path = number % 25 == 24 ? "tasks/5f/a.json" : number % 2 == 0 ? "tasks/77/b.json" : "members/c.json"
            tree = try repository.trees.edited(tree, applying: [.putFile(path, repository.writeBlob([2, number]))])
            trees.append(tree)
        }
        var lookup = PathLookup("tasks/5f/a.json", in: repository.trees)
        for _ in 0..<2 {
            for tree in trees {
                #expect(try lookup.entry(in: tree)?.id == repository.trees.entry(at: "tasks/5f/a.json", in: tree)?.id)
            }
        }
        let folders = Set(try trees.compactMap { try repository.trees.entry(at: "tasks", in: $0)?.id })
        #expect(folders.count < trees.count)
        #expect(lookup.foldersRead == trees.count + folders.count + 5)
    }

    @Test("Missing folders and names have no entry, nor does a path below a file")
    func missing() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let blob = try repository.writeBlob([1])
        let tree = try repository.trees.edited(
            nil, applying: [.putFile("a/b", blob), .putFile("a/bc", blob), .putFile("a/b.d", blob)])
        for (path, isThere) in [
            ("a/b", true), ("a", true), ("a/c", false), ("a/b.", false), ("d/e", false), ("a/b/c", false),
        ] {
            var lookup = PathLookup(path, in: repository.trees)
            #expect(try (lookup.entry(in: tree) != nil) == isThere, "\(path)")
            #expect(try lookup.entry(in: TreeStore.emptyTree) == nil, "\(path)")
        }
    }

    @Test("Damage before the name in a folder is reported, and names inside ids are ignored")
    func damaged() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        // The id of the first entry contains bytes that look like an entry with the requested name.
        let looksLike = Array("100644 b".utf8) + [0] + [UInt8](repeating: 7, count: 11)
        let first = Array("100644 a".utf8) + [0] + looksLike
        let second = Array("100644 b".utf8) + [0] + [UInt8](repeating: 9, count: 20)
        let whole = try repository.writeObject(first + second, .tree)
        var lookup = PathLookup("b", in: repository.trees)
        #expect(try lookup.entry(in: whole)?.id == ObjectID(bytes: second.suffix(20)))
        for torn in [first.dropLast(), Array("10064x a".utf8)[...], (first + second.dropLast())[...]] {
            let folder = try repository.writeObject(Array(torn), .tree)
            #expect(throws: GitError.self) { try lookup.entry(in: folder) }
        }
    }
}
