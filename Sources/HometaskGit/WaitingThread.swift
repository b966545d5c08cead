// SPDX-License-Identifier: Apache-2.0
import Glibc
import HometaskSystem
import Synchronization

/// Runs work that waits for another process on a thread of its own, so that it holds up none of the few threads that
/// all tasks share.
public enum WaitingThread {
    /// Runs the work and returns what it returns. Cancelling the task is told to the work, which must end by itself.
    static func run<R: Sendable>(_ body: @escaping @Sendable (Cancellation) -> R) async -> R {
        let cancellation = Cancellation()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                start { continuation.resume(returning: body(cancellation)) }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Runs work that goes on to its end even if the task is cancelled.
    public static func run<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R { await run { _ in body() } }

    /// Runs the work, and returns what it returns; nil where that takes longer. Then nobody waits for its end: for what a
    /// file system is asked that may never answer, such as one of a machine that is away.
    static func run<R: Sendable>(forAtMost milliseconds: Int, _ body: @escaping @Sendable () -> R) async -> R? {
        let answer = FirstAnswer<R>()
        let timer = Task.detached {
            try await Task.sleep(for: .milliseconds(milliseconds))
            answer.give(nil)
        }
        defer { timer.cancel() }
        return await withCheckedContinuation { continuation in
            answer.wait(continuation)
            start { answer.give(body()) }
        }
    }

    /// The first of the answers that are given, for the one who waits for it.
    private final class FirstAnswer<R: Sendable>: Sendable {
        private enum State {
            case asked
            case awaited(CheckedContinuation<R?, Never>)
            case given(R?)
        }

        private let state = Mutex<State>(.asked)

        func wait(_ continuation: CheckedContinuation<R?, Never>) {
            let given: R?? = state.withLock { state in
                if case .given(let answer) = state { return answer }
                state = .awaited(continuation)
                return nil
            }
            if let given { continuation.resume(returning: given) }
        }

        func give(_ answer: R?) {
            let waiting: CheckedContinuation<R?, Never>? = state.withLock { state in
                if case .given = state { return nil }
                defer { state = .given(answer) }
                if case .awaited(let continuation) = state { return continuation }
                return nil
            }
            waiting?.resume(returning: answer)
        }
    }

    private static func start(_ work: @escaping @Sendable () -> Void) {
        if let thread = SystemThread.start(work) {
            pthread_detach(thread)
        } else {
            // No thread to be had: better to wait here than not at all.
            work()
        }
    }
}
