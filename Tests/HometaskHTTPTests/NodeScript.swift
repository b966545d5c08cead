// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A script that runs in Node.
enum NodeScript {
    /// The standard output of the script in a file.
    static func output(of path: String) throws -> String {
        String(decoding: try ChildProgram("node", [path]).run().output, as: UTF8.self)
    }
}
