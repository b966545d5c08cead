// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import HometaskReplica
import TestSupport
import Testing

/// A power cut is simulated by restoring unflushed files to an older state, and by a journal marked as written before
/// the last boot.
@Suite("Power cuts")
struct PowerCutTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var git: String { folder.path + "/home/.git" }
    private var journal: String { git + "/hometask/commits" }

    private func startTheMachineAnew() throws {
        var bytes = try Data(contentsOf: URL(fileURLWithPath: journal))
        let end = try #require(bytes.firstIndex(of: 0x0A))
        bytes.replaceSubrange(..<end, with: Data("hometask commits 1 an-earlier-start".utf8))
        try bytes.write(to: URL(fileURLWithPath: journal))
    }

    private func titles() async throws -> [String] {
        let replica = try await provider.open(at: folder.path + "/home")
        return try await replica.read { reader in
            try reader.paths(of: .task).compactMap { try reader.document(at: $0)?["title"]?.stringValue }.sorted()
        }
    }

    private func head() throws -> String { try folder.git("rev-parse", "HEAD", in: "home") }

    /// Restores parts of the git directory from a copy.
    private func restore(_ names: [String], from copy: String) throws {
        for name in names {
            try? FileManager.default.removeItem(atPath: git + "/" + name)
            if FileManager.default.fileExists(atPath: copy + "/" + name) {
                try FileManager.default.copyItem(atPath: copy + "/" + name, toPath: git + "/" + name)
            }
        }
    }

    @Test(
        "Acknowledged changes survive a power cut, whichever of their files were lost",
        arguments: [
            ["objects"], ["refs"], ["hometask/device.json"], ["objects", "refs"], ["refs", "logs"],
            ["objects", "refs", "logs", "hometask/device.json"],
        ])
    func isThere(lost: [String]) async throws {
        let replica = try await folder.makeFamily()
        _ = try await replica.add("Before")
        let copy = folder.path + "/copy"
        try FileManager.default.copyItem(atPath: git, toPath: copy)
        _ = try await replica.add("Bins")
        _ = try await replica.add("Dishes")
        let tip = try head()
        let device = try Data(contentsOf: URL(fileURLWithPath: git + "/hometask/device.json"))
        try restore(lost, from: copy)
        try startTheMachineAnew()
        #expect(try await titles() == ["Before", "Bins", "Dishes"])
        #expect(try head() == tip)
        #expect(try Data(contentsOf: URL(fileURLWithPath: git + "/hometask/device.json")) == device)
        #expect(FileManager.default.fileExists(atPath: journal) == false)
        let again = try await provider.open(at: folder.path + "/home")
        _ = try await again.add("After")
        #expect(try folder.git("status", "--porcelain", in: "home") == "")
        #expect(try folder.git("fsck", "--strict", in: "home").contains("error") == false)
        #expect(try folder.reusedDots(in: "home") == [])
    }

    @Test("Files left empty by a power cut are restored")
    func emptyFiles() async throws {
        let replica = try await folder.makeFamily()
        _ = try await replica.add("Bins")
        let tip = try head().trimmingCharacters(in: .whitespacesAndNewlines)
        let object = "objects/\(tip.prefix(2))/\(tip.dropFirst(2))"
        for name in [object, "refs/heads/main", "hometask/device.json"] {
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: git + "/" + name)
            try Data().write(to: URL(fileURLWithPath: git + "/" + name))
        }
        try startTheMachineAnew()
        #expect(try await titles() == ["Bins"])
        #expect(try head().trimmingCharacters(in: .whitespacesAndNewlines) == tip)
        #expect(try folder.git("fsck", "--strict", in: "home").contains("error") == false)
    }

    @Test("A branch reset by hand stays reset, with and without a reboot in between")
    func setBack() async throws {
        let replica = try await folder.makeFamily()
        _ = try await replica.add("Bins")
        _ = try await replica.add("Dishes")
        try folder.git("reset", "-q", "--hard", "HEAD~1", in: "home")
        let tip = try head()
        #expect(try await titles() == ["Bins"])
        try startTheMachineAnew()
        #expect(try await titles() == ["Bins"])
        #expect(try head() == tip)
    }

    @Test("A truncated record counts as not written, and the next one takes its place")
    func cutShort() async throws {
        let replica = try await folder.makeFamily()
        _ = try await replica.add("Bins")
        let whole = try Data(contentsOf: URL(fileURLWithPath: journal))
        _ = try await replica.add("Dishes")
        let longer = try Data(contentsOf: URL(fileURLWithPath: journal))
        try longer.prefix((whole.count + longer.count) / 2).write(to: URL(fileURLWithPath: journal))
        _ = try await replica.add("Laundry")
        let tip = try head()
        let copy = folder.path + "/copy"
        try FileManager.default.copyItem(atPath: git, toPath: copy)
        try startTheMachineAnew()
        #expect(try await titles() == ["Bins", "Dishes", "Laundry"])
        #expect(try head() == tip)
        #expect(try Data(contentsOf: URL(fileURLWithPath: copy + "/hometask/commits")).starts(with: whole))
    }

    @Test("A record after a truncated one is replayed")
    func behindOneCutShort() async throws {
        let replica = try await folder.makeFamily()
        _ = try await replica.add("Bins")
        let whole = try Data(contentsOf: URL(fileURLWithPath: journal))
        _ = try await replica.add("Dishes")
        let longer = try Data(contentsOf: URL(fileURLWithPath: journal))
        try longer.prefix((whole.count + longer.count) / 2).write(to: URL(fileURLWithPath: journal))
        let copy = folder.path + "/copy"
        try FileManager.default.copyItem(atPath: git, toPath: copy)
        _ = try await replica.add("Laundry")
        let tip = try head()
        try restore(["objects", "refs"], from: copy)
        try startTheMachineAnew()
        #expect(try await titles() == ["Bins", "Dishes", "Laundry"])
        #expect(try head() == tip)
    }

    @Test("A corrupt record counts as not written")
    func damaged() async throws {
        let replica = try await folder.makeFamily()
        _ = try await replica.add("Bins")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: journal))
        let branch = try #require(bytes.range(of: Data("\nbranch refs/heads/main\n".utf8), options: .backwards))
        bytes[branch.upperBound - 2] = UInt8(ascii: "m")
        try bytes.write(to: URL(fileURLWithPath: journal))
        try startTheMachineAnew()
        #expect(try await titles() == ["Bins"])
        #expect(try folder.git("for-each-ref", "--format=%(refname)", in: "home") == "refs/heads/main\n")
    }

    @Test("Opening a family reads only the end of the journal, however long it is")
    func readsTheEnd() async throws {
        let replica = try await folder.makeFamily()
        for title in ["Bins", "Dishes"] { _ = try await replica.add(title) }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: journal))
        // A full read would find a corrupt record and replay the journal.
        bytes[bytes.count / 3] ^= 1
        try bytes.write(to: URL(fileURLWithPath: journal))
        #expect(try await titles() == ["Bins", "Dishes"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: journal)) == bytes)
    }

    @Test("A full journal is restarted, and its objects are in a pack")
    func full() async throws {
        let replica = try await folder.makeFamily(isBare: true)
        let lines = (0..<300).map { "\($0) " + String(repeating: "a long line. ", count: 100) }
        var sizes: [Int] = []
        for number in 0..<48 {
            _ = try await replica.write(command: nil) { transaction in
                var draft = TaskDraft(title: "Task \(number)")
                draft.description = ["\(number)"] + lines
                _ = try transaction.tasks.add(draft)
            }
            let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path + "/home/hometask/commits")
            sizes.append(attributes?[.size] as? Int ?? 0)
        }
        #expect(zip(sizes, sizes.dropFirst()).contains { $1 < $0 }, "\(sizes)")
        #expect(sizes.allSatisfy { $0 < 18 << 20 }, "\(sizes)")
        let packs = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/home/objects/pack")
        #expect(packs.contains { $0.hasSuffix(".pack") })
        #expect(try folder.git("fsck", "--strict", in: "home").contains("error") == false)
    }
}
