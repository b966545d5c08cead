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

    /// Waits until HEAD may have moved since this returned last, or since it was made. One caller at a time.
    ///
    /// - Returns: false if the task was cancelled; from then on at once.
    public func wait() async -> Bool {
        guard watch.isRunning else {
            // No thread to be had: better to look from time to time than not at all.
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
