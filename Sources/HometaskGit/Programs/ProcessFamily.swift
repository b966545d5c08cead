// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskSystem

/// A process and its descendants, read from proc(5), since a parent cannot otherwise find its child's children.
struct ProcessFamily {
    /// One process at the time of the snapshot.
    struct Member: Hashable {
        let id: pid_t
        /// The program's name, at most 15 bytes.
        let name: String
        /// The start time, which distinguishes the process from a later one with the same id.
        let start: UInt64
        /// The used processor time, in ticks of `sysconf(_SC_CLK_TCK)`.
        let ticks: UInt64
        fileprivate let parent: pid_t
        /// Whether the process has ended but has not been reaped by its parent.
        fileprivate let hasEnded: Bool
    }

    /// The requested process first, unless it has ended, and its descendants.
    let members: [Member]

    /// Takes a snapshot of a process and its descendants.
    init(of root: pid_t) {
        let all = Self.processes()
        var found = all.filter { $0.id == root }
        var next = 0
        while next < found.count {
            let parent = found[next].id
            found += all.filter { $0.parent == parent && $0.id != root }
            next += 1
        }
        members = found
    }

    /// Sends a signal to the processes that still run.
    func signal(_ number: Int32) {
        for member in members where Self.process(member.id)?.start == member.start { kill(member.id, number) }
    }

    /// Whether one of the processes still runs.
    var isRunning: Bool {
        members.contains { member in
            guard let now = Self.process(member.id) else { return false }
            return now.start == member.start && !now.hasEnded
        }
    }

    /// Returns the processes that keep shared connections open in the background.
    static func processes(of sharing: SSHSharing) -> [Member] {
        processes().filter { $0.name == "ssh" && sharing.isKept(by: ProcessFile.read("/proc/\($0.id)/cmdline")) }
    }

    private static func processes() -> [Member] {
        (FolderNames.read("/proc") ?? []).compactMap { pid_t($0) }.compactMap { process($0) }
    }

    /// Parses `4711 (git) S 4710 …`; the name may contain anything, so it ends at the last parenthesis.
    private static func process(_ id: pid_t) -> Member? {
        let text = String(decoding: ProcessFile.read("/proc/\(id)/stat"), as: UTF8.self)
        guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: close)...].split(separator: " ")
        guard fields.count > 19, let parent = pid_t(fields[1]), let user = UInt64(fields[11]),
            let system = UInt64(fields[12]), let start = UInt64(fields[19])
        else { return nil }
        return Member(
            id: id, name: String(text[text.index(after: open)..<close]), start: start, ticks: user + system,
            parent: parent, hasEnded: fields[0] == "Z" || fields[0] == "X")
    }
}

/// Files of proc(5), which do not report their size.
enum ProcessFile {
    /// Reads a file of proc(5), at most 1 MiB; empty if it cannot be read.
    static func read(_ path: String) -> [UInt8] {
        (try? WholeFile.beginning(of: path, length: 1 << 20, followingLinks: true)) ?? []
    }

    /// Returns the target of a link; nil, with `errno` set, if it is not a link or may not be read.
    static func target(_ path: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            return unsafe readlink(path, start.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
}
