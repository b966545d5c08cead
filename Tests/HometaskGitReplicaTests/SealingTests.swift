// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskHashing
import HometaskMerging
import HometaskReplica
import TestSupport
import Testing

@Suite("Commits made without hometask")
struct SealingTests: TwoDevicesTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try Self.folderWithHub()
    }

    @Test(
        "The next command seals a hand commit, once, with a clean tree and an unchanged meaning")
    func edited() async throws {
        let (one, two, task) = try await twoDevices()
        try edit("one", task, replacing: "\"Milk\"", with: "\"Oat milk\"")
        try commit("one")
        let foreign = try head("one")
        #expect(try await one.title(task) == "Oat milk", "showing reads it as it is")
        #expect(try head("one") == foreign, "and writes nothing")
        _ = try await one.write(command: nil) { try $0.writeFields(["points": 3], to: task) }
        #expect(try head("one", "main~2") == foreign)
        #expect(try folder.git("status", "--porcelain", in: "one") == "")
        let write = try #require(try await document(one, task).lastWrite(of: "title"))
        #expect(write.dot.actor.text == "g" + foreign.prefix(16))
        try await meet(one, two)
        #expect(try await two.title(task) == "Oat milk")
        #expect(try folder.git("log", "--format=%s", "main", in: "one").contains("committed without hometask") == true)
        let before = try head("one")
        try await meet(one, two)
        #expect(try head("one") == before, "nothing is sealed twice")
    }

    @Test("Scenario 42: two devices that seal the same commit independently write the identical seal")
    func identical() async throws {
        let (one, two, task) = try await twoDevices()
        try edit("one", task, replacing: "\"Milk\"", with: "\"Oat milk\"")
        try commit("one")
        try folder.git("push", "-q", "origin", "main", in: "one")
        try folder.git("pull", "-q", "--ff-only", "origin", "main", in: "two")
        let foreign = try head("one")
        #expect(try head("two") == foreign)
        for (replica, title) in [(one, "Bread"), (two, "Eggs")] { _ = try await replica.add(title) }
        #expect(try head("one", "main~1") == head("two", "main~1"))
        #expect(try head("one", "main~2") == foreign)
        try await meet(one, two)
        #expect(try await document(one, task).conflicts == [])
    }

    @Test("The seal matches the documented format byte for byte")
    func bytes() async throws {
        let (one, _, task) = try await twoDevices()
        try edit("one", task, replacing: "\"Milk\"", with: "\"Oat milk\"")
        try commit("one")
        let foreign = try head("one")
        try await sync(one)
        let tree = try head("one", "main^{tree}")
        let hash = SHA256.hexDigest(Array("format 1\ntree \(tree)\nparent \(foreign)\n".utf8)).prefix(32)
        let seconds = try folder.git("log", "-1", "--format=%ct", foreign, in: "one").filter { $0 != "\n" }
        let by = "hometask <hometask@localhost> \(seconds) +0000"
        let text = """
            tree \(tree)
            parent \(foreign)
            author \(by)
            committer \(by)

            Took in what was committed without hometask

            Hometask: 1 \(hash)

            """
        #expect(try folder.git("cat-file", "commit", "main", in: "one") == text)
        let (author, file) = (
            Seal.author(commit: foreign, time: Timestamp(seconds: Int64(seconds) ?? 0)),
            Array(try folder.git("show", "\(foreign):\(task.text)", in: "one").utf8)
        )
        let before = Array(try folder.git("show", "\(foreign)^:\(task.text)", in: "one").utf8)
        let parent = Seal.Parent(meaning: InterpretedDocument(asWritten: before, of: task.id), file: before)
        let meaning = Seal.meaning(of: file, id: task.id, after: [parent], by: try #require(author))
        #expect(try folder.read("one/" + task.text) == String(decoding: meaning?.bytes ?? [], as: UTF8.self))
    }

    @Test("A hand commit merges with a concurrent change as a device's commit does", arguments: [false, true])
    func apart(pushesByHand: Bool) async throws {
        let (one, two, task) = try await twoDevices()
        try edit("one", task, replacing: "\"Milk\"", with: "\"Oat milk\"")
        try edit("one", task, replacing: "\"two\"", with: "\"zwei\"")
        try commit("one")
        if pushesByHand { try folder.git("push", "-q", "origin", "main", in: "one") }
        _ = try await two.write(command: nil) {
            try $0.writeFields(["title": "Soy milk", "tags": ["home", "late"]], to: task)
        }
        try await meet(two, one)
        let document = try await document(two, task)
        #expect(Set(document.conflicts.first?.candidates.map(\.value) ?? []) == ["Oat milk", "Soy milk"])
        #expect(document["tags"] == ["home", "late"])
        #expect(document["description"] == ["one", "zwei", "three"])
    }

    @Test("A hand commit on top of a commit that another device has sealed meanwhile supersedes it without a conflict")
    func ontoSealed() async throws {
        let (one, two, task) = try await twoDevices()
        try edit("one", task, replacing: "\"Milk\"", with: "\"Oat milk\"")
        try commit("one")
        try folder.git("push", "-q", "origin", "main", in: "one")
        try await sync(two)
        _ = try await two.write(command: nil) { try $0.writeFields(["url": "x"], to: task) }
        try edit("one", task, replacing: "\"Oat milk\"", with: "\"Rice milk\"")
        try commit("one")
        try await meet(two, one)
        let document = try await document(two, task)
        #expect(document["title"] == "Rice milk")
        #expect(document["url"] == "x")
        #expect(document.conflicts == [])
    }

    @Test("A hand commit on top of a merge that hides a device's events causes no conflict")
    func ontoSealedMerge() async throws {
        let (one, two, task) = try await twoDevices()
        _ = try await two.write(command: nil) { try $0.writeFields(["title": "Soy milk", "url": "x"], to: task) }
        try await sync(two)
        _ = try await one.write(command: nil) { try $0.writeFields(["points": 3], to: task) }
        try folder.git("fetch", "-q", in: "one")
        try folder.git("merge", "-q", "-s", "ours", "-m", "Mine", "origin/main", in: "one")
        try folder.git("push", "-q", "origin", "main", in: "one")
        try await sync(two)
        _ = try await two.add("Bread")
        _ = try await two.write(command: nil) { try $0.writeFields(["title": "Tea"], to: task) }
        try edit("one", task, replacing: "\"three\"", with: "\"drei\"")
        try commit("one")
        try await meet(two, one)
        let document = try await document(one, task)
        #expect(document["title"] == "Tea")
        #expect(document["url"] == "x")
        #expect(document["description"] == ["one", "two", "drei"])
        #expect(document.conflicts == [])
    }

    @Test("git revert and git rm without the driver take effect, also on a removed tag")
    func reverted() async throws {
        let (one, two, task) = try await twoDevices()
        _ = try await one.write(command: nil) { try $0.writeFields(["title": "Tea", "tags": ["home"]], to: task) }
        try folder.git("revert", "--no-edit", "HEAD", in: "one")
        try await meet(one, two)
        for replica in [one, two] {
            #expect(try await replica.title(task) == "Milk")
            #expect(try await document(replica, task)["tags"] == ["home", "shop"])
        }
        try folder.git("rm", "-q", task.text, in: "two")
        try commit("two", "Away")
        try await meet(two, one)
        #expect(try await document(one, task).isDeleted)
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/one/\(task.text)"))
    }

    @Test("Scenario 48: git revert of a commit that resolved a conflict reopens it on both devices")
    func reopened() async throws {
        let (one, two, task) = try await twoDevices()
        for (replica, title) in [(one, "Oat milk"), (two, "Soy milk")] {
            _ = try await replica.write(command: nil) { try $0.writeFields(["title": .string(title)], to: task) }
        }
        try await meet(one, two)
        let open = try #require(try await document(one, task).conflicts.first).candidates.map(\.value)
        #expect(Set(open) == ["Oat milk", "Soy milk"])
        _ = try await one.write(command: nil) { try $0.writeFields(["title": "Milk"], to: task) }
        #expect(try await document(one, task).conflicts == [])
        try folder.git("revert", "--no-edit", "HEAD", in: "one")
        try await meet(one, two)
        for replica in [one, two] {
            #expect(try await document(replica, task).conflicts.first?.candidates.map(\.value) == open)
        }
    }

    @Test("Committed conflict markers block no other document, and a readable version on top is an edit")
    func markers() async throws {
        let (one, two, task) = try await twoDevices()
        let before = try folder.read("one/" + task.text)
        try folder.write("one/" + task.text, "<<<<<<< HEAD\n" + before)
        try commit("one")
        let bread = try await one.add("Bread")
        try await meet(one, two)
        #expect(try await two.title(bread) == "Bread")
        #expect(try folder.read("two/" + task.text).hasPrefix("<<<<<<< HEAD"))
        try folder.write("two/" + task.text, before.replacing("\"Milk\"", with: "\"Oat milk\""))
        try commit("two")
        try await meet(two, one)
        let document = try await document(one, task)
        #expect(document["title"] == "Oat milk")
        #expect(document["tags"] == ["home", "shop"])
        #expect(document.lastWrite(of: "title")?.dot.actor.text.first == "g")
        #expect(document.conflicts == [])
    }

    @Test("A broken version loses to a readable one of another device")
    func markersApart() async throws {
        let (one, two, task) = try await twoDevices()
        try folder.write("one/" + task.text, "{ broken")
        try commit("one")
        _ = try await two.write(command: nil) { try $0.writeFields(["title": "Tea"], to: task) }
        try await meet(one, two)
        #expect(try await one.title(task) == "Tea")
    }

    @Test("Scenario 45: rebased and picked commits of hometask keep their events and merge with the originals")
    func rebased() async throws {
        let (one, two, task) = try await twoDevices()
        let bread = try await one.add("Bread")
        _ = try await one.write(command: nil) { try $0.writeFields(["title": "Rye"], to: bread) }
        _ = try await two.write(command: nil) { try $0.writeFields(["title": "Tea"], to: task) }
        try await sync(two)
        let dot = try await document(one, bread).lastWrite(of: "title")?.dot
        try folder.git("fetch", "-q", in: "one")
        try folder.git("rebase", "-q", "origin/main", in: "one")
        try await meet(one, two)
        #expect(try await document(two, bread).lastWrite(of: "title")?.dot == dot)
        #expect(try await two.title(task) == "Tea")
    }

    @Test("A repository made by git, without any commit of hometask, can be joined like any other")
    func foreignRoot() async throws {
        let (one, _, task) = try await twoDevices()
        try folder.git("checkout", "-q", "--orphan", "fresh", in: "one")
        try edit("one", task, replacing: "\"Milk\"", with: "\"Oat milk\"")
        try commit("one")
        try folder.git("push", "-q", "-f", "origin", "fresh:main", in: "one")
        let three = try await provider.join(url: folder.path + "/hub", at: folder.path + "/three", isBare: true) { _ in
        }
        #expect(try await three.title(task) == "Oat milk")
        #expect(try await document(three, task).lastWrite(of: "title")?.dot.actor.text.first == "g")
        // An unrelated history of the same family.
        try folder.git("checkout", "-q", "main", in: "one")
        _ = try await one.write(command: nil) { try $0.writeFields(["url": "x"], to: task) }
        try await sync(one)
        try await sync(three)
        #expect(try head("one") == head("three"))
        #expect(try await document(three, task)["url"] == "x")
        #expect(try await three.title(task) == "Oat milk")
    }

    @Test("A file in place of the tasks' folder gives way, and the tasks are restored unchanged")
    func folderGone() async throws {
        let (one, two, task) = try await twoDevices()
        try folder.git("rm", "-q", "-r", "tasks", in: "one")
        try folder.write("one/tasks", "not a folder")
        try commit("one")
        try await meet(one, two)
        #expect(try await !document(two, task).isDeleted)
        try folder.git("rm", "-q", "-r", "tasks", in: "one")
        try commit("one", "All of them away")
        try await meet(one, two)
        #expect(try await document(two, task).isDeleted, "a folder that is gone is its documents removed")
    }

    @Test("Hand edits on top of a hand commit, not yet taken in, survive its seal")
    func editsOnTop() async throws {
        let (one, two, task) = try await twoDevices()
        try edit("one", task, replacing: "\"Milk\"", with: "\"Oat milk\"")
        try commit("one")
        try edit("one", task, replacing: "\"two\"", with: "\"zwei\"")
        let bread = try await one.add("Bread")
        #expect(try await one.handEditedPaths() == [task.text])
        try await meet(one, two)
        let document = try await document(two, task)
        #expect(document["title"] == "Oat milk")
        #expect(document["description"] == ["one", "zwei", "three"])
        #expect(document.conflicts == [])
        #expect(try await two.title(bread) == "Bread")
    }

    @Test("Many documents changed by hand become one pack, and a file that is not a document stays as it is")
    func many() async throws {
        let (one, two, _) = try await twoDevices()
        _ = try await one.write(command: nil) { transaction in
            for number in 0..<200 { _ = try transaction.tasks.add(TaskDraft(title: "Old \(number)")) }
        }
        try folder.write("one/notes.json", "[1,\n2]")
        let tasks = try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/one/tasks")
        for name in tasks where name.hasSuffix(".json") {
            let text = try folder.read("one/tasks/" + name)
            try folder.write("one/tasks/" + name, text.replacing("\"Old ", with: "\"New "))
        }
        try commit("one")
        let loose = try folder.git("count-objects", in: "one")
        try await sync(one)
        let before = Int(loose.split(separator: " ")[0]) ?? 0
        let after = Int(try folder.git("count-objects", in: "one").split(separator: " ")[0]) ?? 0
        #expect(after - before < 20)
        try await meet(one, two)
        #expect(try folder.read("two/notes.json") == "[1,\n2]")
        #expect(try await two.read { try $0.paths(of: .task, idPrefix: "").count } == 201)
    }

    /// Commits the index of device one on the given parents; returns the id.
    private func commit(on parents: [String], _ message: String = "By hand") throws -> String {
        let tree = try folder.git("write-tree", in: "one").trimmingCharacters(in: .whitespacesAndNewlines)
        let lines = ["tree \(tree)"] + parents.map { "parent \($0)" }
        let by = "Ann <ann@example.org> 1795000000 +0000"
        try folder.write(
            "commit", (lines + ["author \(by)", "committer \(by)", "", message, ""]).joined(separator: "\n"))
        return try folder.git("hash-object", "-t", "commit", "-w", folder.path + "/commit", in: "one")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test("A merge of branches with a broken document keeps the document's meaning from before them")
    func brokenLines() async throws {
        let (one, two, task) = try await twoDevices()
        let (whole, base) = (try folder.read("one/" + task.text), try head("one"))
        let write = { (text: String) in
            try folder.write("one/" + task.text, text)
            try folder.git("add", "-A", in: "one")
        }
        var lines: [String] = []
        for line in 0..<3 {
            var tip = base
            for step in 0..<3 {
                try write("broken \(line) \(step)")
                tip = try commit(on: [tip])
            }
            lines.append(tip)
        }
        let merge = try commit(on: lines)
        try write(whole.replacing("\"Milk\"", with: "\"Oat milk\""))
        let mended = try commit(on: [merge])
        try folder.git("reset", "-q", "--hard", mended, in: "one")
        try await meet(one, two)
        let document = try await document(two, task)
        #expect(document["title"] == "Oat milk")
        #expect(document["tags"] == ["home", "shop"])
        #expect(document.lastWrite(of: "title")?.dot.actor.text == "g" + mended.prefix(16))
        #expect(document.conflicts == [])
    }

    @Test("A commit with too many parents is refused, and the error states the limit")
    func manyParents() async throws {
        let (_, two, _) = try await twoDevices()
        let base = try head("one")
        let parents = try (0..<257).map { try commit(on: [base], "By hand \($0)") }
        let tip = try commit(on: parents)
        try folder.git("push", "-q", "origin", "\(tip):main", in: "one")
        await #expect {
            try await sync(two)
        } throws: { error in
            let error = error as? ReplicaError
            return error?.code == .damaged
                && error?.message.contains("has 257 parents; at most 256 are allowed") == true
        }
        #expect(try head("two") == base)
    }
}
