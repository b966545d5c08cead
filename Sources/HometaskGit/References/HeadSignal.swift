// SPDX-License-Identifier: Apache-2.0

/// An observer of a ``HeadWatch``. It receives changes until it is released; the thread ends with the last observer.
public final class HeadSignal: Sendable {
    private let watch: HeadWatch
    private let number: UInt64

    init(_ watch: HeadWatch, _ number: UInt64) {
        self.watch = watch
        self.number = number
    }

    deinit { watch.remove(number) }

    /// Waits until HEAD may have moved since the previous call returned, or since the observer was created. One caller
    /// at a time.
    ///
    /// - Returns: false if the task was cancelled; later calls return at once.
    public func wait() async -> Bool {
        guard watch.isRunning else {
            // No thread could be started: fall back to polling.
            try? await Task.sleep(for: .milliseconds(Int(HeadWatch.patienceAlone)))
            return !Task.isCancelled
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { watch.wait(number, $0) }
        } onCancel: {
            watch.cancel(number)
        }
    }
}
