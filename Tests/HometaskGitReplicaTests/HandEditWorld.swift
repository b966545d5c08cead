// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import HometaskReplica
import TestSupport
import Testing

/// A family's folder with commands, git, an editor and crashes in random order, and a record of who wrote what.
///
/// Every value is unique, so that it identifies its writer.
final class HandEditWorld {
    let folder = try? TemporaryFolder()
    let replica: any Replica
    let tasks: [DocumentPath]
    var random: SeededGenerator
    private var count = 0
    /// Values typed into a task's file or restored with git, not yet taken in.
    private var manualChanges: [DocumentPath: ManualChange] = [:]
    private struct ManualChange {
        var values: Set<String> = []
        /// Whether the whole file was changed.
        var isWhole = false
    }

    private(set) var story: [String] = []

    var place: String { (folder?.path ?? "") + "/home/" }

    init(seed: UInt64) async throws {
        random = SeededGenerator(seed: seed)
        replica = try await #require(folder).makeFamily()
        var tasks: [DocumentPath] = []
        for number in 0..<4 { tasks.append(try await replica.add("Task \(number)")) }
        self.tasks = tasks
        for _ in 0..<3 { try await command() }
    }

    private func newValue(_ writer: String) -> String {
        count += 1
        return "\(writer)-\(count)."
    }

    @discardableResult
    private func git(_ words: String..., expecting status: Int32? = nil) throws -> String {
        story.append("git " + words.joined(separator: " "))
        return try #require(folder).run(["git", "-C", place] + words)
    }

    private func text(_ path: DocumentPath) -> String {
        (try? String(contentsOfFile: place + path.text, encoding: .utf8)) ?? ""
    }

    // MARK: Random steps

    func step() async throws {
        let path = tasks.randomElement(using: &random) ?? tasks[0]
        switch Int.random(in: 0..<17, using: &random) {
        case 0...2: try await watching { try await self.command() }
        case 3...6: try type(path)
        case 7: try await watching { try await self.takeIn() }
        case 8: try move("reset", "--hard", "-q", "HEAD~1")
        case 9: try move("reset", "--soft", "-q", "HEAD~1")
        case 10: try move("reset", "--mixed", "-q", "HEAD~\(Int.random(in: 1...2, using: &random))")
        case 11: try move("reset", "--soft", "-q", "HEAD@{1}")
        case 12: try bringBack(path)
        case 13: try stash()
        case 14: try git("add", "-A")
        case 15: try await killed()
        default: try remove(path)
        }
    }

    /// A command that writes one field of one task.
    private func command() async throws {
        let path = tasks.randomElement(using: &random) ?? tasks[0]
        let value = newValue("command")
        story.append("command \(value) \(path.text.suffix(12))")
        let field: FieldName = Bool.random(using: &random) ? "title" : "url"
        _ = try await replica.write(command: "edit") { try $0.writeFields([field: .string(value)], to: path) }
        manualChanges[path] = nil
    }

    private func takeIn() async throws {
        story.append("take in")
        let report = try await replica.takeInHandEdits(allowsManyRemovals: true)
        for path in report.taken { manualChanges[path] = nil }
    }

    private func type(_ path: DocumentPath) throws {
        var lines = text(path).components(separatedBy: "\n")
        let field = Bool.random(using: &random) ? "title" : "url"
        let value = newValue("typed")
        let line = "  \"\(field)\": \"\(value)\","
        if let place = lines.firstIndex(where: { $0.hasPrefix("  \"\(field)\":") }) {
            lines[place] = line
        } else if let place = lines.firstIndex(where: { $0.hasPrefix("  \"title\":") }) {
            lines.insert(line, at: place + 1)
        } else {
            return
        }
        story.append("type \(value) \(path.text.suffix(12))")
        try lines.joined(separator: "\n").write(toFile: place + path.text, atomically: true, encoding: .utf8)
        manualChanges[path, default: ManualChange()].values.insert(value)
    }

    private func remove(_ path: DocumentPath) throws {
        story.append("remove \(path.text.suffix(12))")
        try? FileManager.default.removeItem(atPath: place + path.text)
        manualChanges[path, default: ManualChange()].isWhole = true
    }

    /// Moves HEAD, but never to before the tasks existed.
    private func move(_ words: String...) throws {
        let count = Int(try git("rev-list", "--count", "HEAD").trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
        guard count > 8 else { return }
        story.append("git " + words.joined(separator: " "))
        _ = try #require(folder).run(["git", "-C", place] + words)
    }

    private func bringBack(_ path: DocumentPath) throws {
        try git("checkout", "-q", "HEAD~2", "--", path.text)
        manualChanges[path, default: ManualChange()].isWhole = true
    }

    private func stash() throws {
        try git("stash")
        if Bool.random(using: &random) { try git("stash", "pop") }
        try git("reset", "-q")
        for path in tasks where try git("diff", "--name-only").contains(path.text) {
            manualChanges[path, default: ManualChange()].isWhole = true
        }
    }

    /// Simulates a command killed after it moved the branch, before it updated the files.
    private func killed() async throws {
        try await takeIn()
        let kept = ([".git/hometask/worktree", ".git/index"] + tasks.map(\.text)).map {
            ($0, FileManager.default.contents(atPath: place + $0))
        }
        try await command()
        story.append("killed")
        for (name, content) in kept {
            if let content { try content.write(to: URL(fileURLWithPath: place + name)) }
        }
        #expect(try await replica.handEditedPaths() == [], "\(note)")
    }

    // MARK: Invariants

    var note: Comment { "seed \(random.seed): \(story.joined(separator: "; "))" }

    /// Runs a command and checks that no typed value is lost and no unrequested change is made.
    private func watching(_ body: () async throws -> Void) async throws {
        let files = tasks.map { text($0) }.joined()
        let typed = files.matches(of: /typed-\d+\./).map { String($0.output) }
        let before = try await values()
        try await accounting(for: body, before)
        let now = try tasks.map { try text($0) + show($0) }.joined()
        for value in Set(typed) where !now.contains(value) {
            let known = try #require(folder).run([
                "sh", "-c", "cd '\(place)' && git grep -lF '\(value)' $(git rev-list --all --reflog)",
            ])
            #expect(!known.isEmpty, "\(value) is gone; \(note)")
        }
    }

    private func accounting(for body: () async throws -> Void, _ before: [DocumentPath: [String: String]]) async throws
    {
        let asked = manualChanges
        let first = count
        try await body()
        for (path, fields) in try await values() {
            let manual = asked[path] ?? ManualChange()
            if manual.isWhole { continue }
            // Editing a task in the trash restores it, by the rule for deletions.
            for (field, value) in fields where before[path]?[field] != value && value != "false" {
                let isNew = (first..<count).contains { value == "command-\($0 + 1)." }
                #expect(isNew || manual.values.contains(value), "\(field) became \(value); \(note)")
            }
        }
    }

    private func show(_ path: DocumentPath) throws -> String {
        try #require(folder).run(["git", "-C", place, "show", "HEAD:" + path.text])
    }

    private func values() async throws -> [DocumentPath: [String: String]] {
        var all: [DocumentPath: [String: String]] = [:]
        for path in tasks {
            let document = try await replica.read { try $0.document(at: path) }
            var fields = ["deleted": "\(document?.isDeleted ?? false)"]
            for field in ["title", "url"] { fields[field] = document?[FieldName(field)]?.stringValue ?? "none" }
            all[path] = fields
        }
        return all
    }
}

extension TemporaryFolder {
    /// Runs a program with its own HOME, ignoring failure; returns standard output.
    func run(_ words: [String]) throws -> String {
        let process = Process(words[0], Array(words.dropFirst()))
        process.environment = [
            "HOME": path, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org",
            "GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "ann@example.org", "LC_ALL": "C",
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
