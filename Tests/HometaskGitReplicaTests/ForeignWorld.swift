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

/// Devices of one family between which hometask and plain git take turns, in random order.
///
/// Every value is written once, so that a value names its writing. Clocks, ids and actors come from the seed, so a seed
/// gives the same commits each time.
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

    /// - Parameter squashes: whether commits are squashed; no for the seeds of histories from before they were.
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

    /// Runs git at a time of the world's own; `hometask` is in its path where `driver` says so, and documents are
    /// merged line by line else.
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

    /// The commits that git reverted or picked line by line: what that takes out is git's doing.
    private(set) var lineByLine: Set<String> = []

    // MARK: What may happen

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
            // Not to before the tasks were there: what is done to them needs them.
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

    /// What one command does to a checklist.
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

    /// Changes the checklist of a task's file as text: an item more, one less, one elsewhere, one ticked.
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

    /// Changes one line of a task's file that holds a value: edits it, or, within a list, adds one or takes it out.
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

    /// Makes one commit of the latest ones, as 'git rebase -i' does with ‘squash’.
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

    /// The latest commits with one parent, the seals left out.
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
        // Where one side has no file, git takes neither side's of any, and leaves its marks in them.
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

    /// Keeps the repositories for a closer look, in the folder that HOMETASK_TEST_KEEP names.
    func keep() throws {
        guard let place = ProcessInfo.processInfo.environment["HOMETASK_TEST_KEEP"] else { return }
        try FileManager.default.copyItem(atPath: folder.path, toPath: place)
    }

    /// Syncs all until they have everything.
    func meet() async throws {
        for _ in 0..<2 {
            for (name, replica) in zip(names, replicas) {
                _ = try await replica.takeInHandEdits(allowsManyRemovals: true)
                try await sync(replica, name)
            }
        }
    }
}
