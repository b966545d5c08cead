// SPDX-License-Identifier: Apache-2.0
import Glibc
import HometaskSystem
import Synchronization

/// Tells when the commit that HEAD leads to may have changed, whoever changed it: this process, another, or git.
///
/// While anybody observes, one thread looks, for all of them. The system wakes it when something happens in the folders
/// of the references (inotify), and it looks every five seconds besides, for file systems that do not tell of what
/// other machines do. Where the system cannot wake it, it looks every second. Without observers there is neither thread
/// nor open file.
///
/// libgit2 is not used here: its handles belong to others.
public final class HeadWatch: Sendable {
    private let gitDirectory: String
    private let commonDirectory: String
    private let state = Mutex(State())

    /// How long the thread waits for the system to wake it, in milliseconds; below zero, until it does.
    private let patience: Int32

    /// How long it waits where the system cannot wake it.
    static let patienceAlone: Int32 = 1000

    /// What an observer is about.
    private enum Observer {
        /// It has not asked yet, and there is nothing to tell.
        case idle
        /// There is something to tell when it asks.
        case due
        /// It has asked, and waits.
        case waiting(CheckedContinuation<Bool, Never>)
        /// It was cancelled, and is told nothing more.
        case ended
    }

    private struct State {
        var observers: [UInt64: Observer] = [:]
        var count: UInt64 = 0
        var run: Run?
    }

    /// What one run of the thread works with. Its descriptors are closed when the thread is done with them.
    private final class Run: Sendable {
        let events: FolderEvents?
        let cancellation = Cancellation()

        init(_ events: FolderEvents?) { self.events = events }
    }

    /// A watch of a repository; nothing is looked at yet.
    ///
    /// - Parameters:
    ///   - gitDirectory: the git directory, with a slash at its end.
    ///   - commonDirectory: the one that linked working trees share.
    ///   - patience: how many milliseconds pass between two looks while the system tells of nothing; below zero, it
    ///     looks only when it is told.
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

    /// Tells all observers that HEAD may have moved.
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

    /// Whether there is a thread that tells.
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

    /// Starts the thread, once what it compares with has been read; nil if there is none to be had.
    private func begin() -> Run? {
        let run = Run(FolderEvents())
        guard run.cancellation.descriptor >= 0 else { return nil }
        let first = look(run)
        guard let thread = SystemThread.start({ self.follow(run, from: first) }) else { return nil }
        pthread_detach(thread)
        return run
    }

    /// Looks, and sees to it that what happens from then on wakes the thread.
    private func look(_ run: Run) -> (mark: HeadMark, isWoken: Bool) {
        var mark = HeadMark(gitDirectory: gitDirectory, commonDirectory: commonDirectory)
        guard let events = run.events else { return (mark, false) }
        for _ in 0..<3 {
            // What is read after the folders are watched cannot have changed unheard.
            let isWhole = events.watch(mark.folders)
            let folders = mark.folders
            mark = HeadMark(gitDirectory: gitDirectory, commonDirectory: commonDirectory)
            if mark.folders == folders { return (mark, isWhole) }
        }
        return (mark, false)
    }

    private func follow(_ run: Run, from first: (mark: HeadMark, isWoken: Bool)) {
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
