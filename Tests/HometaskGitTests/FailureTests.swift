// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskGit
import HometaskPlatform
import TestSupport
import Testing

/// Sets the calling thread's file-system user (Linux, setfsuid(2)); not exported by Glibc's module.
@_silgen_name("setfsuid") @discardableResult private func setfsuid(_ user: UInt32) -> Int32

@Suite struct FailureTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func looseFile(_ id: ObjectID) -> String {
        sandbox.path + "/r/objects/" + id.description.prefix(2) + "/" + id.description.dropFirst(2)
    }

    @Test("Missing, mistyped, oversized and damaged objects have distinct error codes")
    func objects() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let blob = try repository.writeBlob(Array("content".utf8))
        #expect(code { _ = try repository.readBlob(.zero, limit: 9) } == .notFound)
        #expect(code { _ = try repository.trees.entries(of: blob) } == .wrongType)
        #expect(code { _ = try repository.commits.read(blob) } == .wrongType)
        #expect(code { _ = try repository.readBlob(blob, limit: 6) } == .tooLarge)
        for (content, name) in [(Data("garbage".utf8), "garbage"), (Data(), "empty"), (Data([0x78, 1, 2]), "cut")] {
            let id = try repository.writeBlob(Array("victim \(name)".utf8))
            try FileManager.default.removeItem(atPath: looseFile(id))
            try content.write(to: URL(fileURLWithPath: looseFile(id)))
            #expect(code { _ = try repository.readBlob(id, limit: 100) } == .corrupt, "\(name)")
        }
    }

    @Test("An object whose content does not match its id is not packed, and can be stored again")
    func swapped() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let (one, two) = (try repository.writeBlob([1]), try repository.writeBlob([2]))
        try FileManager.default.removeItem(atPath: looseFile(one))
        try FileManager.default.copyItem(atPath: looseFile(two), toPath: looseFile(one))
        let fresh = try Repository.open(at: sandbox.path + "/r")
        #expect(try fresh.packs.packLooseObjects() == 1)
        #expect(FileManager.default.fileExists(atPath: looseFile(one)))
        #expect(!FileManager.default.fileExists(atPath: looseFile(two)))
        #expect(try fresh.restore([StoredObject(kind: .blob, bytes: [1]), StoredObject(kind: .blob, bytes: [2])]) == 1)
        #expect(try fresh.readBlob(one, limit: 9) == [1])
    }

    @Test("A tree that is truncated, out of order, without a name or with a bad mode is damaged", arguments: 0..<4)
    func trees(sample: Int) throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let id = [UInt8](repeating: 7, count: 20)
        let entry = { (name: String) -> [UInt8] in Array("100644 \(name)\0".utf8) + id }
        let samples: [[UInt8]] = [
            entry("a").dropLast(), entry("b") + entry("a"), entry(""), Array("9 a\0".utf8) + id,
        ]
        let bytes = samples[sample]
        try Data(bytes).write(to: URL(fileURLWithPath: sandbox.path + "/raw"))
        let text = try sandbox.git("hash-object", "--literally", "-t", "tree", "-w", "../raw", at: "r")
        let tree = try #require(ObjectID(hex: text))
        #expect(code { _ = try repository.trees.entries(of: tree) } == .corrupt)
        #expect(code { _ = try repository.trees.changes(from: nil, to: tree) } == .corrupt)
    }

    @Test("A path without a repository is not found, also below a repository; discovery finds the one above")
    func opening() throws {
        _ = try Repository.create(at: sandbox.path + "/r", bare: false)
        try FileManager.default.createDirectory(
            atPath: sandbox.path + "/r/a/b", withIntermediateDirectories: true)
        #expect(code { _ = try Repository.open(at: sandbox.path + "/r/a/b") } == .notFound)
        #expect(code { _ = try Repository.open(at: sandbox.path + "/none") } == .notFound)
        #expect(RepositorySearch.gitDirectory(from: sandbox.path + "/r/a/b") == sandbox.path + "/r/.git/")
        #expect(RepositorySearch.gitDirectory(from: sandbox.path + "/home") == nil)
    }

    @Test("Opening a repository ignores GIT_DIR")
    func environment() throws {
        _ = try Repository.create(at: sandbox.path + "/other", bare: true)
        _ = try Repository.create(at: sandbox.path + "/r", bare: false)
        setenv("GIT_DIR", sandbox.path + "/other", 1)
        defer { unsetenv("GIT_DIR") }
        let opened = try Repository.open(at: sandbox.path + "/r").gitDirectory
        #expect(opened == sandbox.path + "/r/.git/")
    }

    @Test("Writing objects, references or settings to a read-only folder gives `permission`")
    func permission() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let commit = try repository.commit("one")
        let codes = asNobody {
            [
                code { _ = try repository.writeBlob(Array("new".utf8)) },
                code {
                    _ = try repository.references.move(
                        "refs/heads/x", from: nil, to: commit, signature: .anna, message: "")
                },
                code { try repository.configuration.set("hometask.test", to: "1") },
                code { _ = try Repository.create(at: sandbox.path + "/new", bare: true) },
            ]
        }
        #expect(codes == [.permission, .permission, .permission, .permission])
    }

    /// Runs an action without write permission: in read-only folders or, as root, with another file-system user.
    private func asNobody<R>(_ action: () -> R) -> R {
        guard geteuid() == 0 else {
            chmod(sandbox.path, 0o555)
            for name in ["", "/objects", "/refs/heads"] { _ = chmod(sandbox.path + "/r" + name, 0o555) }
            defer {
                for name in ["/objects", "/refs/heads", ""] { chmod(sandbox.path + "/r" + name, 0o755) }
                chmod(sandbox.path, 0o755)
            }
            return action()
        }
        setfsuid(65534)
        defer { setfsuid(0) }
        return action()
    }

    @Test("A full disk and a read-only file system have distinct error codes", .enabled(if: Mount.isPossible))
    func disks() throws {
        let mount = try Mount(at: sandbox.path + "/disk", size: "256k")
        let repository = try Repository.create(at: sandbox.path + "/disk/r", bare: true)
        let commit = try repository.commit("one")
        var random = SeededGenerator()
        let noise = (0..<400_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(code { _ = try repository.writeBlob(noise) } == .noSpace)
        #expect(
            code {
                _ = try repository.withBulkWrite { try $0.writeBlob(noise) }
            } == .noSpace)
        #expect(try repository.commits.read(commit).message == "one\n")
        try mount.makeReadOnly()
        #expect(code { _ = try repository.writeBlob([9, 9]) } == .readOnly)
        #expect(
            code {
                _ = try repository.references.move(
                    "refs/heads/x", from: nil, to: commit, signature: .anna, message: "")
            } == .readOnly)
    }

    @Test("Settings are written to the repository, read back by git, and removed")
    func settings() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        #expect(try repository.configuration.value(of: "merge.hometask.driver") == nil)
        try repository.configuration.set("merge.hometask.driver", to: "hometask merge-driver %O %A %B %L %P")
        #expect(try sandbox.git("config", "merge.hometask.driver", at: "r") == "hometask merge-driver %O %A %B %L %P")
        #expect(
            try repository.configuration.value(of: "merge.hometask.driver") == "hometask merge-driver %O %A %B %L %P")
        try repository.configuration.set("merge.hometask.driver", to: nil)
        try repository.configuration.set("merge.hometask.driver", to: nil)
        #expect(try repository.configuration.value(of: "merge.hometask.driver") == nil)
        #expect(code { try repository.configuration.set("no dot", to: "1") } == .invalid)
    }

    @Test("A merge in progress, a shallow clone and replaced objects are detected")
    func conditions() throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: false)
        let one = try repository.commit("one")
        let two = try repository.commit("two", parents: [one])
        _ = try repository.references.move("refs/heads/main", from: nil, to: two, signature: .anna, message: "")
        #expect(try !repository.hasGrafts())
        var (state, isShallow) = (repository.state, repository.isShallow)
        #expect(state == .clean && !isShallow)
        try sandbox.write("\(one)\n", to: "r/.git/MERGE_HEAD")
        state = repository.state
        #expect(state == .merging)
        try sandbox.git("replace", two.description, one.description, at: "r")
        #expect(try repository.hasGrafts())
        try sandbox.git("clone", "-q", "--depth", "1", "file://" + sandbox.path + "/r", "shallow")
        isShallow = try Repository.open(at: sandbox.path + "/shallow").isShallow
        #expect(isShallow)
    }

    @Test("An error redacts credentials in addresses")
    func secrets() {
        let error = GitError(
            .internal, operation: "fetch", detail: "failed: https://anna:s3cret@example.org/x.git and ssh://me@h/p")
        #expect(!error.description.contains("s3cret") && !error.description.contains("anna"))
        #expect(error.description.contains("https://example.org/x.git and ssh://h/p"))
        #expect(RemoteURL.redacting("https://u:p@ss@host/a@b 'https://x:y@z'") == "https://host/a@b 'https://z'")
        #expect(RemoteURL.redacting("mail anna@example.org") == "mail anna@example.org")
    }
}
