// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import HometaskReplica
import Synchronization
import TestSupport
import Testing

/// Devices of one family that use hometask and plain git in random order.
///
/// Every value is unique, so that it identifies its write. Clocks, ids and actors are derived from the seed, so a seed
/// reproduces the same commits.
final class ForeignWorld {
    let folder: TemporaryFolder
    let names: [String]
    private(set) var replicas: [any Replica] = []
    private(set) var tasks: [DocumentPath] = []
    private(set) var story: [String] = []
    private var random: SeededGenerator
    private var count = 0
    private var clock = 1_795_000_000

    private let squashes: Bool

    /// - Parameter squashes: whether commits are squashed; false for seeds that predate squashing.
    init(seed: UInt64, devices: Int, squashes: Bool = true) async throws {
        self.squashes = squashes
        random = SeededGenerator(seed: seed)
        let entropy = Mutex(SeededGenerator(seed: random.next()))
        let provider = GitReplicaProvider(
            clock: { Timestamp(seconds: 1_795_000_000) }, entropy: { entropy.withLock { $0.next() } })
        folder = try TemporaryFolder()
        names = (0..<devices).map { "device\($0)" }
        try FileManager.default.createDirectory(atPath: folder.path + "/hub", withIntermediateDirectories: true)
        try git("hub", ["init", "-q", "--bare", "-b", "main"])
        let first = try await provider.create(
            at: folder.path + "/" + names[0], isBare: false,
            family: FamilyDraft(name: "Test", zone: "Europe/Amsterdam", email: "test@example.org", device: "laptop"))
        try await first.setRemote("origin", url: folder.path + "/hub")
        for number in 0..<2 { tasks.append(try await first.add("Task \(number)")) }
        for task in tasks {
            let (tags, lines) = (
                ["a", "b"].map { newValue($0) }, ["one", "two", "three", "four"].map { newValue($0) }
            )
            let items = ["milk", "bread", "eggs"].map { JSON.object(["done": false, "text": .string(newValue($0))]) }
            _ = try await first.write(command: nil) {
                try $0.writeFields(
                    [
                        "tags": .array(tags.map { .string($0) }), "description": .array(lines.map { .string($0) }),
                        "items": .array(items),
                    ], to: task)
            }
        }
        replicas = [first]
        _ = try await first.sync(.both, remote: nil) { _ in }
        for name in names.dropFirst() {
            replicas.append(
                try await provider.join(url: folder.path + "/hub", at: "\(folder.path)/\(name)", isBare: false) { _ in }
            )
        }
    }

    private func newValue(_ writer: String) -> String {
        count += 1
        return "\(writer)-\(count)."
    }

    /// Runs git with the world's clock. Documents are merged by `hometask` if `driver` is set, otherwise line by line.
    @discardableResult
    func git(_ place: String, _ words: [String], driver: Bool = false) throws -> (status: Int32, output: String) {
        let merges = driver ? [] : ["-c", "merge.hometask.driver=git merge-file -q %A %O %B"]
        let process = Process("git", ["-C", "\(folder.path)/\(place)"] + merges + words)
        let program = URL(fileURLWithPath: Command.program).deletingLastPathComponent().path
        clock += Int.random(in: -30...60, using: &random)
        process.environment = [
            "HOME": folder.path,
            "PATH": program + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"),
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org",
            "GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "ann@example.org", "LC_ALL": "C",
            "GIT_AUTHOR_DATE": "\(clock) +0100", "GIT_COMMITTER_DATE": "\(clock) +0100", "GIT_EDITOR": "true",
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let output = String(decoding: data, as: UTF8.self)
        story.append(
            "\(place): git \(words.joined(separator: " "))\(driver ? " (driver)" : "") → \(process.terminationStatus)")
        return (process.terminationStatus, output)
    }

    /// Commits that git reverted or picked line by line; values removed by these are git's responsibility.
    private(set) var lineByLine: Set<String> = []

    // MARK: Random steps

    func step() async throws {
        let index = Int.random(in: 0..<names.count, using: &random)
        let (name, replica) = (names[index], replicas[index])
        let driver = Bool.random(using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0...2: try await command(replica, name)
        case 3...6:
            try typeAnything(name)
            try git(name, ["commit", "-q", "-a", "-m", "By hand"])
        case 7: try typeAnything(name)
        case 8: try amend(name)
        case 9: try revert(name, driver)
        case 10: try pick(name, driver)
        case 11...12: try merge(name, driver)
        case 13: try rebase(name, driver)
        case 14:
            // Never to before the tasks existed: later steps need them.
            if try git(name, ["cat-file", "-e", "HEAD~1:\(tasks[1].text)"]).status == 0 {
                try git(name, ["reset", "-q", "--hard", "HEAD~1"])
            }
        case 15: try git(name, ["push", "-q", "origin", "main"])
        case 16 where Int.random(in: 0..<3, using: &random) == 0: try remove(name)
        case 19 where squashes: try squash(name)
        default: try await sync(replica, name)
        }
    }

    private func command(_ replica: any Replica, _ name: String) async throws {
        let task = tasks.randomElement(using: &random) ?? tasks[0]
        let value = newValue("command")
        let kind = Int.random(in: 0..<7, using: &random)
        story.append("\(name): command \(kind) \(value)")
        if kind > 3 { return try await change(itemsOf: task, to: value, in: replica, as: name) }
        _ = try await replica.write(command: "edit") { transaction in
            let document = try #require(try transaction.document(at: task))
            switch kind {
            case 0: try transaction.writeFields(["title": .string(value)], to: task)
            case 1: try transaction.writeFields(["url": .string(value)], to: task)
            case 2:
                let tags = (document["tags"]?.arrayValue ?? []).dropFirst(value.utf8.count % 2)
                try transaction.writeFields(["tags": .array(tags + [.string(value)])], to: task)
            default:
                let lines = (document["description"]?.arrayValue ?? []).dropLast(value.utf8.count % 2)
                try transaction.writeFields(["description": .array(lines + [.string(value)])], to: task)
            }
        }
    }

    /// A random change of a checklist.
    private enum ItemStep: CaseIterable {
        case add, edit, tick, move, remove
    }

    private func change(
        itemsOf task: DocumentPath, to value: String, in replica: any Replica, as name: String
    ) async throws {
        let step = ItemStep.allCases.randomElement(using: &random) ?? .add
        let (number, place) = (Int.random(in: 0..<100, using: &random), Int.random(in: 0..<100, using: &random))
        let ids = try await replica.read { reader in
            (try reader.document(at: task)?["items"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
        }
        let id = ids.isEmpty ? "none" : ids[number % ids.count]
        let target: Document.ItemPlace = ids.isEmpty ? .last : .before(ids[place % ids.count])
        story.append("\(name): \(step) item \(id)")
        _ = try await replica.write(command: "item") { transaction in
            let author = transaction.author
            try transaction.changeDocument(at: task) { document in
                switch step {
                case .add: document.insertItem(["text": .string(value)], into: "items", at: target, by: author)
                case .edit: document.writeItem(id, ["text": .string(value)], in: "items", by: author)
                case .tick: document.writeItem(id, ["done": .bool(number % 3 > 0)], in: "items", by: author)
                case .move: document.moveItem(id, to: target, in: "items", by: author)
                case .remove: document.removeItem(id, from: "items", by: author)
                }
            }
        }
    }

    private func typeAnything(_ name: String) throws {
        if Int.random(in: 0..<3, using: &random) == 0 { try typeItem(name) } else { try type(name) }
    }

    /// Edits the checklist in a task's file as text: adds, removes, moves or ticks an item.
    private func typeItem(_ name: String) throws {
        let task = tasks.randomElement(using: &random) ?? tasks[0]
        guard let text = try? folder.read("\(name)/\(task.text)") else { return }
        let lines = text.components(separatedBy: "\n")
        guard let first = lines.firstIndex(of: "  \"items\": ["),
            let last = lines[first...].firstIndex(where: { $0.hasPrefix("  ]") })
        else { return }
        var items: [[String]] = []
        for line in lines[(first + 1)..<last] {
            if line == "    {" { items.append([]) }
            guard !items.isEmpty else { return }
            items[items.count - 1].append(line == "    }," ? "    }" : line)
        }
        let step = ItemStep.allCases.randomElement(using: &random) ?? .add
        let from = Int.random(in: 0...items.count, using: &random)
        let to = Int.random(in: 0...items.count, using: &random)
        switch step {
        case _ where from == items.count, .add, .edit:
            items.insert(["    {", "      \"text\": \"\(newValue("hand"))\"", "    }"], at: to)
        case .tick: items[from] = items[from].map { Self.ticked($0) }
        case .move: items.insert(items.remove(at: from), at: min(to, items.count))
        case .remove where items.count > 1: items.remove(at: from)
        case .remove: return
        }
        story.append("\(name): types \(step) of item \(from) to \(to)")
        let blocks = items.map { $0.joined(separator: "\n") }.joined(separator: ",\n")
        let parts = [lines[...first].joined(separator: "\n"), blocks, lines[last...].joined(separator: "\n")]
        try folder.write("\(name)/\(task.text)", parts.joined(separator: "\n"))
    }

    private static func ticked(_ line: String) -> String {
        line.contains("\"done\": true")
            ? line.replacing("true", with: "false") : line.replacing("\"done\": false", with: "\"done\": true")
    }

    /// Edits one value in a task's file; within a list, may insert or remove a line instead.
    private func type(_ name: String) throws {
        let task = tasks.randomElement(using: &random) ?? tasks[0]
        guard let text = try? folder.read("\(name)/\(task.text)"),
            let visible = text.components(separatedBy: "\"~merge\"").first
        else { return }
        var lines = text.components(separatedBy: "\n")
        let candidates = visible.components(separatedBy: "\n").indices.filter { index in
            lines[index].contains(".\"") && !lines[index].contains("stamp") && !lines[index].contains("\"value\"")
        }
        guard let index = candidates.randomElement(using: &random) else { return }
        let (line, value) = (lines[index], newValue("hand"))
        let isElement = line.hasPrefix("    \"")
        switch Int.random(in: 0..<(isElement ? 3 : 1), using: &random) {
        case 0:
            let start = isElement ? "    " : line.prefix { $0 != ":" } + ": "
            lines[index] = "\(start)\"\(value)\"\(line.hasSuffix(",") ? "," : "")"
        case 1: lines.insert("    \"\(value)\",", at: index)
        default:
            guard line.hasSuffix(",") else { return }
            lines.remove(at: index)
        }
        story.append("\(name): types \(value) at \(line)")
        try folder.write("\(name)/\(task.text)", lines.joined(separator: "\n"))
    }

    private func amend(_ name: String) throws {
        try typeAnything(name)
        try git(name, ["commit", "-q", "-a", "--amend", "-m", "By hand"])
    }

    /// Squashes the latest commits into one, like `squash` in 'git rebase -i'.
    private func squash(_ name: String) throws {
        let base = "HEAD~\(Int.random(in: 1...3, using: &random))"
        guard try git(name, ["cat-file", "-e", "\(base):\(tasks[1].text)"]).status == 0 else { return }
        if Bool.random(using: &random) { try typeAnything(name) }
        try git(name, ["reset", "-q", "--soft", base])
        try git(name, ["commit", "-q", "-a", "-m", "Squashed"])
    }

    private func revert(_ name: String, _ driver: Bool) throws {
        let commit = try commits(name, "HEAD").randomElement(using: &random)
        guard let commit else { return }
        if try git(name, ["revert", "--no-edit", commit], driver: driver).status != 0 {
            try git(name, ["revert", "--abort"])
        } else if !driver {
            lineByLine.insert(commit)
        }
    }

    private func pick(_ name: String, _ driver: Bool) throws {
        try git(name, ["fetch", "-q", "origin"])
        guard let commit = try commits(name, "origin/main").randomElement(using: &random) else { return }
        if try git(name, ["cherry-pick", "-x", commit], driver: driver).status != 0 {
            try git(name, ["cherry-pick", "--abort"])
        } else if !driver {
            lineByLine.insert(commit)
        }
    }

    /// The latest commits with exactly one parent.
    private func commits(_ name: String, _ tip: String) throws -> [String] {
        try git(name, ["log", "--format=%H", "--max-parents=1", "--min-parents=1", "-n", "6", tip])
            .output.split(separator: "\n").map(String.init)
    }

    private func merge(_ name: String, _ driver: Bool) throws {
        try git(name, ["fetch", "-q", "origin"])
        let strategy = Int.random(in: 0..<3, using: &random) == 0 ? ["-s", "ours"] : []
        let ended = try git(name, ["merge", "-q", "--no-edit"] + strategy + ["origin/main"], driver: driver)
        guard ended.status != 0, try !git(name, ["ls-files", "-u"]).output.isEmpty else { return }
        let side = Bool.random(using: &random) ? "--ours" : "--theirs"
        // If one side lacks a file, git checks out none of them and leaves its conflict markers.
        if try Bool.random(using: &random) || git(name, ["checkout", "-q", side, "."]).status != 0 {
            try git(name, ["merge", "--abort"])
        } else {
            try git(name, ["add", "-A"])
            if try git(name, ["commit", "-q", "--no-edit"]).status != 0 { try git(name, ["merge", "--abort"]) }
        }
    }

    private func rebase(_ name: String, _ driver: Bool) throws {
        try git(name, ["fetch", "-q", "origin"])
        if try git(name, ["rebase", "-q", "origin/main"], driver: driver).status != 0 {
            try git(name, ["rebase", "--abort"])
        }
    }

    private func remove(_ name: String) throws {
        let task = tasks.randomElement(using: &random) ?? tasks[0]
        try git(name, ["rm", "-q", "-f", task.text])
        try git(name, ["commit", "-q", "-a", "-m", "Away"])
    }

    func sync(_ replica: any Replica, _ name: String) async throws {
        story.append("\(name): sync")
        _ = try await replica.sync(.both, remote: nil) { _ in }
    }

    /// Copies the repositories to HOMETASK_TEST_KEEP for inspection.
    func keep() throws {
        guard let place = ProcessInfo.processInfo.environment["HOMETASK_TEST_KEEP"] else { return }
        try FileManager.default.copyItem(atPath: folder.path, toPath: place)
    }

    /// Syncs all devices until they converge.
    func meet() async throws {
        for _ in 0..<2 {
            for (name, replica) in zip(names, replicas) {
                _ = try await replica.takeInHandEdits(allowsManyRemovals: true)
                try await sync(replica, name)
            }
        }
    }
}
