// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The interpreter behind the name `python3`.
public enum PythonInterpreter {
    /// The interpreter's path; empty if there is none.
    public static let path: String = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Tool("python3").path(on: Tool.ownPath))
        process.arguments = ["-c", "import sys; print(sys.executable)"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return "" }
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
        return FileManager.default.isExecutableFile(atPath: line) ? line : ""
    }()

    /// The text of a program that needs only the standard library, with a first line for a much faster start: the
    /// system's interpreter, which sandboxed plugins can reach, without looking for packages (`-S`) and settings
    /// (`-I`).
    public static func program(_ text: String) -> String {
        let (usual, system) = ("#!/usr/bin/env python3\n", "/usr/bin/python3")
        guard text.hasPrefix(usual), FileManager.default.isExecutableFile(atPath: system) else { return text }
        return "#!\(system) -IS\n" + text.dropFirst(usual.count)
    }
}
