// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskGit
import TestSupport

/// A temporary folder with its own home, isolated from the machine's git settings; deleted after the test.
final class Sandbox: Sendable {
    let path: String
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path
        _ = try folder.folder("home")
    }

    /// The environment of every program that a test runs.
    var environment: [String: String] {
        [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": path + "/home",
            "XDG_CONFIG_HOME": path + "/home/.config", "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C",
            "GIT_AUTHOR_NAME": "Anna", "GIT_AUTHOR_EMAIL": "anna@example.org",
            "GIT_COMMITTER_NAME": "Anna", "GIT_COMMITTER_EMAIL": "anna@example.org",
            "GIT_AUTHOR_DATE": "1700000000 +0100", "GIT_COMMITTER_DATE": "1700000000 +0100",
        ]
    }

    /// Runs git in a folder of the sandbox and returns its output without the final newline.
    @discardableResult
    func git(_ arguments: String..., at folder: String = "", input: String? = nil) throws -> String {
        let result = try run(["git"] + arguments, at: folder, input: input)
        guard result.status == 0 else { throw GitFailed(arguments: arguments, result: result) }
        return result.output.hasSuffix("\n") ? String(result.output.dropLast()) : result.output
    }

    func run(
        _ command: [String], at folder: String = "", input: String? = nil, extra: [String: String] = [:]
    ) throws -> ProgramResult {
        let process = Process(command[0], Array(command.dropFirst()))
        process.currentDirectoryURL = URL(fileURLWithPath: path + "/" + folder)
        process.environment = environment.merging(extra) { $1 }
        // Files, not pipes: a full pipe would block both sides.
        let names = [
            path + "/in-" + UUID().uuidString, path + "/out-" + UUID().uuidString, path + "/err-" + UUID().uuidString,
        ]
        defer { names.forEach { try? FileManager.default.removeItem(atPath: $0) } }
        try Data((input ?? "").utf8).write(to: URL(fileURLWithPath: names[0]))
        for name in names.dropFirst() { _ = FileManager.default.createFile(atPath: name, contents: nil) }
        process.standardInput = FileHandle(forReadingAtPath: names[0])
        process.standardOutput = FileHandle(forWritingAtPath: names[1])
        process.standardError = FileHandle(forWritingAtPath: names[2])
        try process.run()
        process.waitUntilExit()
        return ProgramResult(
            status: process.terminationStatus,
            output: String(decoding: try Data(contentsOf: URL(fileURLWithPath: names[1])), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: URL(fileURLWithPath: names[2])), as: UTF8.self))
    }

    func write(_ text: String, to file: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: place(of: file)))
    }

    /// Writes an executable script for the test or for git.
    func writeProgram(_ text: String, to file: String) throws {
        try ProgramFile.write(text, to: place(of: file))
    }

    /// The path of a file; creates its folder if absent.
    private func place(of file: String) throws -> String {
        let url = URL(fileURLWithPath: path + "/" + file)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        return url.path
    }
}

struct ProgramResult {
    let status: Int32
    let output: String
    let errors: String
}

struct GitFailed: Error, CustomStringConvertible {
    let arguments: [String]
    let result: ProgramResult
    var description: String { "git \(arguments.joined(separator: " ")): \(result.status) \(result.errors)" }
}
