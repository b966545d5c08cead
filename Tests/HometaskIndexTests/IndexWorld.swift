// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskIndex
import HometaskMerging
import HometaskQueries
import HometaskReplica
import HometaskTime
import TestSupport
import Testing

/// A family with an index, both subject to random changes and damage.
final class IndexWorld {
    let folder: TemporaryFolder
    let replica: any Replica
    var story: [String] = []
    /// The total number of tasks in query results.
    private(set) var found = 0
    /// The total number of documents in search results.
    var hits = 0
    var random: SeededGenerator
    private(set) var tasks: [DocumentID] = []
    private(set) var versions: [String] = []
    var pins: [DocumentID] = []
    var comments: [DocumentID] = []
    var hunts: [DocumentID] = []
    private var others: [DocumentID] = []
    private(set) var members: [DocumentID] = []
    private(set) var categories: [DocumentID] = []
    /// The number of ids with a common prefix.
    private var alike = 0
    let now: Int64 = 1_795_000_000

    init(seed: UInt64) async throws {
        random = SeededGenerator(seed: seed)
        folder = try TemporaryFolder()
        let provider = GitReplicaProvider(clock: { Timestamp(seconds: 1_795_000_000) })
        replica = try await provider.create(
            at: folder.path + "/home", isBare: true,
            family: FamilyDraft(name: "Test", zone: "Europe/Amsterdam", email: "t@example.org", device: "laptop"))
        let made = try await replica.write(command: nil) { transaction in
            let members = try ["Mia", "Ben", "Zoë"].map { try transaction.members.add(MemberDraft(name: $0)) }
            let categories = try ["garden", "House"].map { try transaction.categories.add($0) }
            return (members, categories)
        }
        (members, categories) = made.result
    }

    private var indexPath: String { folder.path + "/home/hometask/index.sqlite" }

    func pick<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &random) }

    func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }

    // MARK: Random steps

    func step() async throws {
        switch Int.random(in: 0..<12, using: &random) {
        case 0...3: try await write(Int.random(in: 1...6, using: &random))
        case 4: try await write(70)
        case 5: try await addSubject()
        case 6: try damage()
        case 7: try remove()
        case 8: try await breakTask()
        case 9: try await writeText()
        default: break
        }
        if let head = try await replica.history(since: nil, path: nil, limit: 1).first { versions.append(head.commit) }
    }

    private func write(_ count: Int) async throws {
        story.append("writes \(count)")
        for _ in 0..<count where tasks.count < 4 || chance(2) { tasks.append(newID()) }
        let changes = (0..<count).compactMap { _ in pick(tasks) }.map { ($0, fields()) }
        _ = try await replica.write(command: nil) { transaction in
            for (id, fields) in changes {
                guard let path = DocumentPath(kind: .task, id: id) else { continue }
                do {
                    if try transaction.document(at: path) == nil {
                        _ = try transaction.create(.task, id: id, fields: ["title": "New"])
                    }
                    try transaction.writeFields(fields, to: path)
                } catch let error as ReplicaError where error.code == .unreadableDocument {}
            }
        }
        if chance(3), let id = pick(tasks), let path = DocumentPath(kind: .task, id: id) {
            _ = try? await replica.write(command: nil) { transaction in
                try transaction.changeDocument(at: path) { $0.delete(by: transaction.author) }
            }
        }
    }

    /// A random id; some ids share a prefix, so that searches must compare the remaining digits.
    private func newID() -> DocumentID {
        let id = DocumentID.random(using: &random)
        guard alike < SearchOrder.sharers, chance(3) else { return id }
        alike += 1
        return DocumentID("abcdef" + id.description.dropFirst(6)) ?? id
    }

    private func fields() -> [FieldName: JSON?] {
        func time() -> JSON {
            let days: Int64 = chance(6) ? 400 : 5
            return .string(Timestamp(seconds: now + Int64.random(in: -days...days, using: &random) * 86_400).rfc3339)
        }
        let words = Self.words
        let text = "\(pick(words) ?? "") \(pick(words) ?? "")\(chance(2) ? "x" : " y")"
        var fields: [FieldName: JSON?] = ["title": .string(text)]
        func maybe(_ name: FieldName, _ value: () -> JSON) {
            if chance(3) { fields.updateValue(chance(3) ? nil : value(), forKey: name) }
        }
        maybe("due") {
            chance(2) ? ["date": .string("2026-11-\(18 + Int.random(in: 0..<9, using: &random))")] : ["at": time()]
        }
        maybe("wait") { ["at": time()] }
        maybe("completion") {
            var value: JSONObject = ["at": time()]
            if chance(2) { value["by"] = pick(members).map { .string($0.description) } }
            if chance(3) { value["photo"] = .string(DocumentID.random(using: &random).description) }
            return .object(value)
        }
        maybe("previous") { .string((pick(tasks) ?? .random(using: &random)).description) }
        maybe("created") { ["at": time()] }
        maybe("priority") { .string(pick(["high", "medium", "low"]) ?? "low") }
        maybe("points") { .number(JSONNumber(Int.random(in: 0...5, using: &random))) }
        maybe("nag") { .string(pick(["PT0S", "PT30M", "PT2H", "PT3H", "P1D"]) ?? "PT1H") }
        maybe("window") {
            ["from": .string(pick(["02:00", "03:00", "11:30"]) ?? "01:00"), "to": "09:00", "zone": "Europe/Amsterdam"]
        }
        maybe("category") { .string((pick(categories) ?? .random(using: &random)).description) }
        maybe("place") { ["pin": .string((pick(members) ?? .random(using: &random)).description)] }
        maybe("proof") { "photo" }
        maybe("approval") { "adult" }
        maybe("verdict") { ["approved": .bool(chance(2)), "at": time(), "of": fields["completion"]??["at"] ?? time()] }
        maybe("order") { .string(pick(["a", "b", "c"]) ?? "a") }
        maybe("assignees") {
            .array(Set(members.filter { _ in chance(2) }.map(\.description)).sorted().map { .string($0) })
        }
        maybe("tags") { .array(Self.tags.filter { _ in chance(2) }.map { .string($0) }) }
        maybe("after") {
            .array(Set([pick(tasks), pick(tasks)].compactMap { $0?.description }).sorted().map { .string($0) })
        }
        maybe("description") { .array([.string("\(pick(words) ?? "") \(pick(words) ?? "")"), "Second line"]) }
        if chance(2) { fields[FieldName(plugin: "noise", member: "loudness")] = extensionValue() }
        if chance(4) { fields[FieldName(plugin: "noise", member: "remark")] = extensionValue() }
        if chance(6) { fields[FieldName(plugin: "other.one", member: "loudness")] = extensionValue() }
        maybe("items") {
            .array(
                (0...1).map { _ in ["text": .string("item \(pick(words) ?? "")"), "done": .bool(chance(2))] })
        }
        return fields
    }

    private static let tags = ["home", "shop", "Ä", "\u{E9}", "e\u{301}", "\u{301}x"]
    static let words = [
        "milk", "Milkshake", "Bread", "ÄPFEL", "e\u{301}t\u{E9}", "a_b%", "o'clock", "\"quoted\"", "🌲", "", "日本語",
        "Straße",
    ]

    private func addSubject() async throws {
        guard let task = pick(tasks) else { return }
        let kind: DocumentKind = chance(2) ? .photo : .note
        story.append("adds a \(kind)")
        if let old = pick(others), chance(3), let path = DocumentPath(kind: .note, id: old) {
            _ = try? await replica.write(command: nil) { transaction in
                try transaction.changeDocument(at: path) { $0.delete(by: transaction.author) }
            }
            return
        }
        let id = newID()
        others.append(id)
        let text = "\(pick(Self.words) ?? "") \(pick(Self.words) ?? "")"
        _ = try await replica.write(command: nil) { transaction in
            var fields: [FieldName: JSON?] = ["about": ["kind": "task", "id": .string(task.description)]]
            if kind == .note { fields["text"] = .array([.string(text), "in a note"]) }
            if kind == .photo { fields["sha256"] = .string(String(repeating: "a", count: 64)) }
            _ = try transaction.create(kind, id: id, fields: fields)
        }
    }

    /// Changes some bytes of the index, or truncates it.
    private func damage() throws {
        guard var bytes = FileManager.default.contents(atPath: indexPath), !bytes.isEmpty else { return }
        if chance(3) {
            bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
            story.append("truncates the index to \(bytes.count)")
        } else {
            for _ in 0..<Int.random(in: 1...200, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            story.append("garbles the index")
        }
        // In place, as a disk or another program would.
        let file = try #require(FileHandle(forWritingAtPath: indexPath))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: bytes)
        try file.close()
    }

    private func remove() throws {
        let name = pick(["index.sqlite", "index.state", "index.sqlite-journal"]) ?? "index.sqlite"
        story.append("removes \(name)")
        try? FileManager.default.removeItem(atPath: folder.path + "/home/hometask/" + name)
    }

    /// Commits bytes that are not a document in place of a task.
    private func breakTask() async throws {
        guard let id = pick(tasks), let path = DocumentPath(kind: .task, id: id), chance(2) else { return }
        story.append("breaks \(id)")
        let script = """
            cd "$0/home" && export GIT_INDEX_FILE=scratch && git read-tree HEAD &&
            blob=$(echo '<<<<<<< HEAD' | git hash-object -w --stdin) &&
            git update-index --add --cacheinfo 100644,$blob,$1 &&
            git -c user.name=a -c user.email=a@example.org commit-tree -p HEAD -m x $(git write-tree) |
            xargs git update-ref HEAD
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script, folder.path, path.text]
        try process.run()
        process.waitUntilExit()
    }

    // MARK: Queries

    /// Runs a random query; returns any difference between the results from the index and from the documents.
    func fault() async throws -> String? {
        let directory = try await replica.read { try FamilyDirectory(reading: $0) }
        let zone = try TimeZoneRules(identifier: chance(20) ? "America/New_York" : "Europe/Amsterdam")
        let request = ListRequest(
            Query(condition(depth: 3), isTrash: chance(5)), order: order(),
            limit: chance(2) ? Int.random(in: 0...8, using: &random) : nil, wantsDescriptions: chance(3),
            directory: directory, zone: zone,
            urgency: UrgencyMeasure(Urgency(), now: Timestamp(seconds: now), zone: zone, me: [members[0]]))
        let index = FamilyIndex(in: folder.path + "/home/hometask")
        let version = someVersion()
        let compare = { @Sendable (reader: any VersionReader) throws -> (fault: String?, count: Int) in
            let expected = try TaskList(request, reading: reader)
            guard let found = try index.list(request, reading: reader) else { return ("no answer", 0) }
            return (Self.difference(found, expected), expected.count)
        }
        let answer = try await read(version, compare)
        found += answer.count
        return answer.fault.map { "\($0) for \(request.query) by \(request.order)" }
    }

    /// Reads a version, or the newest if nil.
    func read<Answer: Sendable>(
        _ version: String?, _ body: @Sendable (any VersionReader) throws -> Answer
    ) async throws -> Answer {
        if let version { try await replica.read(at: version, body) } else { try await replica.read(body) }
    }

    /// Returns an old version occasionally, usually nil for the newest.
    func someVersion() -> String? { chance(6) ? pick(versions) : nil }

    private static func difference(_ found: TaskList, _ expected: TaskList) -> String? {
        // The time of becoming current is in the order of both, but in the records of only one.
        let records = { (list: TaskList) in
            list.tasks.map { task in
                var task = task
                task.since = nil
                return task
            }
        }
        if records(found) != records(expected) {
            return "tasks \(found.tasks.map(\.title)), not \(expected.tasks.map(\.title))"
        }
        if found.count != expected.count { return "count \(found.count), not \(expected.count)" }
        if found.openCount != expected.openCount { return "open \(found.openCount), not \(expected.openCount)" }
        if found.unreadable != expected.unreadable { return "unreadable \(found.unreadable)" }
        let (left, right) = (found.dependencies, expected.dependencies)
        let differs = found.tasks.contains { left.blockers[$0.id] != right.blockers[$0.id] }
        return differs ? "dependencies" : nil
    }

    private func order() -> TaskOrder {
        // The sort orders for which the table has an index.
        if chance(3) { return chance(2) ? .usual : TaskOrder([TaskOrder.Term(.due)]) }
        let keys = TaskOrder.Key.allCases + Self.extensions.fields(of: .task).map { .field($0) }
        return TaskOrder(
            (0..<Int.random(in: 0...3, using: &random)).map { _ in
                TaskOrder.Term(pick(keys) ?? .due, isDescending: chance(2))
            })
    }

    private func condition(depth: Int) -> QueryCondition {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 3), using: &random) {
        case 0...2: return .term(term())
        case 3: return .not(condition(depth: depth - 1))
        case 4: return .ready(Timestamp(seconds: now))
        case 5: return .any((0..<Int.random(in: 0...3, using: &random)).map { _ in condition(depth: depth - 1) })
        default: return .all((0..<Int.random(in: 0...3, using: &random)).map { _ in condition(depth: depth - 1) })
        }
    }

    private func term() -> QueryTerm {
        let date = { [now] (days: Int64) in now + days * 86_400 }
        let (from, through) = (Int64.random(in: -6...6, using: &random), Int64.random(in: -6...6, using: &random))
        let people = Set(members.filter { _ in chance(2) })
        switch Int.random(in: 0..<20, using: &random) {
        case 17...19: return .extensionValue(extensionTest())
        case 0: return .names(.assignees, people)
        case 1: return .names(.creator, people)
        case 2: return .names(.doer, people)
        case 3: return .names(.category, Set(categories.filter { _ in chance(2) }))
        case 4: return .tag(Set(["home", "Ä", "none"].filter { _ in chance(2) }))
        case 5:
            let ranks = (Int64.random(in: 0...2, using: &random), Int64.random(in: -1...2, using: &random))
            return .number(.priority, from: chance(2) ? ranks.0 : nil, through: chance(2) ? ranks.1 : nil)
        case 6:
            let field = pick(TaskField.numeric.filter { !$0.isDate && $0 != .priority }) ?? .points
            let size: Int64 = field == .points ? 1 : 3600
            return .number(field, from: chance(2) ? 2 * size : nil, through: chance(2) ? 3 * size : nil)
        case 7...8:
            return .number(
                pick(TaskField.numeric.filter(\.isDate)) ?? .due, from: chance(3) ? nil : date(from),
                through: chance(3) ? nil : date(through))
        case 9...10:
            let text = pick(["milk", "äpf", "e", "a_b%", "'", "\"", "🌲", "line", "item", " "]) ?? "x"
            return .text(text, in: pick(QueryText.allCases) ?? .anywhere)
        case 11: return .names(.pin, people)
        case 12: return chance(2) ? .flag(.proof) : .awaitsApproval
        case 13: return .has(pick(QueryFeature.allCases) ?? .due)
        case 14: return .done
        case 15: return pick([.blocked, .blocking, .after(String(pick(tasks)?.description.prefix(1) ?? "b"))]) ?? .done
        default: return .id(String(pick(tasks)?.description.prefix(2) ?? "a"))
        }
    }
}
