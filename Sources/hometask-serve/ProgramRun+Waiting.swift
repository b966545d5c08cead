// SPDX-License-Identifier: Apache-2.0

import HometaskProcess

extension ProgramRun {
    /// Runs the program to completion on a dedicated thread.
    ///
    /// - Parameter input: the program's standard input.
    /// - Returns: the outcome; nil if the program cannot be started.
    func outcome(of input: [UInt8] = []) async -> Outcome? {
        await BlockingWork.run { try? run(input) } ?? nil
    }
}
