// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program of the machine that tests hold ours against.
public struct Tool: Sendable {
    /// Its name.
    public let name: String

    /// A program by its name.
    public init(_ name: String) { self.name = name }

    /// Whether it is on the PATH.
    public var isInstalled: Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }

    /// Why a test is skipped that needs it.
    public var note: String { "\(name) is not installed" }

    /// What it writes to standard output, and with what it ended.
    ///
    /// - Parameters:
    ///   - input: what it reads from standard input.
    ///   - environment: variables that it gets besides those of the tests.
    public func run(
        _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> (output: String, status: Int32) {
        let folder = try TemporaryFolder()
        let source = folder.path + "/input"
        try Data(input.utf8).write(to: URL(fileURLWithPath: source))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle(forReadingAtPath: source)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
    }
}
