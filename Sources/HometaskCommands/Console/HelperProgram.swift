// SPDX-License-Identifier: Apache-2.0

import HometaskProcess

/// A system program that runs to completion, with its standard output captured and its standard error discarded. It may
/// prompt on the terminal, as `ssh-keygen` does for a passphrase.
struct HelperProgram {
    /// The exit code and the standard output.
    struct Outcome {
        /// The exit code; nil if the program does not exist or was killed by a signal.
        let status: Int32?
        let output: [UInt8]
    }

    /// The maximum size of the captured output, in bytes.
    private static let limit = 16 << 20

    private let name: String
    private let environment: CommandEnvironment

    /// Looks up a program in `PATH`.
    init(_ name: String, _ environment: CommandEnvironment) {
        self.name = name
        self.environment = environment
    }

    /// Runs the program.
    ///
    /// - Parameters:
    ///   - input: the program's standard input.
    ///   - keepsOutput: whether the program's output is captured. If not, a background process that the program leaves
    ///     running, as clipboard programs do, may keep writing, and its output is discarded.
    func run(_ arguments: [String], input: [UInt8] = [], keepsOutput: Bool = true) -> Outcome {
        let variables = environment.variables
        guard let path = ProgramPath.find(name, in: variables) else { return Outcome(status: nil, output: []) }
        var run = ProgramRun(path, arguments, environment: variables)
        (run.patience, run.limit) = (nil, Self.limit)
        (run.leadsSession, run.isHeard) = (false, keepsOutput)
        guard let outcome = try? run.run(input) else { return Outcome(status: nil, output: []) }
        return Outcome(status: outcome.code, output: outcome.output)
    }
}
