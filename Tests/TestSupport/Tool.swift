// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An installed program used as a reference in tests.
public struct Tool: Sendable {
    /// The program's file name on the PATH.
    public let name: String

    /// A program by its name.
    public init(_ name: String) { self.name = name }

    /// The PATH for child processes of tests. The folder of the Python interpreter comes first: another `python3` may
    /// be a script that looks for the interpreter at each start, like that of pyenv, which doubles the start-up time.
    public static let searchPath: String = {
        let folder = PythonInterpreter.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return folder.isEmpty ? ownPath : "\(folder.joined(separator: "/")):\(ownPath)"
    }()

    /// The PATH of the tests.
    static let ownPath = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

    /// The program's path on ``searchPath``; its name if it is not found.
    public var path: String { path(on: Self.searchPath) }

    /// The program's path as a URL.
    public var url: URL { URL(fileURLWithPath: path) }

    /// The program's path on a given PATH; its name if it is not found.
    public func path(on searchPath: String) -> String {
        if name.contains("/") { return name }
        let places = searchPath.split(separator: ":").map { "\($0)/\(name)" }
        return places.first { FileManager.default.isExecutableFile(atPath: $0) } ?? name
    }

    /// Whether the program is on the PATH.
    public var isInstalled: Bool { path.contains("/") }

    /// The reason for skipping a test that needs the program.
    public var note: String { "\(name) is not installed" }

    /// Runs the program, and returns its standard output and exit status.
    ///
    /// - Parameters:
    ///   - input: the standard input of the program.
    ///   - environment: variables added to those of the tests.
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
    /// A process that has not been started: an installed program by name, and its arguments.
    public convenience init(_ program: String, _ arguments: [String]) {
        self.init()
        executableURL = Tool(program).url
        self.arguments = arguments
    }
}
