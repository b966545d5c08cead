// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlatform

/// The built `hometask`: the program that HOMETASK_PROGRAM names, or else the one beside the test bundle.
enum Program {
    static let path: String = {
        let environment = ProcessInfo.processInfo.environment
        if let named = environment["HOMETASK_PROGRAM"], !named.isEmpty { return alone(named) }
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let running = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let package = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let candidates =
            [bundle, running].map { $0.deletingLastPathComponent().appendingPathComponent("hometask").path }
            + [package.appendingPathComponent(".build/debug/hometask").path]
        let found = candidates.first { FileManager.default.isExecutableFile(atPath: $0) } ?? candidates[0]
        readAgain(found)
        return alone(found)
    }()

    /// Returns the program in a folder of its own. `hometask serve` finds the server beside the command first, and where
    /// the server is built too, it lies there: the tests would start it in place of their own.
    private static func alone(_ program: String) -> String {
        let folder = URL(fileURLWithPath: program).deletingLastPathComponent().path + "/alone"
        let (own, new) = (folder + "/hometask", folder + "/hometask-\(getpid())")
        mkdir(folder, 0o755)
        // Where both are the same file already, renaming leaves the new name.
        defer { unlink(new) }
        return link(program, new) == 0 && rename(new, own) == 0 ? own : program
    }

    /// Evicts a program from the page cache and reads it again sequentially.
    ///
    /// A linker writes its output out of order, so the kernel caches it in single pages. Sequential reads are cached in
    /// larger blocks, and starting the program, which maps thousands of pages, takes a tenth less time.
    private static func readAgain(_ path: String) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        guard fdatasync(file) == 0, posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0 else { return }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while read(file, &buffer, buffer.count) > 0 {}
    }
}
