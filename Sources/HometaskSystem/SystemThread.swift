// SPDX-License-Identifier: Apache-2.0
public import Glibc

/// Starts system threads, for work that would block the shared thread pool of tasks.
public enum SystemThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread, which has to be joined or detached.
    ///
    /// - Returns: nil if no thread can be created.
    public static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(Body(body)).toOpaque()
        let status = pthread_create(
            &thread, nil,
            { argument in
                if let argument {
                    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            }, argument)
        if status == 0 { return thread }
        Unmanaged<Body>.fromOpaque(argument).release()
        return nil
    }
}
