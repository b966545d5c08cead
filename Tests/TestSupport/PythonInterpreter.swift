// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The interpreter that `python3` stands for.
public enum PythonInterpreter {
    /// Its path; empty where there is none.
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

    /// The text of a program that needs the standard library alone, with a first line by which it starts in a fraction of
    /// the time: the interpreter of the system, which plugins can reach in their sandbox, without looking for packages
    /// (`-S`) and settings (`-I`).
    public static func program(_ text: String) -> String {
        let (usual, system) = ("#!/usr/bin/env python3\n", "/usr/bin/python3")
        guard text.hasPrefix(usual), FileManager.default.isExecutableFile(atPath: system) else { return text }
        return "#!\(system) -IS\n" + text.dropFirst(usual.count)
    }
}
