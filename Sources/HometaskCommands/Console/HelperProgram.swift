// SPDX-License-Identifier: Apache-2.0

import HometaskProcess

/// A program of the system that is run to its end, and what it says on standard output; what it says on
/// standard error is left out. It may ask at the terminal, as `ssh-keygen` asks for a passphrase.
struct HelperProgram {
    /// How it ended, and what it wrote to standard output.
    struct Outcome {
        /// The exit code; nil if the program is not there, or a signal ended it.
        let status: Int32?
        let output: [UInt8]
    }

    /// The most bytes that are kept of what it says.
    private static let limit = 16 << 20

    private let name: String
    private let environment: CommandEnvironment

    /// A program, found along `PATH`.
    init(_ name: String, _ environment: CommandEnvironment) {
        self.name = name
        self.environment = environment
    }

    /// Runs it.
    ///
    /// - Parameters:
    ///   - input: what it reads on standard input.
    ///   - keepsOutput: whether its output is taken. Without that, what it leaves running, as programs for clipboards
    ///     do, may continue speaking to nobody.
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
