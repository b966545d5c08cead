// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Runs all tasks of a command on the thread that the process began with.
///
/// A command does one thing after the other and needs no pool of threads: starting one, and moving every step onto it,
/// takes a tenth of the time of a short command.
final class MainThread: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    /// Counts the jobs that wait. Safe although the compiler cannot see it: the pointer is a constant that is set
    /// before the object is shared, what it points to is made ready in `init`, never moved and never freed, and any
    /// thread may post and wait (POSIX.1-2017, `sem_post`, `sem_wait`).
    private nonisolated(unsafe) let waiting: UnsafeMutablePointer<sem_t> = .allocate(capacity: 1)

    init() {
        sem_init(waiting, 0, 0)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        sem_post(waiting)
    }

    /// Ends the process with the code that a task returns, and runs that task and whatever it waits for until then.
    func exit(with body: @escaping @Sendable () async -> Int32) -> Never {
        Task(executorPreference: self) { Glibc.exit(await body()) }
        while true {
            while sem_wait(waiting) != 0 {}
            let job = jobs.withLock { $0.removeFirst() }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
