// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import HometaskGit

@Suite("Large folders") struct LargeTreeTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func name(_ number: Int) -> String { "members/00000000-0000-4000-8000-\(100_000_000_000 + number).json" }

    @Test("Looking up many files of a large folder, before and after a change, reads each folder once")
    func lookups() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let (one, two) = (try repository.writeBlob([1]), try repository.writeBlob([2]))
        let count = 16_000
        let before = try repository.trees.edited(nil, applying: (0..<count).map { .putFile(name($0), one) })
        let after = try repository.trees.edited(before, applying: [.putFile(name(700), two)])
        let fresh = try Repository.open(at: sandbox.path + "/r")
        #expect(try fresh.trees.entries(of: fresh.trees.entries(of: before)[0].id).count == count)
        for number in stride(from: 0, to: count, by: 100) {
            for tree in [before, after] {
                let id = try fresh.trees.entry(at: name(number), in: tree)?.id
                #expect(id == (tree == after && number == 700 ? two : one))
            }
        }
        #expect(fresh.treeCache.misses == 4)
    }

    @Test(
        "Changed entries differ in presence, content or type; folders on both sides are descended into"
    )
    func changedEntries() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let (one, two) = (try repository.writeBlob([1]), try repository.writeBlob([2]))
        let empty = try repository.trees.writeTree([])
        let old = try repository.trees.edited(
            nil, applying: [.putFile("a/b/c", one), .putFile("a/d", one), .putFile("e", one), .putFile("f/g", one)])
        let new = try repository.trees.edited(
            nil,
            applying: [
                .putFile("a/b/c", two), .putFile("a/d", one), .putFile("e/h", one), .putFile("i", empty, mode: .tree),
            ])
        #expect(Set(try repository.trees.changedEntries(from: old, to: new).map(\.path)) == ["a/b/c", "e", "f", "i"])
        #expect(try repository.trees.changedEntries(from: new, to: new).isEmpty)
        // Three differences are in the root, which is compared before any subfolder.
        #expect(throws: GitError.self) { try repository.trees.changedEntries(from: old, to: new, limit: 2) }
    }

    @Test("Folders that contain each other many times are counted, not walked; many differing files are walked")
    func manyTimesOver() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let blob = try repository.writeBlob([1])
        let names = (0..<10).map { "\($0)" }
        var tree = try repository.trees.edited(nil, applying: names.map { .putFile($0, blob) })
        for _ in 0..<8 {
            let folder = tree
            tree = try repository.trees.edited(nil, applying: names.map { .putFile($0, folder, mode: .tree) })
        }
        let few = try repository.trees.edited(nil, applying: [.putFile("a", blob)])
        let bomb = try repository.trees.edited(few, applying: [.putFile("b", tree, mode: .tree)])
        for (old, new) in [(nil, tree), (tree, nil), (few, bomb), (bomb, few)] {
            var reported = 0
            #expect {
                try repository.trees.changes(from: old, to: new) { _ in
                    reported += 1
                    return true
                }
            } throws: {
                ($0 as? GitError)?.code == .tooLarge
            }
            #expect((1...TreeStore.visitsUncounted).contains(reported))
        }
        let files = (0..<TreeStore.visitsUncounted + 10).map { TreeChange.putFile("c/\($0)", blob) }
        let many = try repository.trees.edited(few, applying: files)
        #expect(try repository.trees.changes(from: few, to: many).count == files.count)
    }
}
