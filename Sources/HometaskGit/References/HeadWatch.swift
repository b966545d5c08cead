// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskSystem
import Synchronization

/// Reports possible moves of HEAD, whether by this process, another one, or git.
///
/// While there are observers, one thread checks HEAD for all of them. The system wakes it when something changes in the
/// folders of the references (inotify). It also checks every five seconds, for file systems that do not report changes
/// by other machines. If the system cannot wake it, it checks every second. Without observers there is neither a thread
/// nor an open file.
///
/// Does not use libgit2, because its handles belong to other threads.
public final class HeadWatch: Sendable {
    private let gitDirectory: String
    private let commonDirectory: String
    private let state = Mutex(State())

    /// The maximum wait of the thread for the system, in milliseconds; negative for no limit.
    private let patience: Int32

    /// The polling interval in milliseconds if the system cannot wake the thread.
    static let patienceAlone: Int32 = 1000

    /// The state of an observer.
    private enum Observer {
        /// It is not waiting, and there is nothing to report.
        case idle
        /// A report is pending for its next call.
        case due
        /// It waits for a report: true if HEAD may have moved, false if it is cancelled.
        case waiting(CheckedContinuation<Bool, Never>)
        /// It was cancelled, and receives no more reports.
        case ended
    }

    private struct State {
        var observers: [UInt64: Observer] = [:]
        var count: UInt64 = 0
        var run: Run?
    }

    /// The state of one run of the thread. The thread closes the descriptors when it is done with them.
    private final class Run: Sendable {
        let events: FolderEvents?
        let cancellation = Cancellation()

        init(_ events: FolderEvents?) { self.events = events }
    }

    /// Creates a watch of a repository; nothing is read yet.
    ///
    /// - Parameters:
    ///   - gitDirectory: the git directory, with a trailing slash.
    ///   - commonDirectory: the directory that linked working trees share.
    ///   - patience: the time in milliseconds between two checks while the system reports nothing; negative to check
    ///     only after reports.
    public init(gitDirectory: String, commonDirectory: String, patience: Int32 = 5000) {
        self.gitDirectory = gitDirectory
        self.commonDirectory = commonDirectory
        self.patience = patience
    }

    /// Starts observing: changes from now on are reported until the result is released.
    public func observe() -> HeadSignal {
        let number = state.withLock { state in
            if state.run == nil { state.run = begin() }
            state.count += 1
            state.observers[state.count] = .idle
            return state.count
        }
        return HeadSignal(self, number)
    }

    /// Reports to all observers that HEAD may have moved.
    public func signal() {
        let waiting = state.withLock { state in
            var waiting: [CheckedContinuation<Bool, Never>] = []
            for (number, observer) in state.observers {
                switch observer {
                case .waiting(let continuation):
                    waiting.append(continuation)
                    state.observers[number] = .idle
                case .idle: state.observers[number] = .due
                case .due, .ended: break
                }
            }
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: true) }
    }

    // MARK: For HeadSignal

    /// Whether a thread is running.
    var isRunning: Bool { state.withLock { $0.run != nil } }

    func wait(_ number: UInt64, _ continuation: CheckedContinuation<Bool, Never>) {
        let answer: Bool? = state.withLock { state in
            switch state.observers[number] {
            case .idle:
                state.observers[number] = .waiting(continuation)
                return nil
            case .due:
                state.observers[number] = .idle
                return true
            case .waiting: return true
            case .ended, nil: return false
            }
        }
        if let answer { continuation.resume(returning: answer) }
    }

    func cancel(_ number: UInt64) {
        let observer = state.withLock { state in
            defer { state.observers[number] = .ended }
            return state.observers[number]
        }
        if case .waiting(let continuation) = observer { continuation.resume(returning: false) }
    }

    func remove(_ number: UInt64) {
        state.withLock { state in
            state.observers[number] = nil
            guard state.observers.isEmpty else { return }
            state.run?.cancellation.cancel()
            state.run = nil
        }
    }

    // MARK: The thread

    /// Starts the thread after reading the state to compare with; nil if no thread can be started.
    private func begin() -> Run? {
        let run = Run(FolderEvents())
        guard run.cancellation.descriptor >= 0 else { return nil }
        let first = look(run)
        guard let thread = SystemThread.start({ self.follow(run, from: first) }) else { return nil }
        pthread_detach(thread)
        return run
    }

    /// Reads the state, and makes sure that later changes wake the thread.
    private func look(_ run: Run) -> (mark: HeadSnapshot, isWoken: Bool) {
        var mark = HeadSnapshot(gitDirectory: gitDirectory, commonDirectory: commonDirectory)
        guard let events = run.events else { return (mark, false) }
        for _ in 0..<3 {
            // The state is read after the watches are set, so no change can be missed.
            let isWhole = events.watch(mark.folders)
            let folders = mark.folders
            mark = HeadSnapshot(gitDirectory: gitDirectory, commonDirectory: commonDirectory)
            if mark.folders == folders { return (mark, isWhole) }
        }
        return (mark, false)
    }

    private func follow(_ run: Run, from first: (mark: HeadSnapshot, isWoken: Bool)) {
        var last = first
        while true {
            var waiting = [
                pollfd(fd: run.events?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: run.cancellation.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let patience = last.isWoken ? patience : Self.patienceAlone
            let status = unsafe poll(&waiting, 2, patience)
            if waiting[1].revents != 0 { return }
            if status < 0, errno != EINTR { usleep(UInt32(Self.patienceAlone) * 1000) }
            run.events?.drain()
            let now = look(run)
            if now.mark != last.mark { signal() }
            last = now
        }
    }
}
