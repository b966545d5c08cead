// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import HometaskReplica
import TestSupport
import Testing

@Suite("Killed commands", .serialized)
struct KillTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ words: String...) throws -> (status: Int32, errors: String) {
        try Command([Command.program] + words, in: folder).finish()
    }

    @Test("A command killed at any moment leaves nothing half done, and the next one works", arguments: [false, true])
    func anyMoment(isBare: Bool) async throws {
        var random = SeededGenerator()
        let replica = try await folder.makeFamily(isBare: isBare)
        try FileManager.default.createDirectory(atPath: folder.path + "/hub", withIntermediateDirectories: true)
        try folder.git("init", "-q", "--bare", "-b", "main", in: "hub")
        try await replica.setRemote("origin", url: folder.path + "/hub")
        _ = try await replica.sync(.both, remote: nil) { _ in }
        let path = try await replica.add("Bins")
        let begin = ContinuousClock.now
        #expect(try run("add", "First").status == 0)
        let usual = Int((ContinuousClock.now - begin) / .microseconds(1))
        var kept = ["Bins", "First"]
        for round in 0..<(20 * Command.runs) {
            let isSync = round % 5 == 4
            let words = [
                ["add", "Killed", "\(round)"], ["done", "Bins"], ["reopen", "Bins"], ["add", "Also", "\(round)"],
                ["sync"],
            ]
            let typed = !isBare && round % 5 == 1
            if typed { try type("Bins", round, into: path) }
            let command = try Command([Command.program] + words[round % 5], in: folder)
            usleep(UInt32(Int.random(in: 0...(isSync ? usual * 5 : usual * 5 / 4), using: &random)))
            command.kill()
            if command.finish().status == 0, words[round % 5][0] == "add" {
                kept.append(words[round % 5].dropFirst().joined(separator: " "))
            }
            try await expectCarriesOn(
                round, isBare: isBare, typed: typed ? path : nil, note: "seed \(random.seed), round \(round)")
            kept.append("After \(round)")
        }
        let titles = try await replica.read { reader in
            try reader.paths(of: .task).compactMap { try reader.document(at: $0)?["title"]?.stringValue }
        }
        #expect(Set(titles).isSuperset(of: kept), "seed \(random.seed)")
        #expect(titles.count == Set(titles).count)
        #expect(try run("sync").status == 0)
        #expect(try folder.git("fsck", "--strict", in: "home").contains("error") == false)
        #expect(try folder.git("fsck", "--strict", in: "hub").contains("error") == false)
        #expect(try folder.git("rev-parse", "main", in: "home") == folder.git("rev-parse", "main", in: "hub"))
        #expect(try folder.reusedDots(in: "home") == [], "seed \(random.seed)")
        #expect(try await replica.history(since: nil, path: nil, limit: .max).allSatisfy(\.isOurs))
    }

    /// Types points into a task's file.
    private func type(_ title: String, _ round: Int, into path: DocumentPath) throws {
        let text = try folder.read("home/" + path.text)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.contains("\"points\"") }
        let place = try #require(lines.firstIndex { $0.contains("\"kind\"") })
        lines.insert("  \"points\": \(round + 1),", at: place + 1)
        try folder.write("home/" + path.text, lines.joined(separator: "\n"))
    }

    private func expectCarriesOn(_ round: Int, isBare: Bool, typed: DocumentPath?, note: Comment) async throws {
        let replica = try await provider.open(at: folder.path + "/home")
        if let typed {
            // Either pending or included in a commit; never both, never neither.
            let points = try await replica.read { try $0.document(at: typed)?["points"] }
            let isTaken = points == .number(JSONNumber(round + 1))
            #expect(try await replica.handEditedPaths() == (isTaken ? [] : [typed.text]), note)
        } else {
            #expect(try await replica.handEditedPaths() == [], note)
        }
        let next = try run("add", "After", "\(round)")
        #expect(next.status == 0, "\(note): \(next.errors)")
        let done = try await replica.takeInHandEdits(allowsManyRemovals: false)
        #expect(done.taken.count <= (typed == nil ? 0 : 1), note)
        if !isBare {
            #expect(try folder.git("status", "--porcelain", in: "home") == "", note)
            #expect(try folder.git("diff", "HEAD", "--stat", in: "home") == "", note)
        }
        // Child processes of a killed sync exit a little later.
        let place = isBare ? "home" : "home/.git"
        _ = try await eventually { folder.leftovers(in: place).isEmpty }
        #expect(folder.leftovers(in: place) == [], note)
    }
}
