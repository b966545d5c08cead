// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskGitReplica
import HometaskMerging
import HometaskReplica
import TestSupport
import Testing

@Suite("Three ways to merge, one result")
struct ThreeMergesTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func makeHub(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
        try folder.git("init", "-q", "--bare", "-b", "main", in: name)
    }

    /// Makes two devices with diverged edits of the same tasks, and pushes their heads to the hubs "ours" and "theirs".
    private func goApart(_ random: inout SeededGenerator) async throws {
        for name in ["hub", "ours", "theirs"] { try makeHub(name) }
        let one = try await folder.makeFamily("one")
        var tasks: [DocumentPath] = []
        for number in 0..<8 { tasks.append(try await one.add("Task \(number)")) }
        try await edit(tasks, on: one, as: "both", using: &random)
        try await one.setRemote("origin", url: folder.path + "/hub")
        _ = try await one.sync(.both, remote: nil) { _ in }
        let two = try await provider.join(url: folder.path + "/hub", at: folder.path + "/two", isBare: false) { _ in }
        for _ in 0..<2 {
            try await edit(tasks, on: one, as: "one", using: &random)
            try await edit(tasks, on: two, as: "two", using: &random)
        }
        _ = try await one.add("Of one alone")
        _ = try await two.add("Of two alone")
        try folder.git("push", "-q", folder.path + "/ours", "main", in: "one")
        try folder.git("push", "-q", folder.path + "/theirs", "main", in: "two")
    }

    private func edit(
        _ tasks: [DocumentPath], on device: any Replica, as name: String, using random: inout SeededGenerator
    ) async throws {
        var edits: [RandomEdits] = []
        for task in tasks where Int.random(in: 0..<4, using: &random) > 0 {
            let shown = try await device.read { try $0.document(at: task)?.shown ?? JSONObject() }
            edits.append(RandomEdits(of: task, shown, by: name, using: &random))
        }
        let made = edits
        _ = try await device.write(command: nil) { transaction in
            for edit in made { try edit.apply(to: transaction) }
        }
    }

    /// Clones our head with git, and fetches their head as `theirs/main`.
    private func clone(_ name: String, _ options: String...) throws {
        let url = folder.path + "/ours"
        try folder.git("clone", "-q", options.first ?? "--no-hardlinks", url, folder.path + "/" + name, in: ".")
        try folder.git("remote", "add", "theirs", folder.path + "/theirs", in: name)
        try folder.git("fetch", "-q", "theirs", "+main:refs/remotes/theirs/main", in: name)
    }

    private func mergeByReplica(_ name: String) async throws {
        let replica = try await provider.join(
            url: folder.path + "/ours", at: folder.path + "/" + name, isBare: false
        ) { _ in }
        try await replica.setRemote("theirs", url: folder.path + "/theirs")
        _ = try await replica.sync(.pull, remote: "theirs") { _ in }
    }

    private func mergeByGit(_ name: String) async throws {
        try clone(name)
        // Sets up the clone as `doctor --repair` does.
        _ = try await provider.open(at: folder.path + "/" + name).examine(repairs: true)
        let program = URL(fileURLWithPath: Command.program).deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        try folder.git(
            "merge", "-q", "--no-edit", "theirs/main", in: name, variables: ["PATH": "\(program):\(path)"])
    }

    private func mergeByLibrary(_ name: String, isBare: Bool) throws -> String {
        try clone(name, isBare ? "--bare" : "--no-hardlinks")
        try InProcessMergeDriver.register()
        let repository = try Repository.open(at: folder.path + "/" + name)
        let ours = try #require(try repository.references.target(of: "refs/heads/main"))
        let theirs = try #require(try repository.references.target(of: "refs/remotes/theirs/main"))
        let merge = try repository.commits.mergeInProcess(
            ours, theirs, defaultDriver: isBare ? InProcessMergeDriver.name : nil)
        guard case .merged(let tree) = merge else {
            Issue.record("libgit2 left conflicts: \(merge)")
            return ""
        }
        if !isBare {
            let commit = try folder.git(
                "commit-tree", "\(tree)", "-p", "\(ours)", "-p", "\(theirs)", "-m", "Merged", in: name)
            try folder.git("reset", "-q", "--hard", commit.filter { $0 != "\n" }, in: name)
        }
        return "\(tree)\n"
    }

    private func tree(_ name: String) throws -> String { try folder.git("rev-parse", "main^{tree}", in: name) }

    @Test("The replica, git with the driver and libgit2 write the same documents; a sync on top yields the same tree")
    func sameBytes() async throws {
        var random = SeededGenerator()
        try await goApart(&random)
        try await mergeByReplica("replica")
        try await mergeByGit("git")
        let library = try mergeByLibrary("library", isBare: false)
        let bare = try mergeByLibrary("bare", isBare: true)
        let expected = try folder.git("ls-tree", "-r", "main", in: "replica")
        for name in ["git", "library"] {
            #expect(try folder.git("ls-tree", "-r", "main", in: name) == expected, "\(name): \(random.note)")
        }
        #expect(try library == tree("replica") && bare == library, "\(random.note)")
        for name in ["replica", "git", "library"] {
            try makeHub("hub-\(name)")
            let device = try await provider.open(at: folder.path + "/" + name)
            try await device.setRemote("up", url: "\(folder.path)/hub-\(name)")
            _ = try await device.sync(.both, remote: "up") { _ in }
            #expect(try tree("hub-\(name)") == tree("replica"), "\(name): \(random.note)")
            #expect(try folder.git("status", "--porcelain", in: name) == "")
        }
        let joined = try await provider.open(at: folder.path + "/replica")
        #expect(
            try await !joined.status().conflicted.isEmpty, "a merge without a conflict shows little: \(random.note)")
    }

    @Test("Registering the driver is idempotent and reserves its name; a version it refuses stays a conflict")
    func registration() throws {
        try InProcessMergeDriver.register()
        try InProcessMergeDriver.register()
        let error = #expect(throws: GitError.self) {
            try MergeDriverRegistration.register(InProcessMergeDriver.name) { _ in .conflict }
        }
        #expect(error?.code == .exists)
        try folder.git("init", "-q", "-b", "main", ".", in: ".")
        let texts = ["base": "{}", "ours": "{ours", "theirs": "{theirs"]
        for (branch, start) in [("base", nil), ("ours", "base"), ("theirs", "base")] {
            try folder.git("checkout", "-q", start == nil ? "--orphan" : "-b", branch, in: ".")
            if let start { try folder.git("reset", "-q", "--hard", start, in: ".") }
            try folder.write(".gitattributes", MergedLines.attributes)
            try folder.write("a.json", texts[branch] ?? "")
            try folder.write("a.txt", MergedLines.text(of: branch))
            try folder.git("add", "-f", "a.json", "a.txt", ".gitattributes", in: ".")
            try folder.git("commit", "-qm", branch, in: ".")
        }
        let repository = try Repository.open(at: folder.path)
        let ours = try #require(try repository.references.target(of: "refs/heads/ours"))
        let theirs = try #require(try repository.references.target(of: "refs/heads/theirs"))
        #expect(try repository.commits.mergeInProcess(ours, theirs) == .conflicted(paths: ["a.json"]))
    }
}

/// A file that the driver declines despite the attribute; it is merged line by line.
private enum MergedLines {
    static let attributes = "*.json merge=hometask\n*.txt merge=hometask\n"

    static func text(of branch: String) -> String {
        "\(branch == "ours" ? "ours" : "first")\n1\n2\n3\n4\n5\n\(branch == "theirs" ? "theirs" : "last")\n"
    }
}
