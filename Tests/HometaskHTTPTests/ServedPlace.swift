// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import Testing

/// A family in a folder of its own, served by the built program.
final class ServedPlace {
    /// The home directory for the programs, with the family in `home`.
    let folder = FileManager.default.temporaryDirectory.appending(path: "serve-\(UUID().uuidString)").path
    /// The `PATH` for the programs.
    var path = "/usr/bin:/bin"
    private var started: [ChildProgram] = []
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
        for process in started { process.terminate() }
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func process(_ program: String, _ arguments: [String], in subfolder: String = "/home") -> ChildProgram {
        let process = ChildProgram(
            program, arguments, environment: ["HOME": folder, "PATH": path], folder: folder + subfolder)
        started.append(process)
        return process
    }

    /// Runs a program to completion.
    func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = process(program, arguments)
        let output = Pipe()
        try process.start(output: .pipe(output), errors: .pipe(output))
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return (try #require(process.wait()), text)
    }

    /// Runs the server program to completion in a folder, by default the family's, with separate output and errors.
    func runProgram(
        _ arguments: String..., in subfolder: String = "/home"
    ) throws -> (status: Int32, output: String, errors: String) {
        try runProgram(arguments, in: subfolder)
    }

    /// The overload with arguments in an array.
    func runProgram(
        _ arguments: [String], in subfolder: String = "/home"
    ) throws -> (status: Int32, output: String, errors: String) {
        let process = process(Self.program, arguments, in: subfolder)
        let (output, errors) = (Pipe(), Pipe())
        try process.start(output: .pipe(output), errors: .pipe(errors))
        let texts = [output, errors].map {
            String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        return (try #require(process.wait()), texts[0], texts[1])
    }

    /// Runs the program to completion in a terminal of 80 columns, and returns the lines of its output.
    func runInTerminal(_ arguments: [String]) throws -> [String] {
        let command = ([Self.program] + arguments).map { "'\($0)'" }.joined(separator: " ")
        let process = process("/usr/bin/script", ["-qec", command, "/dev/null"])
        let (input, output) = (Pipe(), Pipe())
        // The input stays open, since the terminal would echo its end.
        try process.start(input: .pipe(input), output: .pipe(output))
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.wait()
        try input.fileHandleForWriting.close()
        return text.components(separatedBy: "\r\n")
    }

    /// Starts the server, and returns it with its first line of output.
    func serve(_ arguments: String...) async throws -> (ChildProgram, String) { try await serve(arguments) }

    /// The overload with arguments in an array.
    func serve(_ arguments: [String]) async throws -> (ChildProgram, String) {
        let process = process(Self.program, ["--port", "0"] + arguments)
        let output = Pipe()
        try process.start(output: .pipe(output), errors: .file(errors.fileHandleForWriting))
        let handle = output.fileHandleForReading
        return (process, try await Connection.blocking { String(decoding: handle.availableData, as: UTF8.self) })
    }

    /// Returns the server's standard error, once it has exited.
    ///
    /// - Parameter hasTimes: whether to keep the timestamps of the log lines.
    func complaints(hasTimes: Bool = false) -> String {
        errors.fileHandleForWriting.closeFile()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return hasTimes ? text : text.replacing(#/(?m)^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ /#, with: "")
    }

    /// Parses the local port at which the server listens.
    func port(in line: String) throws -> Int {
        try #require(line.firstMatch(of: /127\.0\.0\.1:(\d+)/).flatMap { Int($0.1) }, "\(line)")
    }

    /// Finds a local port at which nothing listens.
    static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 ? getsockname(descriptor, pointer, &length) : -1
            }
        }
        try #require(status == 0)
        return Int(in_port_t(bigEndian: address.sin_port))
    }

    /// The path of the server's program, built beside the tests.
    static var program: String {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "hometask-serve").path
    }
}
