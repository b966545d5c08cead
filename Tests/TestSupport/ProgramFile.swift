// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A script written by a test and then executed.
public enum ProgramFile {
    /// Writes an executable file, from another process.
    ///
    /// A file that any process has open for writing cannot be executed (`ETXTBSY` in execve(2)). If the tests wrote it
    /// themselves, a child forked by another test at that moment would hold it open until its own exec.
    ///
    /// A Python program should use only the standard library (``PythonInterpreter/program(_:)``).
    ///
    /// - Throws: `CocoaError` if it cannot be written.
    public static func write(_ text: String, to path: String) throws {
        let program = PythonInterpreter.program(text)
        guard try Tool("install").run(["-m", "755", "/dev/stdin", path], input: program).status == 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
        }
    }
}
