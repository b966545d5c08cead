// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The built `hometask`: what the variable HOMETASK_PROGRAM names, else the one beside the test bundle.
enum Program {
    static let path: String = {
        let environment = ProcessInfo.processInfo.environment
        if let named = environment["HOMETASK_PROGRAM"], !named.isEmpty { return named }
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let running = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let package = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let candidates =
            [bundle, running].map { $0.deletingLastPathComponent().appendingPathComponent("hometask").path }
            + [package.appendingPathComponent(".build/debug/hometask").path]
        let found = candidates.first { FileManager.default.isExecutableFile(atPath: $0) }
        return found ?? candidates[0]
    }()
}
