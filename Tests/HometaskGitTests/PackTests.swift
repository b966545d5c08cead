// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskGit
import Testing

@Suite struct PackTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func packs() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: sandbox.path + "/r/objects/pack")
            .filter { $0.hasSuffix(".idx") }
    }

    @Test("A bulk write leaves one pack that git verifies, and no loose objects")
    func bulk() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let tree = try repository.withBulkWrite { writer in
            var changes: [TreeChange] = []
            for number in 0..<500 {
                let blob = try writer.writeBlob(Array("{ \"title\": \"task \(number)\" }\n".utf8))
                changes.append(.putFile("tasks/\(number % 16)/\(number).json", blob))
            }
            let half = try writer.tree(nil, applying: Array(changes.prefix(250)))
            let tree = try writer.tree(half, applying: Array(changes.dropFirst(250)))
            let entry = try writer.reading { try $0.trees.entry(at: "tasks/3/3.json", in: tree) }
            #expect(entry != nil)
            return tree
        }
        #expect(try sandbox.git("count-objects", at: "r").hasPrefix("0 objects"))
        let indexes = try packs()
        #expect(indexes.count == 1)
        for index in indexes { try sandbox.git("verify-pack", "objects/pack/" + index, at: "r") }
        let commit = try repository.commits.writeCommit(
            tree: tree, parents: [], author: .anna, committer: .anna, message: "bulk\n")
        let outcome = try repository.references.move(
            "refs/heads/main", from: nil, to: commit, signature: .anna, message: "bulk")
        #expect(outcome == .moved)
        let files = try sandbox.git("ls-tree", "-r", "--name-only", "main", at: "r").split(separator: "\n")
        #expect(files.count == 500)
        try sandbox.git("fsck", "--strict", "--full", at: "r")
    }

    @Test("The pack of a bulk write is protected from 'git gc' only until it is released")
    func released() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let id = try repository.withBulkWrite { try $0.writeBlob([1, 2, 3]) }
        try sandbox.git("gc", "--prune=now", "--quiet", at: "r")
        #expect(try Repository.open(at: sandbox.path + "/r").readBlob(id, limit: 9) == [1, 2, 3])
        repository.releasePacks()
        let files = try FileManager.default.contentsOfDirectory(atPath: sandbox.path + "/r/objects/pack")
        #expect(files.count { $0.hasSuffix(".pack") } == 1)
        #expect(!files.contains { $0.hasSuffix(".keep") })
    }

    @Test("A bulk write that throws stores nothing, and one without new objects makes no pack")
    func nothing() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let known = try repository.writeBlob([1, 2, 3])
        struct Stop: Error {}
        var id: ObjectID?
        do {
            try repository.withBulkWrite { writer in
                id = try writer.writeBlob([4, 5, 6])
                throw Stop()
            }
            Issue.record("the error was lost")
        } catch { #expect(error is Stop) }
        let exists = repository.contains(try #require(id))
        #expect(!exists)
        let again = try repository.withBulkWrite { try $0.writeBlob([1, 2, 3]) }
        #expect(again == known)
        #expect(try packs().isEmpty)
    }

    @Test("Loose objects are moved into a pack, except damaged ones")
    func packing() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        for number in 0..<300 { _ = try repository.writeBlob(Array("blob \(number)".utf8)) }
        let damaged = try repository.writeBlob(Array("damaged".utf8)).description
        let file = sandbox.path + "/r/objects/" + damaged.prefix(2) + "/" + damaged.dropFirst(2)
        try FileManager.default.removeItem(atPath: file)
        try Data("garbage".utf8).write(to: URL(fileURLWithPath: file))
        #expect(try repository.packs.packLooseObjects() == 300)
        #expect(try sandbox.git("count-objects", at: "r").hasPrefix("1 objects"))
        #expect(try packs().count == 1)
        #expect(FileManager.default.fileExists(atPath: file))
        let sample = try Repository.hashBlob(Array("blob 7".utf8))
        #expect(try repository.readBlob(sample, limit: 100) == Array("blob 7".utf8))
        #expect(try repository.packs.packLooseObjects() == 0)
    }

    @Test("The estimate of loose objects extrapolates from one folder of 256")
    func estimate() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        var expected = 0
        for number in 0..<600 {
            let id = try repository.writeBlob(Array("blob \(number)".utf8))
            if id.description.hasPrefix("17") { expected += 256 }
        }
        #expect(expected > 0)
        let count = repository.packs.looseObjectCount()
        #expect(count == expected)
    }
}
