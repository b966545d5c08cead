// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import Testing

/// A family in a folder of its own, served by the built program.
final class ServedPlace {
    /// It has the family in `home`, and is the home folder of what is run.
    let folder = FileManager.default.temporaryDirectory.appending(path: "serve-\(UUID().uuidString)").path
    /// Where programs are looked for.
    var path = "/usr/bin:/bin"
    private var started: [Process] = []
    private let errors = Pipe()

    init(members: [MemberDraft]) async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let replica = try await GitReplicaProvider().create(
            at: folder + "/home", isBare: false,
            family: FamilyDraft(name: "Berg", zone: "Europe/Amsterdam", email: "berg@example.org", device: "server"))
        _ = try await replica.write(command: "begin") { transaction in
            for member in members { _ = try transaction.members.add(member) }
        }
    }

    deinit {
        for process in started where process.isRunning { process.terminate() }
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func process(_ program: String, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder + "/home")
        process.environment = ["HOME": folder, "PATH": path]
        started.append(process)
        return process
    }

    /// Runs a program to its end.
    func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = process(program, arguments)
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    /// Starts the server, and returns it with the line that it begins with.
    func serve(_ arguments: String...) async throws -> (Process, String) {
        let process = process(Self.program, ["--port", "0"] + arguments)
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        let handle = output.fileHandleForReading
        return (process, try await Connection.blocking { String(decoding: handle.availableData, as: UTF8.self) })
    }

    /// What the server has written to standard error, after its end.
    func complaints() -> String {
        errors.fileHandleForWriting.closeFile()
        return String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    /// The port of this machine that the server listens at.
    func port(in line: String) throws -> Int {
        try #require(line.firstMatch(of: /127\.0\.0\.1:(\d+)/).flatMap { Int($0.1) }, "\(line)")
    }

    /// Beside the tests.
    static var program: String {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "hometask-serve").path
    }
}
