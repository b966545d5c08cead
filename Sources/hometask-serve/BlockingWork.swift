// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskSystem

/// Runs blocking work, such as waiting for a process, on a dedicated thread, so that it does not occupy one of the few
/// threads that process requests.
enum BlockingWork {
    /// Runs a closure and returns its result; returns nil if no thread can be started.
    static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value? {
        await withCheckedContinuation { continuation in
            let thread = SystemThread.start { continuation.resume(returning: body()) }
            if let thread { pthread_detach(thread) } else { continuation.resume(returning: nil) }
        }
    }
}
