// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// An executor that runs all tasks of a command on the process's first thread.
///
/// A command does its steps in sequence and needs no thread pool. Starting one, and moving each step to it, takes a
/// tenth of the time of a short command.
final class MainThread: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    /// The semaphore that counts the waiting jobs. This is safe although the compiler cannot check it: the pointer is a
    /// constant that is set before the object is shared, the semaphore is initialised in `init`, never moved and never
    /// freed, and any thread may post and wait (POSIX.1-2017, `sem_post`, `sem_wait`).
    private nonisolated(unsafe) let waiting: UnsafeMutablePointer<sem_t> = .allocate(capacity: 1)

    init() {
        sem_init(waiting, 0, 0)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        sem_post(waiting)
    }

    /// Runs a task and everything it awaits, and ends the process with the code that the task returns.
    func exit(with body: @escaping @Sendable () async -> Int32) -> Never {
        Task(executorPreference: self) { Glibc.exit(await body()) }
        while true {
            while sem_wait(waiting) != 0 {}
            let job = jobs.withLock { $0.removeFirst() }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
