// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import HometaskReplica
import TestSupport
import Testing

@Suite("More than two heads")
struct ManyHeadsTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["hub0", "hub1", "hub2"] {
            try FileManager.default.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
            try folder.git("init", "-q", "--bare", "-b", "main", in: name)
        }
    }

    /// Three diverged devices, one of them with a hand commit, each with its own hub that holds its head.
    private func threeHeads() async throws -> (devices: [any Replica], task: DocumentPath) {
        var devices: [any Replica] = [try await folder.makeFamily("device0")]
        let task = try await devices[0].add("Milk")
        try await devices[0].setRemote("origin", url: folder.path + "/hub0")
        _ = try await devices[0].sync(.both, remote: nil) { _ in }
        for number in 1..<3 {
            devices.append(
                try await provider.join(
                    url: folder.path + "/hub0", at: "\(folder.path)/device\(number)", isBare: false
                ) { _ in })
        }
        for (number, device) in devices.enumerated() {
            for hub in 0..<3 { try await device.setRemote("hub\(hub)", url: "\(folder.path)/hub\(hub)") }
            let fields: [FieldName: JSON?] = ["title": .string("Title \(number)"), "tags": [.string("tag\(number)")]]
            if number < 2 {
                _ = try await device.write(command: nil) { try $0.writeFields(fields, to: task) }
            } else {
                let text = try folder.read("device2/" + task.text)
                try folder.write("device2/" + task.text, text.replacing("\"Milk\"", with: "\"Title 2\""))
                try folder.git("commit", "-qam", "By hand", in: "device2")
            }
            try folder.git("push", "-q", "-f", "hub\(number)", "main", in: "device\(number)")
        }
        return (devices, task)
    }

    private func expectAll(_ device: any Replica, _ task: DocumentPath) async throws {
        let document = try #require(try await device.read { try $0.document(at: task) })
        #expect(
            Set(document.conflicts.first?.candidates.map(\.value) ?? []) == ["Title 0", "Title 1", "Title 2"])
        #expect(document["tags"] == ["tag0", "tag1"])
    }

    private func tree(_ name: String) throws -> String {
        try folder.git("rev-parse", "main^{tree}", in: name)
    }

    @Test("Three heads merged pairwise in any order yield one tree")
    func anyOrder() async throws {
        let (_, task) = try await threeHeads()
        var trees: Set<String> = []
        for (index, order) in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].enumerated() {
            let name = "copy\(index)"
            let copy = try await provider.join(
                url: "\(folder.path)/hub\(order[0])", at: "\(folder.path)/\(name)", isBare: index % 2 == 1
            ) { _ in }
            for hub in order.dropFirst() {
                try await copy.setRemote("other", url: "\(folder.path)/hub\(hub)")
                _ = try await copy.sync(.pull, remote: "other") { _ in }
            }
            try await expectAll(copy, task)
            trees.insert(try tree(name))
        }
        #expect(trees.count == 1)
    }

    @Test("Heads of several remotes yield one identical merge commit on any device and in any order")
    func allAtOnce() async throws {
        let (devices, task) = try await threeHeads()
        var commits: Set<String> = []
        for (index, order) in [["hub0", "hub1", "hub2"], ["hub2", "hub1", "hub0"]].enumerated() {
            let copy = try await provider.join(
                url: "\(folder.path)/\(order[0])", at: "\(folder.path)/copy\(index)", isBare: index == 1
            ) { _ in }
            for hub in order { try await copy.setRemote(hub, url: "\(folder.path)/\(hub)") }
            let report = try await copy.sync(.pull, remotes: order) { _ in }
            #expect(report.joined == [task])
            #expect(report.conflicted == [task])
            try await expectAll(copy, task)
            commits.insert(try folder.git("rev-parse", "main", in: "copy\(index)"))
        }
        #expect(commits.count == 1)
        let parents = try folder.git("log", "-1", "--format=%P", "main", in: "copy0").split(separator: " ")
        #expect(parents.count == 3)
        #expect(parents == parents.sorted())
        // The devices reach the same commit, and a second exchange is a no-op.
        for _ in 0..<2 {
            for device in devices { _ = try await device.sync(.both, remotes: ["hub0", "hub1", "hub2"]) { _ in } }
        }
        let heads = try (0..<3).flatMap { ["device\($0)", "hub\($0)"] }.map {
            try folder.git("rev-parse", "main", in: $0)
        }
        #expect(Set(heads) == commits)
        for device in devices { try await expectAll(device, task) }
    }

    @Test("A head that is an ancestor of another is not a parent of the merge")
    func newest() async throws {
        let (devices, task) = try await threeHeads()
        try await devices[1].setRemote("hub0", url: folder.path + "/hub0")
        _ = try await devices[1].sync(.both, remote: "hub1") { _ in }
        _ = try await devices[1].sync(.pull, remote: "hub0") { _ in }
        _ = try await devices[1].sync(.push, remote: "hub1") { _ in }
        _ = try await devices[2].sync(.pull, remotes: ["hub0", "hub1"]) { _ in }
        let parents = try folder.git("log", "-1", "--format=%P", "main", in: "device2").split(separator: " ")
        #expect(parents.count == 2)
        try await expectAll(devices[2], task)
    }

    @Test("An unreachable remote does not prevent the others from being synced")
    func oneAway() async throws {
        let (devices, _) = try await threeHeads()
        try FileManager.default.removeItem(atPath: folder.path + "/hub1")
        let report = try await devices[0].sync(.both, remotes: ["hub0", "hub1", "hub2"]) { _ in }
        #expect(report.remotes == ["hub0", "hub2"])
        #expect(report.failed.map(\.remote) == ["hub1"])
        #expect(report.failed.first?.error.code == .unreachable)
        #expect(try tree("hub0") == tree("hub2"))
        await #expect(throws: ReplicaError.self) { try await devices[0].sync(.both, remotes: ["hub1"]) { _ in } }
    }

    @Test("Two git merges of three heads have three merge bases, and merging them keeps everything")
    func threeBases() async throws {
        let (devices, task) = try await threeHeads()
        for number in 0..<2 {
            let name = "device\(number)"
            for hub in 0..<3 { try folder.git("fetch", "-q", "hub\(hub)", in: name) }
            let others = (0..<3).filter { $0 != number }.map { "hub\($0)/main" }
            try folder.git("merge", "-q", "-s", "ours", "-m", "Mine", others[0], others[1], in: name)
        }
        let heads = try ["device0", "device1"].map { name in
            try folder.git("rev-parse", "main", in: name).filter { $0 != "\n" }
        }
        for device in devices.prefix(2) { _ = try await device.sync(.both, remote: "hub2") { _ in } }
        _ = try await devices[0].sync(.both, remote: "hub2") { _ in }
        let bases = try folder.git("merge-base", "--all", heads[0], heads[1], in: "device0")
        #expect(bases.split(separator: "\n").count == 3)
        #expect(try tree("device0") == tree("device1"))
        for device in devices.prefix(2) { try await expectAll(device, task) }
        for name in ["device0", "device1"] { #expect(try folder.git("status", "--porcelain", in: name) == "") }
    }

    @Test("Devices in a ring, each with two hubs, converge on one commit")
    func ring() async throws {
        let (devices, task) = try await threeHeads()
        var random = SeededGenerator()
        let seed = random.seed
        for step in 0..<6 {
            let number = Int.random(in: 0..<3, using: &random)
            let hub = (number + Int.random(in: 0..<2, using: &random)) % 3
            if Bool.random(using: &random) {
                _ = try await devices[number].write(command: nil) {
                    try $0.writeFields(["url": .string("\(step)")], to: task)
                }
            }
            let hubs = Bool.random(using: &random) ? [number, (number + 1) % 3] : [hub]
            _ = try await devices[number].sync(.both, remotes: hubs.map { "hub\($0)" }) { _ in }
        }
        for _ in 0..<4 {
            for number in 0..<3 {
                for hub in [number, (number + 1) % 3] {
                    _ = try await devices[number].sync(.both, remote: "hub\(hub)") { _ in }
                }
            }
        }
        let heads = try (0..<3).map { try folder.git("rev-parse", "main", in: "device\($0)") }
        #expect(Set(heads).count == 1, "seed \(seed)")
        for device in devices { try await expectAll(device, task) }
    }
}
