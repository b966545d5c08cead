// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Process {
    /// A process that is yet to be started: a program on the PATH by its name, and its arguments.
    convenience init(_ program: String, _ arguments: [String]) {
        self.init()
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        let places = folders.map { "\($0)/\(program)" }
        let place = places.first { FileManager.default.isExecutableFile(atPath: $0) }
        executableURL = URL(filePath: place ?? program)
        self.arguments = arguments
    }
}
