// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// Text widths computed by the Python package wcwidth, in a single process.
struct PythonWidths {
    struct Unavailable: Error, CustomStringConvertible {
        let found: String
        var description: String {
            "expected python3 with the package wcwidth 0.7.0, found: \(found); run .ci/bootstrap --tests"
        }
    }

    private static let program = """
        import sys
        import wcwidth
        print(wcwidth.__version__)
        for line in sys.stdin:
            print(wcwidth.wcswidth("".join(chr(int(word, 16)) for word in line.split())))
        """

    /// The widths of `texts`, in order; -1 where wcwidth has none.
    static func widths(of texts: [String]) throws -> [Int] {
        let lines = try run(texts.map(hexadecimal).joined(separator: "\n") + "\n")
        guard lines.first == "0.7.0" else { throw Unavailable(found: lines.first ?? "nothing") }
        let widths = lines.dropFirst().compactMap { Int($0) }
        guard widths.count == texts.count else { throw Unavailable(found: "\(widths.count) of \(texts.count) answers") }
        return widths
    }

    private static func hexadecimal(_ text: String) -> String {
        text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    }

    /// The input is passed in a file: a pipe would fill up before Python reads the end of the input.
    private static func run(_ question: String) throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("widths-\(UUID().uuidString)")
        try Data(question.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process("python3", ["-c", program])
        process.standardInput = try FileHandle(forReadingFrom: file)
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let answer = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Unavailable(found: complaint) }
        return answer.split(separator: "\n").map(String.init)
    }
}
