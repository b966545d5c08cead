// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import HometaskReplica
import TestSupport
import Testing

@Suite("Writing to a family's repository")
struct WritingTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("A new family has one commit, a clean status, and passes git fsck", arguments: [false, true])
    func newFamily(isBare: Bool) async throws {
        _ = try await folder.makeFamily(isBare: isBare)
        #expect(try folder.git("rev-list", "--count", "HEAD", in: "home") == "1\n")
        if !isBare { #expect(try folder.git("status", "--porcelain", in: "home") == "") }
        #expect(try folder.git("fsck", "--strict", in: "home").contains("error") == false)
        #expect(try folder.git("log", "--format=%s", in: "home") == "Test founded the family\n")
    }

    @Test("Adding a task creates a file and a diary entry, and leaves the status clean", arguments: [false, true])
    func addTask(isBare: Bool) async throws {
        let replica = try await folder.makeFamily(isBare: isBare)
        let path = try await replica.add("Take out the bins")
        #expect(try folder.git("log", "-1", "--format=%s", in: "home") == "Test added 'Take out the bins'\n")
        #expect(try folder.git("cat-file", "-p", "HEAD:\(path.text)", in: "home").contains("Take out the bins"))
        if !isBare {
            #expect(try folder.git("status", "--porcelain", in: "home") == "")
            #expect(try folder.read("home/" + path.text).contains("Take out the bins"))
        }
    }

    @Test("A command takes in hand edits of the documents it touches, and no others")
    func handEdit() async throws {
        let replica = try await folder.makeFamily()
        let first = try await replica.add("Bins")
        let second = try await replica.add("Dishes")
        for path in [first, second] {
            let text = try folder.read("home/" + path.text)
            try folder.write(
                "home/" + path.text, text.replacing("Bins", with: "Bins out").replacing("Dishes", with: "Pots"))
        }
        #expect(try await replica.handEditedPaths().sorted() == [first.text, second.text].sorted())
        #expect(try await replica.title(first) == "Bins")
        _ = try await replica.write(command: nil) { try $0.writeFields(["points": 5], to: first) }
        #expect(try await replica.title(first) == "Bins out")
        #expect(try await replica.title(second) == "Dishes")
        #expect(try await replica.handEditedPaths() == [second.text])
        #expect(try folder.git("status", "--porcelain", in: "home") == " M \(second.text)\n")
        let report = try await replica.takeInHandEdits(allowsManyRemovals: false)
        #expect(report.taken == [second])
        #expect(try await replica.title(second) == "Pots")
        #expect(try folder.git("status", "--porcelain", in: "home") == "")
    }

    @Test("A git reset, a checkout of an older state or a killed command is never taken for edits")
    func movedByGit() async throws {
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins")
        _ = try await replica.write(command: nil) { try $0.writeFields(["title": "Bins out"], to: path) }
        try folder.git("reset", "-q", "--hard", "HEAD~1", in: "home")
        #expect(try await replica.handEditedPaths() == [])
        #expect(try await replica.title(path) == "Bins")
        try folder.git("reset", "-q", "--soft", "HEAD@{1}", in: "home")
        #expect(try await replica.title(path) == "Bins out")
        #expect(try await replica.handEditedPaths() == [])
        _ = try await replica.write(command: nil) { try $0.writeFields(["points": 1], to: path) }
        #expect(try await replica.title(path) == "Bins out")
        #expect(try folder.git("status", "--porcelain", in: "home") == "")
    }

    @Test("Removing a file by hand puts its task into the trash; the file is restored")
    func removedFile() async throws {
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins")
        try FileManager.default.removeItem(atPath: folder.path + "/home/" + path.text)
        let report = try await replica.takeInHandEdits(allowsManyRemovals: false)
        #expect(report.taken == [path])
        #expect(try await replica.read { try $0.document(at: path)?.isDeleted } == true)
        #expect(try folder.git("status", "--porcelain", in: "home") == "")
    }

    @Test("Undo reverts the last command, and then the one before it")
    func undo() async throws {
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins")
        _ = try await replica.write(command: "edit") { transaction in
            try transaction.writeFields(["title": "Bins out"], to: path)
            transaction.describe("edited")
        }
        #expect(try await replica.undo().command == "edit")
        #expect(try await replica.title(path) == "Bins")
        #expect(try await replica.undo().command == "add")
        #expect(try await replica.read { try $0.document(at: path)?.isDeleted } == true)
    }

    @Test("Writing is refused during an unfinished git merge, and works again after it")
    func middleOfAMerge() async throws {
        let replica = try await folder.makeFamily()
        _ = try await replica.add("Bins")
        try folder.git("checkout", "-q", "-b", "side", in: "home")
        try folder.git("commit", "-q", "--allow-empty", "-m", "Side", in: "home")
        try folder.git("checkout", "-q", "main", in: "home")
        try folder.git("merge", "-q", "--no-ff", "--no-commit", "side", in: "home")
        let before = try folder.git("rev-parse", "HEAD", in: "home")
        let error = await #expect(throws: ReplicaError.self) { _ = try await replica.add("Dishes") }
        #expect(error?.code == .unsettled)
        #expect(try folder.git("rev-parse", "HEAD", in: "home") == before)
        try folder.git("merge", "--abort", in: "home")
        let path = try await replica.add("Dishes")
        #expect(try await replica.title(path) == "Dishes")
    }

    @Test("A new actor is drawn after the folder is copied or the branch is reset")
    func actors() async throws {
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins")
        let actors: (any Replica) async throws -> Set<String> = { replica in
            Set(try await replica.read { try $0.document(at: path)?.seen.actors.map(\.text) ?? [] })
        }
        #expect(try await actors(replica).count == 1)
        try FileManager.default.copyItem(atPath: folder.path + "/home", toPath: folder.path + "/copy")
        let copy = try await provider.open(at: folder.path + "/copy")
        _ = try await copy.write(command: nil) { try $0.writeFields(["title": "Bins there"], to: path) }
        #expect(try await actors(copy).count == 2)
        _ = try await replica.write(command: nil) { try $0.writeFields(["title": "Bins here"], to: path) }
        #expect(try await actors(replica).count == 1)
        try folder.git("reset", "-q", "--hard", "HEAD~1", in: "home")
        _ = try await replica.write(command: nil) { try $0.writeFields(["title": "Bins again"], to: path) }
        #expect(try await actors(replica).count == 2)
    }
}
