// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Starts threads of the system, for work that would hold up the few that all tasks share.
enum SystemThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread, which is to be joined or detached.
    ///
    /// - Returns: nil where there is none to be had.
    static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        var thread = pthread_t()
        let argument = unsafe Unmanaged.passRetained(Body(body)).toOpaque()
        let status = unsafe pthread_create(
            &thread, nil,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            }, argument)
        if status == 0 { return thread }
        unsafe Unmanaged<Body>.fromOpaque(argument).release()
        return nil
    }
}
