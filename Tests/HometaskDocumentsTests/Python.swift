// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Python's independent implementations of the tested algorithms.
enum Python {
    /// Returns the output of a script. The input is passed in a file, so that no pipe fills up.
    static func run(_ arguments: [String], input: String = "") throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("hometask-\(UUID().uuidString)")
        try Data(input.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process("python3", arguments)
        process.standardInput = try FileHandle(forReadingFrom: file)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(
            process.terminationStatus == 0,
            "python3 \(arguments.first ?? "") failed; run .ci/bootstrap --tests, which installs what it needs")
        return String(decoding: bytes, as: UTF8.self)
    }
}
