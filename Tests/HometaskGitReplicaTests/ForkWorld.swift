// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import HometaskReplica
import TestSupport
import Testing

/// Two devices of a family, `one` and `two`, that share a task and a hub. Tests tamper with `one`; `two` observes.
struct ForkWorld {
    let folder: TemporaryFolder
    let task: DocumentPath

    init() async throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/hub", withIntermediateDirectories: true)
        try folder.git("init", "-q", "--bare", "-b", "main", in: "hub")
        let one = try await folder.makeFamily("one")
        try await one.setRemote("origin", url: folder.path + "/hub")
        task = try await one.add("Milk")
        let path = task
        _ = try await one.write(command: nil) {
            try $0.writeFields(["tags": ["base"], "description": ["First"]], to: path)
        }
        _ = try await one.sync(.both, remote: nil) { _ in }
        _ = try await provider.join(url: folder.path + "/hub", at: folder.path + "/two", isBare: false) { _ in }
    }

    func shell(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-e", "-c", script]
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(script)", sourceLocation: sourceLocation)
    }

    /// Restores a folder's contents from an earlier copy, as a disk rollback does: the folder and its `.git` keep their
    /// inodes.
    func setBack(_ name: String, to image: String) throws {
        try shell(
            """
            find \(name)/.git -mindepth 1 -delete
            find \(name) -mindepth 1 -maxdepth 1 ! -name .git -exec rm -r {} +
            cp -a \(image)/. \(name)/
            """)
    }

    func open(_ name: String, on machine: String? = nil) async throws -> any Replica {
        let provider = GitReplicaProvider(clock: { Timestamp(seconds: 1_795_000_000) }, machine: machine)
        return try await provider.open(at: folder.path + "/" + name)
    }

    /// Changes the task's title and adds a tag and a line.
    func edit(_ name: String, _ word: String, on machine: String? = nil) async throws {
        let task = task
        _ = try await open(name, on: machine).write(command: nil) { transaction in
            let document = try #require(try transaction.document(at: task))
            let tags = document["tags"]?.arrayValue ?? []
            let lines = document["description"]?.arrayValue ?? []
            try transaction.writeFields(
                [
                    "title": .string(word), "tags": .array(tags + [.string(word.lowercased())]),
                    "description": .array(lines + [.string("Line of \(word)")]),
                ], to: task)
        }
    }

    @discardableResult
    func sync(_ names: String..., on machine: String? = nil) async throws -> SyncReport {
        var last: SyncReport?
        for name in names { last = try await open(name, on: machine).sync(.both, remote: nil) { _ in } }
        return try #require(last)
    }

    /// Syncs all devices and expects them to converge.
    func settle(_ names: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await settle(names, sourceLocation: sourceLocation)
    }

    private func settle(_ names: [String], sourceLocation: SourceLocation) async throws {
        for _ in 1...2 { for name in names + ["two"] { try await sync(name) } }
        let trees = try (names + ["two", "hub"]).map { try folder.git("rev-parse", "main^{tree}", in: $0) }
        #expect(Set(trees).count == 1, "not all hold the same", sourceLocation: sourceLocation)
        for name in names + ["two"] {
            #expect(try folder.git("status", "--porcelain", in: name) == "", sourceLocation: sourceLocation)
        }
    }

    /// All values of the title, shown or in a conflict.
    func titles(_ name: String) async throws -> Set<String> {
        let task = task
        return try await open(name).read { reader in
            guard let document = try reader.document(at: task) else { return [] }
            let others = document.conflicts.filter { $0.field == "title" }.flatMap(\.candidates).map(\.value)
            return Set((others + [document["title"] ?? .null]).compactMap(\.stringValue))
        }
    }

    /// Expects the values of both edits on all devices after a few syncs.
    func expectBoth(
        _ names: String..., titles words: (String, String) = ("A", "B"),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await settle(names, sourceLocation: sourceLocation)
        let task = task
        for name in names + ["two"] {
            let titles = try await titles(name)
            #expect(titles == [words.0, words.1], sourceLocation: sourceLocation)
            let (tags, lines) = try await open(name).read { reader in
                let document = try reader.document(at: task)
                let open = document?.conflicts.filter { $0.field == "description" }.flatMap(\.candidates) ?? []
                let lines = (document?["description"]?.arrayValue ?? []) + open.map(\.value)
                return (document?["tags"]?.arrayValue ?? [], lines)
            }
            for word in [words.0, words.1] {
                #expect(tags.contains(.string(word.lowercased())), sourceLocation: sourceLocation)
                #expect(lines.contains(.string("Line of \(word)")), sourceLocation: sourceLocation)
            }
            #expect(tags.contains("base") && lines.contains("First"), sourceLocation: sourceLocation)
        }
    }

    /// Expects that no event denotes two writes in the hub's history.
    func expectNoEventTwice(sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try folder.reusedDots(in: "hub").isEmpty, sourceLocation: sourceLocation)
    }

    /// The actor that a device writes as.
    func actor(_ name: String) throws -> String {
        let data = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/\(name)/.git/hometask/device.json"))
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        return try #require(object["actor"] as? String)
    }
}
