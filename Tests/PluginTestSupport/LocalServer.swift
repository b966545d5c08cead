// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// A local server for a test: a Python program that prints a line once it is ready, such as its port, and exits when
/// its standard input is closed.
public final class LocalServer {
    /// The line printed once the server is ready.
    public let line: String
    private let process = Process()
    private let input = Pipe()

    /// Starts a server and waits until it is ready.
    ///
    /// - Parameters:
    ///   - python: the Python interpreter.
    ///   - arguments: the program and its arguments.
    ///   - environment: the environment variables; those of the tests by default.
    public init(
        python: String = "python3", _ arguments: [String], environment: [String: String]? = nil
    ) throws {
        let output = Pipe()
        process.executableURL = Tool(python).url
        process.arguments = arguments
        if let environment { process.environment = environment }
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data([0x0A]) {
            line += byte
        }
        self.line = String(decoding: line, as: UTF8.self)
        guard !line.isEmpty else { throw Failure(description: "\(arguments) did not start") }
    }

    deinit {
        // Closing standard input is not enough: a program started at the same time may also hold it open. Nor is
        // SIGTERM, which the server may have blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// The error when the server does not start.
    public struct Failure: Error, CustomStringConvertible {
        /// The reason, as a readable sentence.
        public let description: String
    }
}
