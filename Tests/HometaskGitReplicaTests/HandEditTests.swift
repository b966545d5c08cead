// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import HometaskReplica
import TestSupport
import Testing

@Suite("Files edited by hand")
struct HandEditTests {
    @Test("With git, an editor and crashes in any order, no typed value is lost and nothing else counts as typed")
    func anyOrder() async throws {
        var seeds = SeededGenerator()
        for _ in 0..<(4 * Command.runs) {
            let world = try await HandEditWorld(seed: Command.runs == 1 ? seeds.seed : seeds.next())
            if Command.runs == 1 { seeds = SeededGenerator(seed: seeds.next()) }
            for _ in 0..<40 { try await world.step() }
        }
    }

    @Test("An edit of an older version keeps later changes, and conflicts where both changed the same value")
    func olderVersion() async throws {
        let folder = try TemporaryFolder()
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins")
        let old = try folder.read("home/" + path.text)
        _ = try await replica.write(command: nil) { try $0.writeFields(["points": 7, "title": "Bins out"], to: path) }
        try folder.write("home/" + path.text, old.replacing("\"Bins\"", with: "\"Bins away\""))
        #expect(try await replica.takeInHandEdits(allowsManyRemovals: false).taken == [path])
        let document = try #require(try await replica.read { try $0.document(at: path) })
        #expect(document["points"] == 7)
        let values = document.conflicts.first?.candidates.map(\.value) ?? []
        #expect(Set(values) == ["Bins out", "Bins away"])
        #expect(try folder.git("status", "--porcelain", in: "home") == "")
    }

    @Test("A new file in a folder cached as unchanged is found", .waits)
    func settledFolder() async throws {
        let folder = try TemporaryFolder()
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins")
        // Folders changed within the last two seconds are read again.
        try await Task.sleep(for: .milliseconds(2_100))
        #expect(try await replica.handEditedPaths() == [])
        let marks = try #require(FileManager.default.contents(atPath: folder.path + "/home/.git/hometask/folders"))
        #expect(String(decoding: marks, as: UTF8.self).contains(path.text.prefix(8)))
        // "tasks/xx/", and an id that begins like the task's.
        let new = path.text.prefix(11) + "0000000-0000-4000-8000-000000000000.json"
        try folder.write("home/\(new)", "{}\n")
        #expect(try await replica.handEditedPaths() == [String(new)])
    }

    @Test("An older version restored with git is taken in as it is")
    func broughtBack() async throws {
        let folder = try TemporaryFolder()
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins")
        _ = try await replica.write(command: nil) { try $0.writeFields(["title": "Bins out"], to: path) }
        try folder.git("checkout", "-q", "HEAD~1", "--", path.text, in: "home")
        #expect(try await replica.handEditedPaths() == [path.text])
        #expect(try await replica.takeInHandEdits(allowsManyRemovals: false).taken == [path])
        #expect(try await replica.title(path) == "Bins")
    }

    @Test("A staged edit counts as an edit; files left behind when HEAD moves twice do not")
    func stagedAndMoved() async throws {
        let folder = try TemporaryFolder()
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins")
        for number in 1...3 {
            _ = try await replica.write(command: nil) { try $0.writeFields(["title": "Bins \(number)".json], to: path) }
        }
        try folder.git("reset", "-q", "--hard", "HEAD~2", in: "home")
        try folder.git("reset", "-q", "--hard", "HEAD@{1}", in: "home")
        try folder.git("reset", "-q", "--soft", "HEAD~1", in: "home")
        try folder.git("reset", "-q", "--soft", "HEAD~1", in: "home")
        #expect(try await replica.handEditedPaths() == [])
        try folder.write("home/" + path.text, try folder.read("home/" + path.text).replacing("Bins 3", with: "Bins 4"))
        try folder.git("add", "-A", in: "home")
        #expect(try await replica.handEditedPaths() == [path.text])
        #expect(try await replica.takeInHandEdits(allowsManyRemovals: false).taken == [path])
        #expect(
            try await replica.read { try $0.document(at: path)?.shown.canonicalBytes() }.map {
                String(decoding: $0, as: UTF8.self)
            }?.contains("Bins 4") == true)
    }
}

extension String {
    var json: JSON { .string(self) }
}
