// SPDX-License-Identifier: Apache-2.0

import CProcess
import HometaskPlatform

/// A running program with all processes that it starts. No process outlives the program or this process.
///
/// If a sandbox with its own PID namespace (pid_namespaces(7)) ends, the kernel kills all of its processes
/// asynchronously. Any other program gets a watcher, a small process between this one and the program. The watcher
/// becomes the parent of orphaned descendants (prctl(2), `PR_SET_CHILD_SUBREAPER`), so it also finds a process that has
/// moved to another session or cleared its environment. This process holds one end of a pipe to the watcher. When the
/// pipe closes, however this process ends, the watcher kills the remaining processes.
public final class ProcessTree {
    /// The process of the program.
    public let program: Int32
    /// The watcher process, with this process's ends of the pipes to and from it; nil if all of the program's processes
    /// end with the program itself.
    private let watcher: Watcher?
    /// The program's exit status in the form of waitpid(2); nil until it is known.
    public private(set) var status: Int32?
    /// The number of processes that the watcher killed; nil until it is done.
    private var left: Int?

    private struct Watcher {
        let process: Int32
        let control: Int32
        let reports: Int32
    }

    /// Starts a program.
    ///
    /// - Parameter endsWhole: whether all processes that the program starts end with it.
    /// - Throws: `SystemError` if the program could not be started.
    public init(_ start: ProgramStart, endsWhole: Bool) throws(SystemError) {
        guard !endsWhole else {
            var start = start
            start.endsWithStarter = true
            program = try start.start()
            watcher = nil
            return
        }
        guard let control = Pipe() else { throw SystemError(number: errno) }
        guard let reports = Pipe() else {
            let error = SystemError(number: errno)
            control.closeRead()
            control.closeWrite()
            throw error
        }
        let outcome = start.startWatched(control: control.read, report: reports.write)
        // Only the watcher may hold this end, so that this process can detect when it closes.
        control.closeRead()
        reports.closeWrite()
        let watcher = Watcher(process: outcome.process, control: control.write, reports: reports.read)
        var failure = outcome.failure
        var told = hometask_report()
        if failure == 0 {
            told = Self.report(from: watcher.reports) ?? hometask_report(kind: CInt(HOMETASK_FAILED), value: EIO)
            if told.kind != CInt(HOMETASK_STARTED) { failure = told.value }
        }
        guard failure == 0 else {
            close(watcher.control)
            close(watcher.reports)
            if outcome.failure == 0 { Self.wait(for: watcher.process) }
            throw SystemError(number: failure)
        }
        program = told.value
        self.watcher = watcher
        _ = fcntl(watcher.reports, F_SETFL, O_NONBLOCK)
    }

    /// Checks whether the program has ended, without waiting.
    ///
    /// - Returns: whether it has ended.
    public func hasEnded() -> Bool {
        if status != nil { return true }
        if watcher != nil {
            takeReports()
        } else {
            var value: Int32 = 0
            if waitpid(program, &value, WNOHANG) == program { status = value }
        }
        return status != nil
    }

    /// Whether the program and everything that it started have ended, as far as can be determined without waiting.
    public func isOver() -> Bool {
        guard hasEnded() else { return false }
        guard watcher != nil else { return true }
        takeReports()
        return left != nil
    }

    /// Kills all running processes of the tree, and waits until they have ended. The object cannot be used afterwards.
    ///
    /// - Returns: the number of processes that the program left behind, if the program had already ended by itself.
    public func end() -> Int {
        let endedItself = hasEnded()
        guard let watcher else {
            kill(-program, SIGKILL)
            if !endedItself { status = Self.wait(for: program) }
            return 0
        }
        if !endedItself { kill(-program, SIGKILL) }
        close(watcher.control)
        _ = fcntl(watcher.reports, F_SETFL, 0)
        while left == nil, let told = Self.report(from: watcher.reports) { recordReport(told) }
        close(watcher.reports)
        Self.wait(for: watcher.process)
        return endedItself ? left ?? 0 : 0
    }

    private func takeReports() {
        guard let watcher else { return }
        while left == nil, let told = Self.report(from: watcher.reports) { recordReport(told) }
    }

    private func recordReport(_ told: hometask_report) {
        switch told.kind {
        case CInt(HOMETASK_ENDED): status = told.value
        case CInt(HOMETASK_LEFT): left = Int(told.value)
        default: break
        }
    }

    /// Returns the next report; nil if none is available yet, or none will follow.
    private static func report(from pipe: Int32) -> hometask_report? {
        var told = hometask_report()
        while true {
            let count = read(pipe, &told, MemoryLayout<hometask_report>.size)
            if count == MemoryLayout<hometask_report>.size { return told }
            guard count < 0, errno == EINTR else { return nil }
        }
    }

    @discardableResult
    private static func wait(for process: Int32) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }
}
