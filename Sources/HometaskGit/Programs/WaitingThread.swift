// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskSystem
import Synchronization

/// Runs work that waits for another process on a separate thread, so that it does not block one of the few threads that
/// all tasks share.
public enum WaitingThread {
    /// Runs the work and returns its result. If the task is cancelled, the work is notified and must end by itself.
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

    /// Runs work that continues to its end even if the task is cancelled.
    public static func run<R: Sendable>(_ body: @escaping @Sendable () -> R) async -> R { await run { _ in body() } }

    /// Runs the work and returns its result; nil on a timeout, after which the work is abandoned. For requests to a
    /// file system that may never respond, such as that of an unreachable machine.
    static func run<R: Sendable>(forAtMost milliseconds: Int, _ body: @escaping @Sendable () -> R) async -> R? {
        await withCheckedContinuation { continuation in
            let waiting = FirstAnswer(continuation)
            let timer = Task.detached {
                try await Task.sleep(for: .milliseconds(milliseconds))
                waiting.answer(nil)
            }
            start {
                waiting.answer(body())
                timer.cancel()
            }
        }
    }

    /// Waits for the first of several answers.
    private final class FirstAnswer<R: Sendable>: Sendable {
        private let continuation: Mutex<CheckedContinuation<R?, Never>?>

        init(_ continuation: CheckedContinuation<R?, Never>) { self.continuation = Mutex(continuation) }

        func answer(_ result: R?) {
            let first = continuation.withLock { $0.take() }
            first?.resume(returning: result)
        }
    }

    private static func start(_ work: @escaping @Sendable () -> Void) {
        if let thread = SystemThread.start(work) {
            pthread_detach(thread)
        } else {
            // No thread could be started: run the work on this one.
            work()
        }
    }
}
