// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Processes that a plugin started and left: they are children of this one, which declared itself their reaper
/// (prctl(2), `PR_SET_CHILD_SUBREAPER`), whatever session they have moved to. They are known by a mark in the environment
/// that they inherited, so that no other child of this process is touched; in a sandbox none is left at all.
enum Orphans {
    /// The variable with the mark.
    static let variable = "HOMETASK_PLUGIN_RUN"

    /// Kills those with a mark, with their own children, and waits for them.
    ///
    /// - Returns: how many there were.
    static func end(markedWith mark: String) -> Int {
        let entry = Array("\(variable)=\(mark)".utf8)
        var count = 0
        // Each round may bring up children of those that were killed in the one before.
        for _ in 0..<100 {
            let children = self.children().filter { has(entry, $0) }
            if children.isEmpty { break }
            for child in children {
                kill(child, SIGKILL)
                var status: Int32 = 0
                if waitpid(child, &status, 0) == child { count += 1 }
            }
        }
        return count
    }

    private static func has(_ entry: [UInt8], _ process: Int32) -> Bool {
        guard let bytes = try? LocalFile.read("/proc/\(process)/environ", limit: 1 << 20) else { return false }
        return bytes.split(separator: 0).contains { $0.elementsEqual(entry) }
    }

    private static func children() -> [Int32] {
        LocalFile.names(in: "/proc/self/task").flatMap { thread -> [Int32] in
            let bytes = try? LocalFile.read("/proc/self/task/\(thread)/children", limit: 1 << 16)
            return String(decoding: bytes ?? [], as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
        }
    }
}
