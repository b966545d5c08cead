// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Runs work that waits for another process on a thread of its own, so that it holds up none of the few threads that
/// all tasks share.
enum WaitingThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs the work and returns what it returns. Cancelling the task is told to the work, which must end by itself.
    static func run<R: Sendable>(_ body: @escaping @Sendable (Cancellation) -> R) async -> R {
        let cancellation = Cancellation()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                start(Work { continuation.resume(returning: body(cancellation)) })
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    private static func start(_ work: Work) {
        var thread = pthread_t()
        let argument = unsafe Unmanaged.passRetained(work).toOpaque()
        let status = unsafe pthread_create(
            &thread, nil,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                }
                return nil
            }, argument)
        if status == 0 {
            pthread_detach(thread)
        } else {
            // No thread to be had: better to wait here than not at all.
            unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        }
    }
}
