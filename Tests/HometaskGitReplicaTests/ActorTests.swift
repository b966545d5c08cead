// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import HometaskReplica
import TestSupport
import Testing

@Suite("A device loses nothing when its folder is copied, moved or rolled back")
struct ActorTests {
    let world: ForkWorld

    init() async throws { world = try await ForkWorld() }

    @Test("Edits in both copies of a repository (cp -a) are kept")
    func copied() async throws {
        try world.shell("cp -a one copy")
        try await world.edit("one", "A")
        try await world.edit("copy", "B")
        try await world.sync("one", "copy")
        try await world.expectBoth("one", "copy")
        try world.expectNoEventTwice()
    }

    @Test("Both copies' edits are kept over several rounds of edits and syncs")
    func copiesGoOn() async throws {
        try world.shell("cp -a one copy")
        for round in 1...3 {
            try await world.edit("one", "A\(round)")
            try await world.edit("copy", "B\(round)")
            try await world.sync("copy", "one")
        }
        try await world.expectBoth("one", "copy", titles: ("A3", "B3"))
        try world.expectNoEventTwice()
    }

    @Test(
        "An archive restored over pushed edits: an edit before the sync forks, an edit after it supersedes"
    )
    func archive() async throws {
        for syncsFirst in [false, true] {
            let world = try await ForkWorld()
            try world.shell("tar -cf one.tar one")
            try await world.edit("one", "A")
            try await world.sync("one")
            try world.shell("tar -xf one.tar")
            if syncsFirst { try await world.sync("one") }
            try await world.edit("one", "B")
            let report = try await world.sync("one")
            if syncsFirst {
                // B was written after seeing A, so it supersedes A.
                try await world.settle("one")
                #expect(try await world.titles("one") == ["B"])
                try world.expectNoEventTwice()
            } else {
                #expect(report.forked.map(\.path) == [world.task])
                try await world.expectBoth("one")
            }
        }
    }

    @Test("An archive restored under newer remote-tracking refs does not fork")
    func archiveWithKnownRemote() async throws {
        try world.shell("tar --exclude=one/.git/refs/remotes -cf one.tar one")
        try await world.edit("one", "A")
        try await world.sync("one")
        try world.shell("tar -xf one.tar")
        try await world.edit("one", "B")
        #expect(try await world.sync("one").forked.isEmpty)
        try await world.expectBoth("one")
        try world.expectNoEventTwice()
    }

    @Test("Scenario 44: a stick used on two machines that hold different states of it")
    func stick() async throws {
        try world.shell("cp -a one image")
        try await world.edit("one", "A")
        try await world.sync("one")
        try world.setBack("one", to: "image")
        try await world.edit("one", "B", on: "another-machine")
        #expect(try await world.sync("one", on: "another-machine").forked.isEmpty)
        try await world.expectBoth("one")
        try world.expectNoEventTwice()
        // Back on the first machine.
        try await world.edit("one", "C")
        try await world.settle("one")
        #expect(try await world.titles("two") == ["C"])
        try world.expectNoEventTwice()
    }

    @Test("A branch reset by two commits, pushed or not, reuses no event", arguments: [true, false])
    func reset(isPushed: Bool) async throws {
        for title in ["A1", "A"] { try await world.edit("one", title) }
        if isPushed { try await world.sync("one") }
        try world.folder.git("reset", "-q", "--hard", "HEAD~2", in: "one")
        try await world.edit("one", "B")
        try await world.sync("one")
        if isPushed {
            try await world.expectBoth("one")
        } else {
            try await world.settle("one")
            #expect(try await world.titles("two") == ["B"])
        }
        try world.expectNoEventTwice()
    }

    @Test("After a crash between announcing a commit and moving the branch, work resumes two commits back")
    func crash() async throws {
        for title in ["A1", "A"] { try await world.edit("one", title) }
        try await world.sync("one")
        try world.folder.git("update-ref", "refs/heads/main", "HEAD~2", in: "one")
        try world.folder.git("reset", "-q", "--hard", in: "one")
        try await world.edit("one", "B")
        try await world.sync("one")
        try await world.expectBoth("one")
        try world.expectNoEventTwice()
    }

    @Test("Edits on two branches of one device survive a merge by git")
    func switchedBack() async throws {
        try world.folder.git("branch", "older", in: "one")
        try await world.edit("one", "A")
        try world.folder.git("checkout", "-q", "older", in: "one")
        try await world.edit("one", "B")
        try world.folder.git("checkout", "-q", "main", in: "one")
        try world.folder.git(
            "-c", "merge.hometask.driver=\(Command.program) merge-driver %O %A %B %L %P", "merge", "-q", "--no-edit",
            "older", in: "one")
        try await world.settle("one")
        try await world.expectBoth("one")
        try world.expectNoEventTwice()
    }

    @Test("A `seen` raised by hand, committed or not, hides no edit", arguments: [true, false])
    func raisedByHand(isCommitted: Bool) async throws {
        try await world.edit("one", "A")
        // The second device claims to have seen 99 events of the first.
        let actor = try world.actor("one")
        let file = world.folder.path + "/two/" + world.task.text
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let raised = text.replacing(try Regex("\"\(actor)\": [0-9]+"), with: "\"\(actor)\": 99")
        #expect(raised != text)
        try raised.write(toFile: file, atomically: true, encoding: .utf8)
        if isCommitted { try world.folder.git("commit", "-qam", "By hand", in: "two") }
        try await world.edit("two", "B")
        try await world.sync("two", "one")
        try await world.expectBoth("one")
        try await world.edit("one", "C")
        try await world.settle("one")
        #expect(try await world.titles("two") == ["C"])
    }

    @Test("A `seen` raised by hand in a pulled commit is ignored")
    func raisedAndPulled() async throws {
        let actor = try world.actor("one")
        let file = world.folder.path + "/two/" + world.task.text
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try text.replacing(try Regex("\"\(actor)\": [0-9]+"), with: "\"\(actor)\": 99")
            .write(toFile: file, atomically: true, encoding: .utf8)
        try world.folder.git("commit", "-qam", "By hand", in: "two")
        try await world.sync("two", "one")
        #expect(try world.folder.read("one/" + world.task.text).contains(": 99") == false)
        try await world.edit("one", "A")
        try await world.settle("one")
        #expect(try await world.titles("two") == ["A"])
    }

    @Test(
        "A disk rolled back and edited offline is reported as forked when it syncs",
        arguments: [(1, 1), (2, 1), (1, 2), (3, 3)])
    func setBack(pushed: Int, offline: Int) async throws {
        try world.shell("cp -a one image")
        for count in 1...pushed { try await world.edit("one", count == pushed ? "A" : "A\(count)") }
        try await world.sync("one")
        let actor = try world.actor("one")
        try world.setBack("one", to: "image")
        for count in 1...offline { try await world.edit("one", count == offline ? "B" : "B\(count)") }
        #expect(try world.actor("one") == actor, "nobody can notice that beforehand")
        let report = try await world.sync("one")
        #expect(report.forked.map(\.path) == [world.task])
        #expect(try world.actor("one") != actor)
        try await world.expectBoth("one")
        #expect(try await world.open("one").status().forked.map(\.path) == [world.task])
        #expect(try await world.open("one").examine(repairs: false).contains { $0.subject == "copies" })
        // Resolving the conflict settles it on every device.
        let task = world.task
        _ = try await world.open("two").write(command: nil) { transaction in
            for conflict in try transaction.document(at: task)?.conflicts ?? [] {
                try transaction.conflicts.resolve(conflict.field, line: conflict.line, of: task, with: "C")
            }
        }
        try await world.settle("one")
        for name in ["one", "two"] { #expect(try await world.titles(name) == ["C"]) }
        #expect(try await world.open("one").status().forked.isEmpty)
    }

    @Test("A device that merges both lines of a fork reports the fork, even if neither line is its own")
    func foundByAnother() async throws {
        try world.shell("cp -a one image && git init -q --bare -b main stick")
        try await world.edit("one", "A")
        try await world.sync("one")
        try world.setBack("one", to: "image")
        try await world.edit("one", "B")
        let one = try await world.open("one")
        try await one.setRemote("stick", url: world.folder.path + "/stick")
        _ = try await one.sync(.both, remote: "stick") { _ in }
        let two = try await world.open("two")
        try await two.setRemote("stick", url: world.folder.path + "/stick")
        try await world.sync("two")
        #expect(try await two.sync(.both, remote: "stick") { _ in }.forked.map(\.path) == [world.task])
        try await world.sync("two", "one")
        try await world.expectBoth("one")
    }

    @Test("On a rolled-back disk, a deletion concurrent with an edit restores the task with a conflict")
    func deletionSetBack() async throws {
        let task = world.task
        try world.shell("cp -a one image")
        _ = try await world.open("one").write(command: nil) { try $0.trash.delete(task, called: "Milk") }
        try await world.sync("one")
        try world.setBack("one", to: "image")
        try await world.edit("one", "B")
        try await world.sync("one")
        try await world.settle("one")
        for name in ["one", "two"] {
            #expect(try await world.titles(name) == ["B"])
            let fields = try await world.open(name).read { try $0.document(at: task)?.conflicts.map(\.field) }
            #expect(fields == ["deleted"])
        }
    }

    @Test("A cherry-picked commit does not count as a fork")
    func picked() async throws {
        try await world.edit("one", "A")
        try await world.edit("one", "B")
        try world.folder.git("fetch", "-q", "../one", "main", in: "two")
        try world.folder.git("cherry-pick", "FETCH_HEAD~1", in: "two")
        try await world.sync("two")
        let report = try await world.sync("one")
        #expect(report.forked.isEmpty)
        try await world.settle("one")
        #expect(try await world.titles("two") == ["B"])
    }

    @Test("A squashed commit does not count as a fork, although it shows only part of an event")
    func squashed() async throws {
        let owner = ChecklistOwner.task(try #require(world.task.id))
        for text in ["Tea", "Green tea"] {
            _ = try await world.open("one").write(command: nil) { transaction in
                guard let item = try transaction.items.all(of: owner).first else {
                    return try transaction.items.add([text], to: owner)
                }
                try transaction.items.rename(item, of: owner, to: text)
            }
        }
        try world.folder.git("fetch", "-q", "../one", "main", in: "two")
        try world.folder.git("merge", "-q", "--squash", "FETCH_HEAD", in: "two")
        try world.folder.git("commit", "-qm", "Squashed", in: "two")
        try await world.edit("two", "B")
        try await world.sync("two")
        #expect(try await world.sync("one").forked.isEmpty)
        try await world.settle("one")
        let items = try await world.open("two").write(command: nil) { try $0.items.all(of: owner) }.result
        #expect(items.map(\.text) == ["Green tea"])
        #expect(try await world.titles("one") == ["B"])
    }
}
