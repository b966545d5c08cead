// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A script that runs in Node.
enum NodeScript {
    /// Runs the script in a file, and returns its standard output.
    static func output(of path: String) throws -> String {
        String(decoding: try ChildProgram("node", [path]).run().output, as: UTF8.self)
    }
}
