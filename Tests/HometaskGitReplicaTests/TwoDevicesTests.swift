// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import HometaskReplica
import TestSupport
import Testing

/// Tests with two devices, "one" and "two", a remote, "hub", and git without the driver.
protocol TwoDevicesTests {
    var folder: TemporaryFolder { get }
}

extension TwoDevicesTests {
    /// A folder with the remote.
    static func folderWithHub() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/hub", withIntermediateDirectories: true)
        try folder.git("init", "-q", "--bare", "-b", "main", in: "hub")
        return folder
    }

    /// Two devices of one family that share a task, without a merge driver for git.
    func twoDevices() async throws -> (one: any Replica, two: any Replica, task: DocumentPath) {
        let one = try await folder.makeFamily("one")
        try await one.setRemote("origin", url: folder.path + "/hub")
        let task = try await one.add("Milk")
        _ = try await one.write(command: nil) {
            try $0.writeFields(["tags": ["home", "shop"], "description": ["one", "two", "three"]], to: task)
        }
        try await sync(one)
        let two = try await provider.join(url: folder.path + "/hub", at: folder.path + "/two", isBare: false) { _ in }
        try await sync(two)
        try await sync(one)
        return (one, two, task)
    }

    func sync(_ replica: any Replica) async throws {
        _ = try await replica.sync(.both, remote: nil) { _ in }
    }

    /// Syncs until both devices converge, and checks that they hold the identical commit and pass 'git fsck'.
    func meet(_ one: any Replica, _ two: any Replica) async throws {
        for replica in [one, two, one] { try await sync(replica) }
        #expect(try head("one") == head("two"))
        #expect(try head("one") == head("hub"))
        for place in ["one", "two"] {
            #expect(try folder.git("status", "--porcelain", in: place) == "")
            try folder.git("fsck", "--strict", in: place)
        }
    }

    func head(_ place: String, _ revision: String = "main") throws -> String {
        try folder.git("rev-parse", revision, in: place).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    func edit(_ place: String, _ path: DocumentPath, replacing old: String, with new: String) throws {
        let text = try folder.read("\(place)/\(path.text)")
        try #require(text.contains(old), "\(old) is not in \(text)")
        try folder.write("\(place)/\(path.text)", text.replacing(old, with: new))
    }

    func commit(_ place: String, _ message: String = "By hand") throws {
        try folder.git("add", "-A", in: place)
        try folder.git("commit", "-q", "-m", message, in: place)
    }

    func document(_ replica: any Replica, _ path: DocumentPath) async throws -> Document {
        try #require(try await replica.read { try $0.document(at: path) })
    }
}
