// SPDX-License-Identifier: Apache-2.0
import Glibc
import HometaskSystem

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

    private static func start(_ work: @escaping @Sendable () -> Void) {
        if let thread = SystemThread.start(work) {
            pthread_detach(thread)
        } else {
            // No thread to be had: better to wait here than not at all.
            work()
        }
    }
}
