// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskProcess
import HometaskSystem

extension ProgramRun {
    /// Runs the program to its end on a thread of its own: waiting for a process would occupy one of the few threads
    /// that answer requests.
    ///
    /// - Parameter input: what the program reads from its standard input.
    /// - Returns: nil if the program cannot be started.
    func outcome(of input: [UInt8] = []) async -> Outcome? {
        await withCheckedContinuation { continuation in
            let thread = SystemThread.start { continuation.resume(returning: try? run(input)) }
            if let thread { pthread_detach(thread) } else { continuation.resume(returning: nil) }
        }
    }
}
