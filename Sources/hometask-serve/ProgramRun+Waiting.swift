// SPDX-License-Identifier: Apache-2.0

import HometaskProcess

extension ProgramRun {
    /// Runs the program to its end on a thread of its own.
    ///
    /// - Parameter input: what the program reads from its standard input.
    /// - Returns: nil if the program cannot be started.
    func outcome(of input: [UInt8] = []) async -> Outcome? {
        await BlockingWork.run { try? run(input) } ?? nil
    }
}
