// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A program of the machine that tests hold ours against.
public struct Tool: Sendable {
    /// The name of its file on the PATH.
    public let name: String

    /// A program by its name.
    public init(_ name: String) { self.name = name }

    /// The PATH for programs that tests start. The folder of the Python interpreter stands first: what else is called
    /// `python3` may be a script that looks for the interpreter at each start, as pyenv's does in twice its time.
    public static let searchPath: String = {
        let folder = PythonInterpreter.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return folder.isEmpty ? ownPath : "\(folder.joined(separator: "/")):\(ownPath)"
    }()

    /// The PATH of the tests.
    static let ownPath = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

    /// Where it is, by ``searchPath``; its name where it is nowhere.
    public var path: String { path(on: Self.searchPath) }

    /// Where it is, as a process takes it.
    public var url: URL { URL(fileURLWithPath: path) }

    /// Where it is by a PATH; its name where it is nowhere.
    public func path(on searchPath: String) -> String {
        if name.contains("/") { return name }
        let places = searchPath.split(separator: ":").map { "\($0)/\(name)" }
        return places.first { FileManager.default.isExecutableFile(atPath: $0) } ?? name
    }

    /// Whether it is on the PATH.
    public var isInstalled: Bool { path.contains("/") }

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
        let process = Process(name, arguments)
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

extension Process {
    /// A process that is yet to be started: a program of the machine by its name, and its arguments.
    public convenience init(_ program: String, _ arguments: [String]) {
        self.init()
        executableURL = Tool(program).url
        self.arguments = arguments
    }
}
