// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A script that a test writes and then starts, or has started.
public enum ProgramFile {
    /// Writes an executable file, from another process.
    ///
    /// A file that any process has open for writing cannot be executed (`ETXTBSY` in execve(2)). If the tests wrote it
    /// themselves, a child that another test forks meanwhile would hold it open until that child's own exec.
    ///
    /// A program in Python gets along with the standard library (``PythonInterpreter/program(_:)``).
    ///
    /// - Throws: `CocoaError` if it cannot be written.
    public static func write(_ text: String, to path: String) throws {
        let program = PythonInterpreter.program(text)
        guard try Tool("install").run(["-m", "755", "/dev/stdin", path], input: program).status == 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
        }
    }
}
