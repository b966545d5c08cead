// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import HometaskReplica
import TestSupport
import Testing

@Suite("Syncing two devices through a hub")
struct SyncTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/hub", withIntermediateDirectories: true)
        try folder.git("init", "-q", "--bare", "-b", "main", in: "hub")
    }

    func twoDevices(isBare: Bool = false) async throws -> (any Replica, any Replica) {
        let first = try await folder.makeFamily("one", isBare: isBare)
        try await first.setRemote("origin", url: folder.path + "/hub")
        _ = try await first.sync(.both, remote: nil) { _ in }
        let second = try await provider.join(url: folder.path + "/hub", at: folder.path + "/two", isBare: isBare) { _ in
        }
        return (first, second)
    }

    func tree(_ name: String) throws -> String {
        try folder.git("rev-parse", "main^{tree}", in: name)
    }

    @Test(
        "Two devices that edit one task offline end with both edits and the identical tree", arguments: [false, true])
    func editsApart(isBare: Bool) async throws {
        let (one, two) = try await twoDevices(isBare: isBare)
        let path = try await one.add("Milk")
        _ = try await one.sync(.both, remote: nil) { _ in }
        _ = try await two.sync(.both, remote: nil) { _ in }
        _ = try await one.write(command: nil) { try $0.writeFields(["title": "Oat milk"], to: path) }
        _ = try await two.write(command: nil) { try $0.writeFields(["due": ["date": "2026-11-27"]], to: path) }
        _ = try await one.sync(.both, remote: nil) { _ in }
        let report = try await two.sync(.both, remote: nil) { _ in }
        #expect(report.joined.contains(path))
        #expect(report.conflicted == [])
        _ = try await one.sync(.both, remote: nil) { _ in }
        #expect(try tree("one") == tree("two"))
        #expect(try tree("one") == tree("hub"))
        #expect(try await one.title(path) == "Oat milk")
        #expect(try await one.read { try $0.document(at: path)?["due"] } == ["date": "2026-11-27"])
        if !isBare {
            #expect(try folder.git("status", "--porcelain", in: "one") == "")
            #expect(try folder.git("status", "--porcelain", in: "two") == "")
        }
        let again = try await two.sync(.both, remote: nil) { _ in }
        #expect(again.received == 0 && again.sent == 0)
    }

    @Test("The same field edited on both sides is a conflict on both devices, and both values stay")
    func conflict() async throws {
        let (one, two) = try await twoDevices()
        let path = try await one.add("Milk")
        _ = try await one.sync(.both, remote: nil) { _ in }
        _ = try await two.sync(.both, remote: nil) { _ in }
        _ = try await one.write(command: nil) { try $0.writeFields(["title": "Oat milk"], to: path) }
        _ = try await two.write(command: nil) { try $0.writeFields(["title": "Soy milk"], to: path) }
        _ = try await one.sync(.both, remote: nil) { _ in }
        #expect(try await two.sync(.both, remote: nil) { _ in }.conflicted == [path])
        _ = try await one.sync(.both, remote: nil) { _ in }
        for replica in [one, two] {
            let values = try await replica.read { try $0.document(at: path)?.conflicts.first?.candidates.map(\.value) }
            #expect(Set(values ?? []) == ["Oat milk", "Soy milk"])
        }
        #expect(try tree("one") == tree("two"))
        #expect(try await one.status().conflicted == [path])
    }

    @Test("A push alone is rejected if the remote is ahead, and a hub of another family is never merged")
    func refusals() async throws {
        let (one, two) = try await twoDevices()
        _ = try await one.add("Milk")
        _ = try await one.sync(.push, remote: nil) { _ in }
        _ = try await two.add("Bread")
        let error = await #expect(throws: ReplicaError.self) {
            _ = try await two.sync(.push, remote: nil) { _ in }
        }
        #expect(error?.code == .rejected)
        let other = try await folder.makeFamily("other")
        try await other.setRemote("origin", url: folder.path + "/hub")
        let foreign = await #expect(throws: ReplicaError.self) {
            _ = try await other.sync(.both, remote: nil) { _ in }
        }
        #expect(foreign?.code == .foreignRepository)
        #expect(try folder.git("rev-list", "--count", "HEAD", in: "other") == "1\n")
    }

    @Test("Hand edits are taken in before the push, and the report counts them")
    func handEdits() async throws {
        let (one, _) = try await twoDevices()
        let path = try await one.add("Milk")
        let text = try folder.read("one/" + path.text)
        try folder.write("one/" + path.text, text.replacing("\"Milk\"", with: "\"Oat milk\""))
        let report = try await one.sync(.both, remote: nil) { _ in }
        #expect(report.tookInEdits == 1)
        #expect(try folder.git("show", "main:" + path.text, in: "hub").contains("Oat milk"))
        #expect(try await one.sync(.both, remote: nil) { _ in }.tookInEdits == 0)
    }

    @Test(
        "A sync replaces a torn remote-tracking reference",
        arguments: ["", String(repeating: "\0", count: 41)])
    func tornReference(text: String) async throws {
        let (one, two) = try await twoDevices()
        let path = try await two.add("Milk")
        _ = try await two.sync(.both, remote: nil) { _ in }
        try folder.write("one/.git/refs/remotes/origin/main", text)
        _ = try await one.sync(.both, remote: nil) { _ in }
        #expect(try await one.title(path) == "Milk")
        #expect(
            try folder.git("rev-parse", "refs/remotes/origin/main", in: "one")
                == folder.git("rev-parse", "main", in: "hub"))
    }

    @Test("A missing remote is unreachable, and nothing changes locally")
    func remoteGone() async throws {
        let (one, _) = try await twoDevices()
        _ = try await one.add("Milk")
        let before = try folder.git("rev-parse", "HEAD", in: "one")
        try FileManager.default.removeItem(atPath: folder.path + "/hub")
        let error = await #expect(throws: ReplicaError.self) { _ = try await one.sync(.both, remote: nil) { _ in } }
        #expect(error?.code == .unreachable)
        #expect(try folder.git("rev-parse", "HEAD", in: "one") == before)
    }
}
