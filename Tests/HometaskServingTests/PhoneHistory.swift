// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica
import HometaskServing
import HometaskTime
import TestSupport

/// A random history of a family with a server, its command, plain git, and the phones of a child and an adult, with
/// late, lost or repeated answers, abandoned requests, refusals, clock jumps, recurring tasks and restored backups.
struct PhoneHistory {
    private enum Writer: Hashable {
        case child, adult, command, git
    }

    private var home: Home
    private(set) var phones: [Phone]
    private(set) var ledger = ValueLedger()
    private var backups: [(home: Home, count: Int)] = []
    /// The texts written by the command and by git.
    private var serverTexts: Set<String> = []
    private var paths: [DocumentPath] = []
    private var generator: SeededGenerator
    /// A log of the steps, one step per line.
    private(set) var trace: [String] = []

    init(seed: UInt64, steps: Int) async throws {
        generator = SeededGenerator(seed: seed)
        home = try await Home(inGit: true)
        let (due, rule) = (CivilDate(iso: "2026-11-17"), try RecurrenceRule("FREQ=WEEKLY"))
        for isRecurring in [false, true] {
            let path = try await home.add("Bins") { draft in
                (draft.tags, draft.items, draft.description) = (["street"], ["Paper", "Glass"], ["one", "two"])
                if isRecurring, let due { (draft.due, draft.rule) = (.day(due), rule) }
            }
            paths.append(path)
            if isRecurring, let id = path.id, let next = DocumentPath(kind: .task, id: Series.successor(of: id)) {
                paths.append(next)
            }
        }
        phones = [try await home.phone(of: home.tom), try await home.phone(of: home.mia)]
        for _ in 0..<steps { try await step() }
    }

    // MARK: Steps

    private mutating func step() async throws {
        let number = Int.random(in: 0..<2, using: &generator)
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<8: edit(with: number)
        case 8..<10: try await editByCommand()
        case 10: try await editByGit()
        case 11:
            let jump = [-86_400, -60, 0, 60, 7_200].randomElement(using: &generator) ?? 0
            phones[number].time = Timestamp(seconds: Home.time.seconds + Int64(jump))
            trace.append("phone \(number): clock \(jump)")
        case 12:
            let path = generator.pick(paths)
            phones[number].write(.number(JSONNumber(ledger.values.count)), to: "points", of: path)
            trace.append("phone \(number): points \(name(path))")
        case 13:
            backups = backups.suffix(2) + [(try await home.copy(), ledger.values.count)]
            trace.append("backup of \(ledger.values.count) values")
        case 14 where !backups.isEmpty:
            let backup = generator.pick(backups)
            ledger.noteRestoration(since: backup.count, ofServer: serverTexts)
            (home, backups) = (backup.home, [])
            trace.append("restored to \(backup.count) values")
        default: try await exchange(number)
        }
    }

    private mutating func exchange(_ number: Int) async throws {
        let bytes = phones[number].outbox ?? phones[number].prepare()
        let mode = Int.random(in: 0..<8, using: &generator)
        trace.append("phone \(number): exchange, mode \(mode)")
        // The request waits until the next exchange, and further edits follow it.
        if mode == 0 { return }
        let answer = try await home.exchanges.answer(try ExchangeRequest(bytes), from: phones[number].device)
        switch mode {
        case 1: break
        case 2: phones[number].giveUp()
        case 3:
            try phones[number].take(
                try await home.exchanges.answer(try ExchangeRequest(bytes), from: phones[number].device))
        default: try phones[number].take(answer)
        }
    }

    // MARK: Edits

    private mutating func edit(with number: Int) {
        let path = generator.pick(paths)
        let member = number == 0 ? home.tom : home.mia
        guard let document = phones[number].documents[path] else { return }
        if Int.random(in: 0..<5, using: &generator) == 0 {
            trace.append("phone \(number): \(document["completion"] == nil ? "complete" : "reopen") \(name(path))")
            if document["completion"] == nil {
                try? phones[number].complete(path, by: member)
            } else {
                phones[number].reopen(path)
            }
            return
        }
        trace.append("phone \(number): edit")
        let change = change(of: document, at: path)
        phones[number].edit(path) { change(&$0, $1) }
    }

    private mutating func editByCommand() async throws {
        let path = generator.pick(paths)
        guard let document = try await home.replica.read({ try $0.document(at: path) }) else { return }
        let (isDone, isCompleting) = (document["completion"] != nil, Int.random(in: 0..<4, using: &generator) == 0)
        let (mia, task) = (home.mia, path.id)
        if isCompleting, let task {
            guard !document.isDeleted else { return }
            trace.append("command: \(isDone ? "reopen" : "complete") \(name(path))")
            _ = try await home.replica.write(command: "done") { transaction in
                if isDone {
                    try transaction.tasks.reopen(task)
                } else {
                    _ = try transaction.tasks.complete(task, Completion(at: Home.time, by: mia))
                }
            }
            return
        }
        trace.append("command: edit")
        let change = change(of: document, at: path, isOfServer: true)
        _ = try await home.replica.write(command: "edit") { transaction in
            try transaction.changeDocument(at: path) { change(&$0, transaction.author) }
        }
    }

    /// Changes a file as an editor does: only its shown values.
    private mutating func editByGit() async throws {
        let path = generator.pick(paths)
        guard let file = try await home.replica.read({ try $0.bytes(at: path) }),
            var members = try JSON.parse(file).objectValue
        else { return }
        let (view, text) = (ValueLedger.visible(file), ledger.fresh())
        serverTexts.insert(text)
        trace.append("git: edit")
        switch Int.random(in: 0..<3, using: &generator) {
        case 0:
            members["title"] = .string(text)
            note(text, at: "title", of: path, over: nil, seeing: view)
        case 1:
            members["tags"] = .array((members["tags"]?.arrayValue ?? []) + [.string(text)])
            note(text, at: "tags", of: path, over: "", seeing: view)
        default:
            guard let tag = members["tags"]?.arrayValue?.last?.stringValue else { return }
            members["tags"] = .array(members["tags"]?.arrayValue?.dropLast() ?? [])
            noteRemoval(of: tag, from: "tags", of: path)
        }
        try home.commit(JSON.object(members).canonicalBytes(), at: path)
    }

    /// Makes a random change to a document, already recorded in the ledger.
    private mutating func change(
        of document: Document, at path: DocumentPath, isOfServer: Bool = false
    ) -> @Sendable (inout Document, Author) -> Void {
        let (view, text) = (ValueLedger.visible(document.encoded()), ledger.fresh())
        if isOfServer { serverTexts.insert(text) }
        switch Int.random(in: 0..<9, using: &generator) {
        case 0, 1:
            note(text, at: "title", of: path, over: nil, seeing: view)
            return { $0.writeValue(.string(text), to: "title", rule: .register, by: $1) }
        case 2:
            note(text, at: "tags", of: path, over: "", seeing: view)
            return { $0.insert(text, into: "tags", by: $1) }
        case 3:
            guard let tag = document["tags"]?.arrayValue?.randomElement(using: &generator)?.stringValue else { break }
            noteRemoval(of: tag, from: "tags", of: path)
            return { document, _ in document.remove(tag, from: "tags") }
        case 4:
            note(text, at: "description", of: path, over: "", seeing: view)
            let lines: JSON = .array((document["description"]?.arrayValue ?? []) + [.string(text)])
            return { $0.writeValue(lines, to: "description", rule: .text, by: $1) }
        case 5:
            let lines = document["description"]?.arrayValue ?? []
            let open = document.conflicts.contains { $0.field == "description" }
            guard let index = lines.indices.randomElement(using: &generator), !open else { break }
            noteRemoval(of: lines[index].stringValue ?? "", from: "description", of: path)
            return { $0.writeLine(nil, at: index, of: "description", by: $1) }
        case 6:
            note(text, at: "items", of: path, over: "", seeing: view)
            return { _ = $0.insertItem(["text": .string(text)], into: "items", by: $1) }
        default:
            let items = document["items"]?.arrayValue ?? []
            guard let item = items.randomElement(using: &generator), let id = item["id"]?.stringValue else { break }
            let open = document.conflicts.filter { $0.member?.item == id }.flatMap { $0.candidates.map(\.value) }
            let shown = Set(open + [item["text"] ?? ""]).compactMap(\.stringValue).sorted()
            if Bool.random(using: &generator) {
                for text in shown { noteRemoval(of: text, from: "items", of: path) }
                return { _ = $0.removeItem(id, from: "items", by: $1) }
            }
            for earlier in shown { note(text, at: "items", of: path, over: earlier, seeing: view) }
            return { _ = $0.writeItem(id, ["text": .string(text)], in: "items", by: $1) }
        }
        trace.append("    \(document.isDeleted ? "restore" : "delete") \(name(path))")
        return { document, author in
            if document.isDeleted { document.restore(by: author) } else { document.delete(by: author) }
        }
    }

    private mutating func note(
        _ text: String, at field: String, of path: DocumentPath, over: String?, seeing view: String
    ) {
        trace.append("    \(text) at \(field) of \(name(path))" + (over.map { " over \($0)" } ?? ""))
        ledger.note(text, at: field, of: path, over: over, seeing: view)
    }

    private mutating func noteRemoval(of text: String, from field: String, of path: DocumentPath) {
        trace.append("    \(text) off \(field) of \(name(path))")
        ledger.noteRemoval(of: text, from: field, of: path)
    }

    private func name(_ path: DocumentPath) -> String { "task \(paths.firstIndex(of: path) ?? -1)" }

    // MARK: The end

    /// Exchanges until nothing is left to send, and returns the faults.
    mutating func settle() async throws -> [String] {
        for _ in 0..<12 {
            for number in phones.indices { try await phones[number].exchange(with: home) }
        }
        var faults: [String] = []
        var files: [DocumentPath: [UInt8]] = [:]
        for path in paths {
            guard let file = try await home.replica.read({ try $0.bytes(at: path) }) else { continue }
            files[path] = file
            for (number, phone) in phones.enumerated() where phone.documents[path]?.encoded() != file {
                faults.append("phone \(number) has another \(path.text)")
            }
        }
        for phone in phones where !phone.unsent.isEmpty || !phone.derived.isEmpty { faults.append("not all was sent") }
        return faults + ledger.faults(in: files)
    }
}
