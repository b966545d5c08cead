// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// An executor that runs all tasks of a command on the process's first thread.
///
/// A command does its steps in sequence and needs no thread pool. Starting one, and moving each step to it, takes a
/// tenth of the time of a short command.
final class MainThread: TaskExecutor {
    /// The waiting jobs. This is safe although the compiler cannot check it: they are read and changed only by the thread
    /// that holds `lock`.
    private nonisolated(unsafe) var jobs: [UnownedJob] = []
    /// This is safe although the compiler cannot check it: the pointer is a constant that is set before the object is
    /// shared, the lock is initialised in `init`, never moved and never freed, and any thread may hold it (POSIX.1-2017,
    /// `pthread_mutex_lock`).
    private nonisolated(unsafe) let lock: UnsafeMutablePointer<pthread_mutex_t> = .allocate(capacity: 1)
    /// Signals a new job. This is safe although the compiler cannot check it, as `lock` is: any thread may signal and
    /// wait (POSIX.1-2017, `pthread_cond_wait`).
    private nonisolated(unsafe) let hasJob: UnsafeMutablePointer<pthread_cond_t> = .allocate(capacity: 1)

    init() {
        pthread_mutex_init(lock, nil)
        pthread_cond_init(hasJob, nil)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pthread_mutex_lock(lock)
        jobs.append(job)
        pthread_cond_signal(hasJob)
        pthread_mutex_unlock(lock)
    }

    /// Runs a task and everything it awaits, and ends the process with the code that the task returns.
    func exit(with body: @escaping @Sendable () async -> Int32) -> Never {
        Task(executorPreference: self) { HometaskPlatform.exit(await body()) }
        while true { next().runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// Waits for a job, and takes the first one.
    private func next() -> UnownedJob {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while jobs.isEmpty { pthread_cond_wait(hasJob, lock) }
        return jobs.removeFirst()
    }
}
