// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskDocuments
import HometaskFamily
import HometaskReplica
import HometaskSystem

/// Tasks from standard input, one a line, which become one commit or, where a line cannot be one, none.
struct TaskImport {
    /// The most tasks at once. Each takes about four KiB of memory until the commit is made.
    static let most = 250_000

    /// How many lines a thread takes at a time. So few are read without a second thread, which takes a while to start.
    private static let portion = 256

    /// How many lines are read, and how many tasks made, before the next: few are in memory as more than what is
    /// kept of them.
    private static let turn = 4096

    /// A line that is to become a task, by its words.
    private struct Line: Sendable {
        let number: Int
        let words: [String]
    }

    private typealias Draft = (line: Int, draft: TaskDraft)

    private var drafts: [Draft] = []

    /// Reads the tasks.
    ///
    /// - Parameter read: makes a task of the words of a line, on any thread.
    /// - Throws: what `read` does of the first line that cannot be a task, with the number of that line.
    static func reading(_ read: @escaping @Sendable ([String]) async throws -> TaskDraft) async throws -> TaskImport {
        var tasks = TaskImport()
        var input = InputLines()
        // Who types them learns at once which line is wrong.
        let count = isatty(0) == 1 ? 1 : turn
        while true {
            let (lines, fault) = next(count, of: &input, after: tasks.count)
            tasks.drafts += try await drafts(of: lines, read)
            if let fault { throw fault }
            if lines.count < count { break }
        }
        guard !tasks.drafts.isEmpty else {
            throw UsageError(
                "standard input holds no line with a title", hint: "Write one task a line, as after 'hometask add'.")
        }
        return tasks
    }

    /// The next lines that are not blank, and what is wrong with the one behind them.
    private static func next(
        _ count: Int, of input: inout InputLines, after earlier: Int
    ) -> (lines: [Line], fault: (any Error)?) {
        var lines: [Line] = []
        do {
            while lines.count < count, let line = try input.next() {
                let words = line.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
                if words.isEmpty { continue }
                guard earlier + lines.count < most else {
                    throw ReplicaError(
                        .invalidValue, "line \(input.number): these are more than the \(most) tasks of one commit",
                        hint: "Nothing was changed: give them in parts.")
                }
                lines.append(Line(number: input.number, words: words))
            }
        } catch {
            return (lines, error)
        }
        return (lines, nil)
    }

    /// The tasks of many lines, which all processors read.
    private static func drafts(
        of lines: [Line], _ read: @escaping @Sendable ([String]) async throws -> TaskDraft
    ) async throws -> [Draft] {
        if lines.count <= portion { return try await drafts(of: lines[...], read) }
        let starts = Array(stride(from: 0, to: lines.count, by: portion))
        let portions = await withTaskGroup { group in
            for start in starts {
                // The command's own executor has one thread.
                group.addTask(executorPreference: globalConcurrentExecutor) {
                    let result: Result<[Draft], any Error>
                    do {
                        let end = min(start + portion, lines.count)
                        result = .success(try await drafts(of: lines[start..<end], read))
                    } catch {
                        result = .failure(error)
                    }
                    return (start, result)
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        return try starts.flatMap { try portions[$0]?.get() ?? [] }
    }

    private static func drafts(
        of lines: ArraySlice<Line>, _ read: ([String]) async throws -> TaskDraft
    ) async throws -> [Draft] {
        var drafts: [Draft] = []
        for line in lines {
            do {
                drafts.append((line.number, try await read(line.words)))
            } catch {
                throw named(error, line.number)
            }
        }
        return drafts
    }

    /// Whether any of them says when to remind of it.
    var haveReminders: Bool { drafts.contains { $0.draft.reminders != nil || $0.draft.nag != nil } }

    /// How many there are.
    var count: Int { drafts.count }

    /// Makes the tasks. All are of one second, in which lists go by ids: so these are in the order of the lines.
    ///
    /// - Returns: their ids.
    func add(to transaction: Transaction) throws -> [DocumentID] {
        let ids = drafts.map { _ in transaction.newID() }.sorted()
        for start in stride(from: 0, to: drafts.count, by: Self.turn) {
            let end = min(start + Self.turn, drafts.count)
            try Self.add(drafts[start..<end], as: ids[start..<end], to: transaction)
        }
        return ids
    }

    private static func add(
        _ drafts: ArraySlice<Draft>, as ids: ArraySlice<DocumentID>, to transaction: Transaction
    ) throws {
        let prepared = try zip(drafts, ids).map { draft, id in
            try naming(draft.line) { try transaction.tasks.prepare(draft.draft, id: id) }
        }
        let maker = transaction.maker
        let made = ParallelMap.map(prepared, least: portion) { task in Result { try maker.task(task) } }
        for (draft, task) in zip(drafts, made) {
            try naming(draft.line) { try transaction.tasks.add(task.get()) }
        }
    }

    private static func naming<Result>(_ line: Int, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw named(error, line)
        }
    }

    /// An error that names the line it is about.
    private static func named(_ error: any Error, _ line: Int) -> any Error {
        switch error {
        case let error as UsageError: UsageError("line \(line): \(error.message)", hint: error.hint)
        case let error as ReplicaError:
            ReplicaError(
                error.code, "line \(line): \(error.message)", hint: error.hint, candidates: error.candidates)
        default: error
        }
    }
}
