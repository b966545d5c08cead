// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// A server on this machine that a test starts: a program of Python's that prints a line once it is ready, such as its
/// port, and ends when its standard input does.
public final class LocalServer {
    /// What it printed when it was ready.
    public let line: String
    private let process = Process()
    private let input = Pipe()

    /// Starts a server and waits until it is ready.
    ///
    /// - Parameters:
    ///   - python: the Python that runs it.
    ///   - arguments: the program and its words.
    ///   - environment: its variables; those of the tests by default.
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
        // The end of its input is not enough: a program that is started at the same time may have that open too. Nor is
        // SIGTERM, which it may have been started with blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Why there is no server.
    public struct Failure: Error, CustomStringConvertible {
        /// The reason, in a sentence for people.
        public let description: String
    }
}
