// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import Synchronization

/// A value that a thread of its own computes while its creator does something else.
public final class BackgroundValue<Value: Sendable>: Sendable {
    private let body: @Sendable () -> Value
    private let result: Result
    /// The thread until it is joined; nil if none could be started.
    private let thread: Mutex<pthread_t?>

    private final class Result: Sendable {
        let value = Mutex<Value?>(nil)
    }

    /// Starts to compute a value.
    public init(_ body: @escaping @Sendable () -> Value) {
        let result = Result()
        self.body = body
        self.result = result
        let started = SystemThread.start {
            let value = body()
            result.value.withLock { $0 = value }
        }
        thread = Mutex(started)
    }

    /// Waits for the thread, so that it never outlives this object.
    deinit { join() }

    /// The value. Waits until it has been computed; if no thread could be started, it is computed now.
    public var value: Value {
        join()
        return result.value.withLock { known in
            let value = known ?? body()
            known = value
            return value
        }
    }

    private func join() {
        thread.withLock { running in
            if let thread = running { pthread_join(thread, nil) }
            running = nil
        }
    }
}
