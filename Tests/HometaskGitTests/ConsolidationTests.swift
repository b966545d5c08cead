// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import HometaskGit

@Suite("Pack consolidation", .waits) struct ConsolidationTests {
    let sandbox: Sandbox
    let store: String

    init() throws {
        sandbox = try Sandbox()
        store = sandbox.path + "/r"
    }

    /// Writes commits, each with a document and its folders as loose objects.
    private func write(_ count: Int, from first: Int, in repository: Repository) throws {
        for number in first..<(first + count) {
            let blob = try repository.writeBlob(Array("{ \"title\": \"task \(number)\", \"count\": \(number) }\n".utf8))
            let tip = try repository.references.target(of: "refs/heads/main")
            let base = try tip.map { try repository.commits.tree(of: $0) }
            let tree = try repository.trees.edited(base, applying: [.putFile("tasks/\(number).json", blob)])
            let commit = try repository.commits.writeCommit(
                tree: tree, parents: tip.map { [$0] } ?? [], author: .anna, committer: .anna, message: "\(number)\n")
            _ = try repository.references.move(
                "refs/heads/main", from: tip, to: commit, signature: .anna, message: "\(number)")
        }
    }

    private func files(_ ending: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: store + "/objects/pack").filter { $0.hasSuffix(ending) }
    }

    /// The contents of the object folder besides packs.
    private func others() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: store + "/objects").filter {
            !["pack", "info"].contains($0)
        }
    }

    @Test("Remaining packs have at least twice the objects of all smaller ones together; no others are replaced")
    func share() {
        for counts in sortedCounts(upTo: 14, length: 4) {
            for loose in 0...6 {
                let share = PackFolder.share(of: counts, with: loose)
                #expect(isGeometric(counts, from: share, loose: loose), "\(counts), \(loose)")
                #expect(share == 0 || !isGeometric(counts, from: share - 1, loose: loose), "\(counts), \(loose)")
            }
        }
    }

    private func isGeometric(_ counts: [Int], from share: Int, loose: Int) -> Bool {
        (share..<counts.count).allSatisfy { counts[$0] >= 2 * (counts[..<$0].reduce(0, +) + loose) }
    }

    private func sortedCounts(upTo most: Int, length: Int) -> [[Int]] {
        if length == 0 { return [[]] }
        return sortedCounts(upTo: most, length: length - 1).flatMap { rest in
            [rest] + (1...most).filter { $0 >= rest.last ?? 1 }.map { rest + [$0] }
        }
    }

    @Test("Repeated consolidation keeps all objects, in few packs and none of them loose")
    func oftenDone() throws {
        let repository = try Repository.create(at: store, bare: true)
        var written = 0
        for round in 1...24 {
            try write(round % 5 + 1, from: written, in: repository)
            written += round % 5 + 1
            try repository.packs.consolidate()
            #expect(try sandbox.git("count-objects", at: "r").hasPrefix("0 objects"))
            #expect(try files(".idx").count <= 5)
        }
        #expect(try others() == [])
        #expect(try files(".keep") == [])
        #expect(try sandbox.git("rev-list", "--count", "main", at: "r") == "\(written)")
        #expect(try sandbox.git("fsck", "--strict", "--full", at: "r") == "")
    }

    @Test("Consolidation without new objects is a no-op")
    func nothingNew() throws {
        let repository = try Repository.create(at: store, bare: true)
        #expect(try repository.packs.consolidate() == 0)
        try write(3, from: 0, in: repository)
        #expect(try repository.packs.consolidate() > 0)
        let packs = try files(".pack")
        #expect(try repository.packs.consolidate() == 0)
        #expect(try files(".pack") == packs)
    }

    @Test("Unreachable objects are kept: they may belong to a change in progress")
    func unreachable() throws {
        let repository = try Repository.create(at: store, bare: true)
        let one = try repository.writeBlob([1])
        try repository.packs.consolidate()
        let other = try repository.writeBlob([2])
        try repository.packs.consolidate()
        let fresh = try Repository.open(at: store)
        #expect(try fresh.readBlob(one, limit: 9) == [1])
        #expect(try fresh.readBlob(other, limit: 9) == [2])
    }

    @Test(
        "Packs marked to be kept stay, and all packs stay if there is a multi-pack-index",
        arguments: [".keep", ".promisor", ".mtimes"])
    func stays(kind: String) throws {
        let repository = try Repository.create(at: store, bare: true)
        try write(2, from: 0, in: repository)
        try repository.packs.consolidate()
        let pack = try #require(try files(".pack").first)
        let mark = store + "/objects/pack/" + pack.replacing(".pack", with: kind)
        try Data().write(to: URL(fileURLWithPath: mark))
        try write(2, from: 2, in: repository)
        try repository.packs.consolidate()
        #expect(try files(".pack").contains(pack))
        try FileManager.default.removeItem(atPath: mark)
        try sandbox.git("multi-pack-index", "write", at: "r")
        try write(2, from: 4, in: repository)
        try repository.packs.consolidate()
        #expect(try files(".pack").count == 3)
        #expect(try sandbox.git("fsck", "--strict", "--full", at: "r") == "")
    }

    @Test("An already open handle keeps reading, whichever packs it has open")
    func openHandles() throws {
        let repository = try Repository.create(at: store, bare: true)
        try write(20, from: 0, in: repository)
        try repository.packs.consolidate()
        let reader = try Repository.open(at: store)
        let oldest = try #require(ObjectID(hex: sandbox.git("rev-parse", "main~19", at: "r").prefix(40)))
        _ = try reader.commits.read(oldest)
        let fresh = try Repository.open(at: store)
        for round in 1...4 {
            try write(20 * round, from: 20 * round, in: repository)
            try repository.packs.consolidate()
        }
        for handle in ["main~19", "main", "main~90"] {
            let id = try #require(ObjectID(hex: sandbox.git("rev-parse", handle, at: "r").prefix(40)))
            _ = try reader.commits.read(id)
            _ = try fresh.commits.read(id)
        }
    }

    @Test("A damaged pack is not replaced, and nothing is removed")
    func damagedPack() throws {
        let repository = try Repository.create(at: store, bare: true)
        try write(3, from: 0, in: repository)
        try repository.packs.consolidate()
        let pack = store + "/objects/pack/" + (try #require(try files(".pack").first))
        var bytes = try Data(contentsOf: URL(fileURLWithPath: pack))
        for position in 20..<(bytes.count - 20) { bytes[position] ^= 0x55 }
        try FileManager.default.removeItem(atPath: pack)
        try bytes.write(to: URL(fileURLWithPath: pack))
        let fresh = try Repository.open(at: store)
        _ = try (0..<40).map { try fresh.writeBlob([UInt8($0)]) }
        #expect(throws: GitError.self) { try fresh.packs.consolidate() }
        #expect(FileManager.default.fileExists(atPath: pack))
        #expect(try sandbox.git("count-objects", at: "r").hasPrefix("40 objects"))
        #expect(try others().allSatisfy { $0.count == 2 })
    }
}
