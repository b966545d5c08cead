// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import HometaskGit

@Suite struct ObjectTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test("An id round-trips through 40 hexadecimal digits")
    func objectIDs() throws {
        let text = "0123456789abcdef0123456789ABCDEF01234567"
        let id = try #require(ObjectID(hex: text))
        #expect(id.description == text.lowercased())
        #expect(ObjectID(bytes: id.bytes[...]) == id)
        #expect(ObjectID(hex: text.dropLast()) == nil)
        #expect(ObjectID(hex: "g" + text.dropFirst()) == nil)
        #expect(ObjectID.zero < id)
        #expect(ObjectID.zero.description == String(repeating: "0", count: 40))
    }

    @Test("Only an object whose folder was removed during the write is written again, once")
    func repeatedWriting() throws {
        let outcomes: [(code: GitError.Code, writes: Int)] = [
            (.notFound, 2), (.system, 2), (.locked, 1), (.permission, 1), (.corrupt, 1),
        ]
        for (code, expected) in outcomes {
            var writes = 0
            let id = try? ObjectFiles.repeating { () throws(GitError) in
                writes += 1
                if writes == 1 { throw GitError(code, operation: "write an object", detail: "it is gone") }
                return .zero
            }
            #expect(writes == expected, "\(code)")
            #expect((id == .zero) == (expected == 2), "\(code)")
        }
        var writes = 0
        #expect(throws: GitError.self) {
            try ObjectFiles.repeating { () throws(GitError) in
                writes += 1
                throw GitError(.notFound, operation: "write an object", detail: "it is gone")
            }
        }
        #expect(writes == 2)
    }

    @Test("A blob has the id of git hash-object, and round-trips")
    func blobs() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: false)
        let bytes = Array("milk\n".utf8)
        let id = try repository.writeBlob(bytes)
        #expect(try sandbox.git("hash-object", "--stdin", input: "milk\n") == id.description)
        #expect(try Repository.hashBlob(bytes) == id)
        #expect(try repository.readBlob(id, limit: 5) == bytes)
        #expect(try repository.withBlob(id, limit: 5) { $0.byteCount } == 5)
    }

    @Test("Hashing a blob writes nothing")
    func hashing() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let id = try Repository.hashBlob(Array("never written".utf8))
        let exists = repository.contains(id)
        #expect(!exists)
    }

    @Test("A tree equals that of git mktree, for any order of the entries")
    func trees() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: false)
        let blob = try repository.writeBlob(Array("x".utf8))
        let folder = try repository.trees.writeTree([TreeEntry(name: "inner", mode: .executable, id: blob)])
        let entries = [
            TreeEntry(name: "a.b", mode: .file, id: blob), TreeEntry(name: "a", mode: .tree, id: folder),
            TreeEntry(name: "a-b", mode: .link, id: blob), TreeEntry(name: "a0", mode: .file, id: blob),
        ]
        var generator = SeededGenerator()
        let id = try repository.trees.writeTree(entries.shuffled(using: &generator))
        let lines = [
            "100644 blob \(blob)\ta.b", "040000 tree \(folder)\ta", "120000 blob \(blob)\ta-b",
            "100644 blob \(blob)\ta0",
        ]
        let made = try sandbox.git("mktree", at: "r", input: lines.joined(separator: "\n") + "\n")
        #expect(made == id.description, "\(generator.note)")
        #expect(try repository.trees.entries(of: id).map(\.name) == ["a-b", "a.b", "a", "a0"])
        #expect(try Set(repository.trees.entries(of: id)) == Set(entries))
        #expect(try repository.trees.entry(at: "a/inner", in: id)?.mode == .executable)
        #expect(try repository.trees.entry(at: "a/none", in: id) == nil)
        #expect(try repository.trees.entry(at: "a.b/none", in: id) == nil)
        try sandbox.git("fsck", "--strict", at: "r")
    }

    @Test("A commit is byte-for-byte that of git commit-tree, and round-trips")
    func commits() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: false)
        let tree = try repository.trees.writeTree([])
        let first = try repository.commits.writeCommit(
            tree: tree, parents: [], author: .anna, committer: .anna, message: "First\n")
        #expect(try sandbox.git("commit-tree", "-m", "First", tree.description, at: "r") == first.description)
        let second = try repository.commits.writeCommit(
            tree: tree, parents: [first], author: .anna, committer: .anna, message: "Zweite: Müsli\n\nText\n")
        let commit = try repository.commits.read(second)
        #expect(commit.parents == [first] && commit.tree == tree && commit.author == .anna)
        #expect(commit.message == "Zweite: Müsli\n\nText\n")
        try sandbox.git("fsck", "--strict", at: "r")
    }

    @Test("A signature drops or clamps values that a commit cannot hold")
    func signatures() {
        let signature = Signature(name: " An<na>\n", email: "a@b\0", seconds: -5, offsetMinutes: 9999)
        #expect(signature.name == "Anna" && signature.email == "a@b")
        #expect(signature.seconds == 0 && signature.offsetMinutes == 1439)
    }

    @Test("Names that are not UTF-8 round-trip byte for byte, and stay distinct")
    func foreignNames() throws {
        let samples: [[UInt8]] = [
            [0xE9], [0x63, 0x61, 0x66, 0xE9], Array("é".utf8), [0x65, 0xCC, 0x81], [0xC3], [0xF4, 0x8F, 0xBF, 0xA9],
            [0xED, 0xA0, 0x80], [0xFF, 0xFE, 0x80, 0x61], Array("plain".utf8),
        ]
        for sample in samples { #expect(PathName.bytes(PathName.string(sample)) == sample, "\(sample)") }
        let repository = try Repository.create(at: sandbox.path + "/r", bare: false)
        let blob = try repository.writeBlob([1])
        let changes = samples.map { TreeChange.putFile("d/" + PathName.string($0), blob) }
        let tree = try repository.trees.edited(nil, applying: changes)
        let names = try sandbox.git("ls-tree", "-r", "--name-only", tree.description, at: "r").split(separator: "\n")
        #expect(names.count == samples.count)
        #expect(try repository.trees.changes(from: nil, to: tree).count == samples.count)
        #expect(try repository.trees.entry(at: "d/" + PathName.string([0xE9]), in: tree)?.id == blob)
    }
}
