// SPDX-License-Identifier: Apache-2.0

import HometaskSystem

/// The unacknowledged TCP data of processes, read from proc(5)'s `/proc/net/tcp`.
enum TCPQueues {
    /// Returns the number of bytes accepted from the processes that the other side has not acknowledged yet.
    static func unsent(by processes: [ProcessFamily.Member]) -> UInt64 {
        let sockets = sockets(of: processes)
        if sockets.isEmpty { return 0 }
        var sum: UInt64 = 0
        for table in ["tcp", "tcp6"] {
            let lines = String(decoding: ProcessFile.read("/proc/net/\(table)"), as: UTF8.self).split(separator: "\n")
            for line in lines.dropFirst() {
                // `0: 0100007F:1F90 0100007F:D431 01 00000000:00000000 00:00000000 00000000 1000 0 31337 …`
                let fields = line.split(separator: " ")
                guard fields.count > 9, sockets.contains(fields[9]) else { continue }
                sum += UInt64(fields[4].prefix { $0 != ":" }, radix: 16) ?? 0
            }
        }
        return sum
    }

    /// Returns the inodes of the processes' sockets.
    private static func sockets(of processes: [ProcessFamily.Member]) -> Set<Substring> {
        var found: Set<Substring> = []
        for member in processes {
            for file in FolderNames.read("/proc/\(member.id)/fd") ?? [] {
                guard let target = ProcessFile.target("/proc/\(member.id)/fd/\(file)"), target.hasPrefix("socket:[")
                else { continue }
                found.insert(target.dropFirst("socket:[".count).dropLast())
            }
        }
        return found
    }
}
