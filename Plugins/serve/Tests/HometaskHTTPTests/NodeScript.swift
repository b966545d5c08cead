// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A script that runs in Node.
enum NodeScript {
    /// What the script in a file writes to standard output.
    static func output(of path: String) throws -> String {
        let process = Process("node", [path])
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.start()
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }
}
