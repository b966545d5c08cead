// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPlatform
import HometaskQueries
import HometaskReplica
import HometaskSystem

/// Tasks from standard input, one per line, added atomically: an invalid line rejects all of them.
struct TaskImport {
    /// The maximum number of tasks. Each needs about four KiB of memory until the commit is made.
    static let most = 250_000

    /// The number of lines parsed by a thread at a time. For fewer lines, starting a second thread costs more than it
    /// saves.
    private static let portion = 256

    /// The number of lines read, and of tasks created, in one step. This limits the temporary data in memory.
    private static let turn = 4096

    /// The words of a line that is to become a task.
    private struct Line: Sendable {
        let number: Int
        let words: [String]
    }

    private typealias Draft = (line: Int, draft: TaskDraft)

    private var drafts: [Draft] = []

    /// Reads the tasks.
    ///
    /// - Parameter read: parses the words of a line into a task, on any thread.
    /// - Throws: the error that `read` throws for the first invalid line, with the number of that line.
    static func reading(_ read: @escaping @Sendable ([String]) async throws -> TaskDraft) async throws -> TaskImport {
        var tasks = TaskImport()
        var input = InputLines()
        // At a terminal, each line is parsed immediately, so that an error is reported at once.
        let count = isatty(0) == 1 ? 1 : turn
        while true {
            let (lines, fault) = next(count, of: &input, after: tasks.count)
            tasks.drafts += try await drafts(of: lines, read)
            if let fault { throw fault }
            if lines.count < count { break }
        }
        guard !tasks.drafts.isEmpty else {
            throw UsageError(
                "standard input has no line with a title", hint: "Write one task per line, as after 'hometask add'.")
        }
        return tasks
    }

    /// Returns the next lines that are not blank, and the error in the line after them.
    private static func next(
        _ count: Int, of input: inout InputLines, after earlier: Int
    ) -> (lines: [Line], fault: (any Error)?) {
        var lines: [Line] = []
        do {
            while lines.count < count, let line = try input.next() {
                let words =
                    line.utf8.contains(UInt8(ascii: "\""))
                    ? TaskLineTokenizer.words(in: line, onlyInValues: true)
                    : line.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
                if words.isEmpty { continue }
                guard earlier + lines.count < most else {
                    throw ReplicaError(
                        .invalidValue, "line \(input.number): more than \(most) tasks, the limit for one commit",
                        hint: "Nothing was changed. Split the input.")
                }
                lines.append(Line(number: input.number, words: words))
            }
        } catch {
            return (lines, error)
        }
        return (lines, nil)
    }

    /// Parses many lines on all processors.
    private static func drafts(
        of lines: [Line], _ read: @escaping @Sendable ([String]) async throws -> TaskDraft
    ) async throws -> [Draft] {
        if lines.count <= portion { return try await drafts(of: lines[...], read) }
        let starts = Array(stride(from: 0, to: lines.count, by: portion))
        let portions = await withTaskGroup { group in
            for start in starts {
                // The executor of the command has only one thread.
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
                throw withLineNumber(error, line.number)
            }
        }
        return drafts
    }

    /// Whether any of the tasks sets reminders.
    var haveReminders: Bool { drafts.contains { $0.draft.reminders != nil || $0.draft.nag != nil } }

    /// The number of tasks.
    var count: Int { drafts.count }

    /// Creates the tasks. All of them get the same second as their creation time, so lists sort them by id; sorted ids
    /// keep them in the order of the lines.
    ///
    /// - Returns: the ids of the tasks.
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
            throw withLineNumber(error, line)
        }
    }

    /// Adds the line number to an error.
    private static func withLineNumber(_ error: any Error, _ line: Int) -> any Error {
        switch error {
        case let error as UsageError: UsageError("line \(line): \(error.message)", hint: error.hint)
        case let error as ReplicaError:
            ReplicaError(
                error.code, "line \(line): \(error.message)", hint: error.hint, candidates: error.candidates)
        default: error
        }
    }
}
