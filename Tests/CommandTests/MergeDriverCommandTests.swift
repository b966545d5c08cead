// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("git merges documents with hometask's driver")
struct MergeDriverCommandTests {
    /// A family whose git finds the built command as its driver.
    private func device() throws -> Device {
        let device = try Family().device
        let folder = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path
        let path = device.environment["PATH"] ?? ""
        try device.run("add", "Bins").expect()
        return device.with(["PATH": "\(folder):\(path)"])
    }

    private func retitle(_ other: String, on device: Device) throws {
        let path = try device.onlyFile(in: "tasks")
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        try lines.map { $0.hasPrefix("  \"title\": ") ? "  \"title\": \"\(other)\"," : String($0) }.joined(
            separator: "\n"
        )
        .write(toFile: path, atomically: true, encoding: .utf8)
        try device.run("status").expect()
    }

    private func titles(_ device: Device) throws -> [String] {
        try device.run("list", "--all", "--json").objects().compactMap { $0["title"] as? String }
    }

    @Test("git merge combines edits of different fields")
    func merge() throws {
        let device = try device()
        try device.git("switch", "-qc", "other").expect()
        try retitle("All bins", on: device)
        try device.git("switch", "-q", "main").expect()
        try device.run("done", "bins").expect()
        try device.git("merge", "--no-edit", "other").expect()
        #expect(try titles(device) == ["All bins"])
        #expect(try device.run("list", "--json").objects().isEmpty, "it is done")
        try device.expectClean()
    }

    @Test("git merge of two titles keeps both as a conflict")
    func conflict() throws {
        let device = try device()
        try device.git("switch", "-qc", "other").expect()
        try retitle("All bins", on: device)
        try device.git("switch", "-q", "main").expect()
        try retitle("Both bins", on: device)
        try device.git("merge", "--no-edit", "other").expect()
        try device.run("conflicts").expectQuietly(["All bins", "Both bins"])
    }

    @Test("git revert undoes an older change and keeps later ones, repeatedly")
    func revert() throws {
        let device = try device()
        for round in 1...2 {
            try retitle("All bins", on: device)
            let change = try device.head()
            try device.run(round == 1 ? "done" : "reopen", "bins").expect()
            try device.git("revert", "--no-edit", change).expect()
            #expect(try titles(device) == ["Bins"], "round \(round)")
            #expect(try device.run("list", "--json").objects().count == round - 1)
        }
        try device.run("conflicts").expectQuietly("no conflicts")
    }

    @Test("git revert of a deletion restores the task; reverting the revert deletes it again")
    func revertDeletion() throws {
        let device = try device()
        try device.run("delete", "bins").expect()
        let deletion = try device.head()
        try device.run("member", "add", "Noor").expect()
        try device.git("revert", "--no-edit", deletion).expect()
        #expect(try titles(device) == ["Bins"])
        try device.git("revert", "--no-edit", "HEAD").expect()
        #expect(try titles(device).isEmpty)
    }

    @Test("git cherry-pick brings a change to another branch")
    func cherryPick() throws {
        let device = try device()
        try device.git("switch", "-qc", "other").expect()
        try retitle("All bins", on: device)
        let change = try device.head()
        try device.git("switch", "-q", "main").expect()
        try device.run("done", "bins").expect()
        try device.git("cherry-pick", change).expect()
        #expect(try titles(device) == ["All bins"])
        try device.run("status").expectQuietly("Conflicts  none")
    }

    @Test("An unreadable version is left for manual resolution")
    func unreadable() throws {
        let device = try device()
        try device.git("switch", "-qc", "other").expect()
        try retitle("All bins", on: device)
        try device.git("switch", "-q", "main").expect()
        let path = try device.onlyFile(in: "tasks")
        try "{ broken".write(toFile: path, atomically: true, encoding: .utf8)
        try device.git("commit", "-qam", "Break it").expect()
        try device.git("merge", "other").expect(
            status: 1, stderr: ["hometask cannot merge tasks/", "ours cannot be read"])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "{ broken")
        try device.git("merge", "--abort").expect()
    }

    @Test("The driver works outside any family, on plain files")
    func alone() throws {
        let device = try device()
        let path = try device.onlyFile(in: "tasks")
        let empty = device.home + "/empty"
        try "".write(toFile: empty, atomically: true, encoding: .utf8)
        let copy = device.home + "/ours"
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        var elsewhere = device
        elsewhere.folder = device.home
        try elsewhere.run("merge-driver", empty, "ours", path, "7", "tasks/x.json").expectQuietly(.empty)
        #expect(FileManager.default.contentsEqual(atPath: path, andPath: copy))
        try elsewhere.run("merge-driver", empty, "ours", empty, "7", "tasks/x.json")
            .expect(status: 1, stdout: .empty, stderr: ["tasks/x.json", "theirs cannot be read"])
        #expect(FileManager.default.contentsEqual(atPath: path, andPath: copy))
        try elsewhere.run("merge-driver", empty, "ours", "missing").expect(status: 1, stderr: "no file missing")
        try elsewhere.run("merge-driver").expect(status: 64)
    }
}
