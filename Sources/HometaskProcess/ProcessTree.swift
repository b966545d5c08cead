// SPDX-License-Identifier: Apache-2.0

import CProcess
import Glibc

/// A program that runs, with all that it starts: none of that outlives it, and none outlives this process.
///
/// A sandbox with a process namespace of its own (pid_namespaces(7)) takes all of its processes with it. Any other
/// program gets a watcher, a small process between this one and the program. The watcher is the reaper of whatever the
/// program starts (prctl(2), `PR_SET_CHILD_SUBREAPER`), so it finds a process that has moved to another session or
/// cleared its environment. It kills what is left when the pipe closes whose other end this process holds, however this
/// process ends.
public final class ProcessTree {
    /// The process of the program.
    public let program: Int32
    /// The process that watches it, with this process's ends of the pipes to and from it; nil if the program ends
    /// whole.
    private let watcher: Watcher?
    /// How the program ended, as waitpid(2) has it; nil as long as that is not known.
    public private(set) var status: Int32?
    /// How many processes the watcher killed, once it is done.
    private var left: Int?

    private struct Watcher {
        let process: Int32
        let control: Int32
        let reports: Int32
    }

    /// Starts a program.
    ///
    /// - Parameter endsWhole: whether all that it starts ends with it by itself.
    /// - Throws: `SystemError` where it could not be started.
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
        // The watcher's alone, so that its end can be seen.
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

    /// Looks whether the program has ended, without waiting.
    ///
    /// - Returns: whether it has.
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

    /// Whether the program has ended, and all that it started, as far as can be seen without waiting.
    public func isOver() -> Bool {
        guard hasEnded() else { return false }
        guard watcher != nil else { return true }
        takeReports()
        return left != nil
    }

    /// Kills all that runs of it, and waits for the end of that. Nothing can be asked of it afterwards.
    ///
    /// - Returns: how many processes were left behind by the program, if that had ended by itself.
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
        while left == nil, let told = Self.report(from: watcher.reports) { note(told) }
        close(watcher.reports)
        Self.wait(for: watcher.process)
        return endedItself ? left ?? 0 : 0
    }

    private func takeReports() {
        guard let watcher else { return }
        while left == nil, let told = Self.report(from: watcher.reports) { note(told) }
    }

    private func note(_ told: hometask_report) {
        switch told.kind {
        case CInt(HOMETASK_ENDED): status = told.value
        case CInt(HOMETASK_LEFT): left = Int(told.value)
        default: break
        }
    }

    /// The next report; nil if there is none for now, or none any more.
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
