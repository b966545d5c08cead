// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A family's device: a home folder of its own, the family's folder in it, and a fixed clock.
struct Device: Sendable {
    /// Saturday, nine o'clock in the morning, UTC.
    static let morning = "2026-11-21T09:00:00Z"

    let name: String
    /// The home folder of the device's user.
    let home: String
    /// The family's folder, in which commands run.
    var folder: String
    /// The environment of all commands.
    var environment: [String: String]
    /// The data segment limit, in bytes, of each command and of the programs that it starts.
    var memory: Int?
    private let root: TemporaryFolder

    init(_ name: String, in root: TemporaryFolder) throws {
        self.name = name
        self.root = root
        home = try root.folder(name)
        folder = home + "/family"
        environment = [
            "PATH": Tool.searchPath, "HOME": home,
            "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8", "COLUMNS": "80", "TZ": "UTC",
            "HOMETASK_NOW": Self.morning,
        ]
    }

    /// Returns a copy with the clock at another time.
    func at(_ time: String) -> Device { with(["HOMETASK_NOW": time]) }

    /// Returns a copy with the given environment variables changed; an empty value is set, not unset.
    func with(_ variables: [String: String]) -> Device {
        var device = self
        device.environment.merge(variables) { $1 }
        return device
    }

    /// Returns a copy whose commands are limited to the given number of bytes of memory.
    func limited(toMemory bytes: Int) -> Device {
        var device = self
        device.memory = bytes
        return device
    }

    /// Runs `hometask` and waits for its end.
    @discardableResult
    func run(_ arguments: String..., input: String = "") throws -> Outcome {
        try run(arguments, input: input)
    }

    /// Runs `hometask` and waits for its end.
    @discardableResult
    func run(_ arguments: [String], input: String = "") throws -> Outcome {
        try start(arguments, input: input).finish()
    }

    /// Starts `hometask` without waiting for its end.
    func start(_ arguments: [String], input: String = "") throws -> RunningProgram {
        let isThere = FileManager.default.fileExists(atPath: folder)
        var words = [Program.path] + arguments
        // The shell sets the limit and execs the program (ulimit -d takes kilobytes).
        if let memory { words = ["/bin/sh", "-c", "ulimit -d \(memory >> 10) && exec \"$0\" \"$@\""] + words }
        return try RunningProgram(
            words[0], Array(words[1...]), environment: environment, folder: isThere ? folder : home, input: input)
    }

    /// Runs `hometask` with a standard output that has no reader.
    func runUnread(_ arguments: String...) throws -> Outcome {
        let script = """
            import os, subprocess, sys
            read, write = os.pipe()
            os.close(read)
            sys.exit(subprocess.run(sys.argv[1:], stdout=write, stdin=subprocess.DEVNULL).returncode)
            """
        let isThere = FileManager.default.fileExists(atPath: folder)
        return try RunningProgram(
            "python3", ["-c", script, Program.path] + arguments, environment: environment,
            folder: isThere ? folder : home, input: ""
        ).finish()
    }

    /// Runs `git` in the family's folder.
    @discardableResult
    func git(_ arguments: String...) throws -> Outcome {
        let identity = ["-c", "user.name=A person", "-c", "user.email=person@example.org"]
        return try RunningProgram(
            "git", identity + arguments, environment: environment, folder: folder, input: ""
        ).finish()
    }

    /// Returns the commit of HEAD, read from the reference's file; git is run only if that file is absent.
    func head() throws -> String {
        let repository = folder + (FileManager.default.fileExists(atPath: folder + "/.git/HEAD") ? "/.git/" : "/")
        if let head = Self.line(of: repository + "HEAD"), head.hasPrefix("ref: "),
            let id = Self.line(of: repository + head.dropFirst(5)), id.count == 40
        {
            return id
        }
        return try git("rev-parse", "HEAD").stdout.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func line(of path: String) -> String? {
        FileManager.default.contents(atPath: path).flatMap { String(data: $0, encoding: .utf8) }?
            .trimmingCharacters(in: .newlines)
    }

    /// Returns the first lines of the latest commit messages, newest first.
    func diary(_ count: Int = 1) throws -> [String] {
        try git("log", "--format=%s", "-n", "\(count)").lines
    }

    /// Expects that git finds no uncommitted changes.
    func expectClean(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try git("status", "--porcelain").expect(stdout: .empty, sourceLocation: sourceLocation)
    }

    /// Expects that a closure changes neither HEAD nor the files.
    func expectUnchanged(sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void) throws {
        let before = (try head(), try git("status", "--porcelain").stdout)
        try body()
        let after = (try head(), try git("status", "--porcelain").stdout)
        #expect(before.0 == after.0, "HEAD moved", sourceLocation: sourceLocation)
        #expect(before.1 == after.1, "files changed", sourceLocation: sourceLocation)
    }

    /// Returns the path of the only file in a family's folder such as `tasks`.
    func onlyFile(in kind: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        let found = try git("ls-files", kind).lines
        try #require(found.count == 1, sourceLocation: sourceLocation)
        return "\(folder)/\(found[0])"
    }
}
