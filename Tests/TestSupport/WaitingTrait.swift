// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Testing

/// Runs tests on threads of their own.
///
/// Tests run on as many threads as there are processors. One that waits for other programs, for clocks or for limits
/// keeps such a thread from the others while nothing is computed; on a thread of its own it keeps nobody.
public struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
    /// All tests of a suite, and of those in it.
    public let isRecursive = true

    /// Runs a test on one of the threads.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
    }
}

extension Trait where Self == WaitingTrait {
    /// For tests that mostly wait.
    public static var waits: Self { WaitingTrait() }
}

/// The threads for tests that wait: few, so that limits in milliseconds still mean something while they run.
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
