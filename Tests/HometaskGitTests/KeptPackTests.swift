// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import HometaskGit

@Suite("Packs of photos", .waits) struct KeptPackTests {
    let sandbox: Sandbox
    let store: String

    init() throws {
        sandbox = try Sandbox()
        store = sandbox.path + "/r"
    }

    private var packs: String { store + "/objects/pack/" }

    private func files(_ ending: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: packs).filter { $0.hasSuffix(ending) }.sorted()
    }

    /// Stores unreachable objects of random bytes, each in its own pack.
    private func keep(_ sizes: [Int], seed: UInt64 = 1, in repository: Repository) throws -> [ObjectID] {
        var random = SeededGenerator(seed: seed)
        return try sizes.map { size in
            let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
            return try repository.packs.storeKept([StoredObject(kind: .blob, bytes: bytes)])[0]
        }
    }

    private func expectWhole(_ ids: [ObjectID], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let repository = try Repository.open(at: store)
        #expect(ids.filter { !repository.packs.isWhole($0) } == [], sourceLocation: sourceLocation)
        #expect(
            try sandbox.git("fsck", "--strict", "--full", "--no-dangling", at: "r") == "",
            sourceLocation: sourceLocation)
        for pack in try files(".pack") {
            try sandbox.git("verify-pack", "objects/pack/\(pack)", at: "r")
        }
        let names = try files(".idx").map { $0.dropLast(4) }
        #expect(try files(".pack").map { $0.dropLast(5) } == names, sourceLocation: sourceLocation)
        let all = try FileManager.default.contentsOfDirectory(atPath: packs)
        #expect(all.allSatisfy { $0.hasPrefix("pack-") }, sourceLocation: sourceLocation)
    }

    @Test("A file of any size is stored uncompressed in its pack, in zlib's format")
    func stored() throws {
        let repository = try Repository.create(at: store, bare: true)
        let ids = try keep([0, 1, 15, 16, 65_534, 65_535, 65_536, 300_000], in: repository)
        try expectWhole(ids)
        let sizes = try files(".pack").map { StoreLeftovers.size(of: packs + $0) }
        #expect((300_000..<300_200).contains(try #require(sizes.max())))
    }

    @Test("Repeated consolidation keeps all files in few packs, which git leaves alone, and seldom rewrites them")
    func oftenDone() throws {
        let repository = try Repository.create(at: store, bare: true)
        var ids: [ObjectID] = []
        var replaced = 0
        for round in 1...60 {
            ids += try keep([1000 + round], seed: UInt64(round), in: repository)
            if repository.packs.hasManyKeptPacks { replaced += try repository.packs.consolidateKept() }
            #expect(try files(".idx").count <= KeptPacks.many)
        }
        try repository.packs.consolidateKept()
        #expect(try files(".idx").count <= 6)
        #expect(replaced < 60 * 6)
        #expect(try files(".keep").count == files(".idx").count)
        try expectWhole(ids)
        // The objects are unreachable: without the .keep files, git would prune them.
        try sandbox.git("gc", "--prune=now", "--quiet", at: "r")
        try sandbox.git("prune", "--expire=now", at: "r")
        try expectWhole(ids)
    }

    @Test("Objects that git stored as deltas stay deltas")
    func deltas() throws {
        let repository = try Repository.create(at: store, bare: true)
        var text = (0..<400).map { "line \($0) of a long text\n" }
        var ids: [ObjectID] = []
        for number in 0..<6 {
            text[number * 10] = "changed\n"
            ids.append(try repository.writeBlob(Array(text.joined().utf8)))
            if number % 3 < 2 { continue }
            let names = ids.suffix(3).map { "\($0)\n" }.joined()
            let pack = try sandbox.git(
                "pack-objects", "--delta-base-offset", "objects/pack/pack", at: "r", input: names)
            try sandbox.write(PackStore.keptForSize, to: "r/objects/pack/pack-\(pack).keep")
        }
        try sandbox.git("prune-packed", at: "r")
        #expect(try files(".pack").count == 2)
        #expect(try repository.packs.consolidateKept() == 2)
        #expect(try files(".pack").count == 1)
        let listed = try sandbox.git("verify-pack", "-v", "objects/pack/\(files(".pack")[0])", at: "r")
        #expect(listed.contains("chain length = 1"))
        try expectWhole(ids)
    }

    @Test("A damaged pack, and one that shares an object with another, stay; the others are consolidated")
    func odd() throws {
        let repository = try Repository.create(at: store, bare: true)
        let ids = try keep([2000, 2100, 2200, 2300], in: repository)
        // Another process stored one of them concurrently, with another object.
        let other = try Repository.create(at: sandbox.path + "/other", bare: true)
        let twice = StoredObject(kind: .blob, bytes: try repository.readBlob(ids[0], limit: 10_000))
        _ = try other.packs.storeKept([twice, StoredObject(kind: .blob, bytes: [1, 2, 3])])
        for file in try FileManager.default.contentsOfDirectory(atPath: sandbox.path + "/other/objects/pack") {
            try FileManager.default.moveItem(
                atPath: sandbox.path + "/other/objects/pack/" + file, toPath: packs + file)
        }
        let damaged = try #require(
            try files(".pack").first { (2200..<2300).contains(StoreLeftovers.size(of: packs + $0)) })
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: packs + damaged)
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: packs + damaged))
        try file.seek(toOffset: 1000)
        try file.write(contentsOf: Data([0, 1, 2, 3, 4, 5, 6, 7]))
        try file.close()
        #expect(try repository.packs.consolidateKept() >= 2)
        #expect(try files(".pack").contains(damaged))
        #expect(try files(".pack").count == 3)
        let opened = try Repository.open(at: store)
        #expect(ids.filter { !opened.packs.isWhole($0) } == [ids[2]])
        #expect(try repository.readBlob(ids[0], limit: 10_000) == twice.bytes)
    }

    @Test("No pack exceeds the limit, and packs of at least half of it stay")
    func limited() throws {
        let repository = try Repository.create(at: store, bare: true)
        let ids = try keep([6000, 3000, 2900, 2800, 2700, 2600, 100], in: repository)
        #expect(try repository.packs.consolidateKept(limit: 10_000) == 4)
        #expect(try files(".pack").map { StoreLeftovers.size(of: packs + $0) }.allSatisfy { $0 <= 10_000 })
        #expect(try files(".pack").count == 4)
        try expectWhole(ids)
    }

    @Test("With a multi-pack-index, all packs stay")
    func sharedIndex() throws {
        let repository = try Repository.create(at: store, bare: true)
        let ids = try keep([100, 101, 102], in: repository)
        try sandbox.git("multi-pack-index", "write", at: "r")
        #expect(try repository.packs.consolidateKept() == 0)
        #expect(ids.filter { !repository.packs.isWhole($0) } == [])
    }

    @Test("A killed consolidation loses no object, and its leftovers are removed after an hour", arguments: 0..<5)
    func killed(_ moment: Int) throws {
        let repository = try Repository.create(at: store, bare: true)
        let ids = try keep([1000, 1001, 1002], in: repository)
        let before = try files("")
        let copies = try before.map { ($0, try Data(contentsOf: URL(fileURLWithPath: packs + $0))) }
        #expect(try repository.packs.consolidateKept() == 3)
        let name = String(try #require(try files(".pack").first).dropLast(5))
        // The states during consolidation: the new pack without its other files, then partly removed old packs.
        for (file, bytes) in copies { try bytes.write(to: URL(fileURLWithPath: packs + file)) }
        let gone = [[".idx", ".pack"], [".idx"], [], [], []][moment]
        for ending in gone { try FileManager.default.removeItem(atPath: packs + name + ending) }
        let old = String(try #require(before.first { $0.hasSuffix(".pack") }).dropLast(5))
        if moment > 2 {
            try FileManager.default.moveItem(atPath: packs + old + ".idx", toPath: packs + "tmp_idx_" + old)
        }
        if moment > 3 { try FileManager.default.removeItem(atPath: packs + old + ".pack") }
        let opened = try Repository.open(at: store)
        #expect(ids.filter { !opened.packs.isWhole($0) } == [])
        for file in try files("") {
            try FileManager.default.setAttributes([.modificationDate: Date() - 7200], ofItemAtPath: packs + file)
        }
        StoreLeftovers.remove(from: store + "/objects/", everywhere: true)
        StoreLeftovers.remove(from: store + "/objects/", everywhere: true)
        _ = try Repository.open(at: store).packs.consolidateKept()
        try expectWhole(ids)
        #expect(try files(".keep").map { $0.dropLast(5) } == files(".pack").map { $0.dropLast(5) })
    }
}
