// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Testing

/// Runs tests on dedicated threads.
///
/// Tests run on as many threads as there are processors. A test that waits for other programs, clocks or timeouts would
/// block such a thread while idle; on a dedicated thread it blocks no other test.
public struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
    /// Applies to all tests of a suite, nested ones included.
    public let isRecursive = true

    /// Runs a test on one of the dedicated threads.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
    }
}

extension Trait where Self == WaitingTrait {
    /// A trait for tests that mostly wait.
    public static var waits: Self { WaitingTrait() }
}

/// The threads for waiting tests: few, so that timeouts in milliseconds stay meaningful.
private final class WaitingThreads: TaskExecutor {
    static let shared = WaitingThreads()

    private let queue: OperationQueue

    private init() {
        queue = OperationQueue()
        queue.maxConcurrentOperationCount = 3
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
