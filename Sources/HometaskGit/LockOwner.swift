// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A running process that holds a lock file, or may hold it. Read from proc(5).
struct LockOwner: CustomStringConvertible {
    let process: pid_t
    let name: String

    var description: String { "\(name), process \(process)" }

    /// The first process that has a lock file open, or is a git program at work in the repository.
    ///
    /// - Parameter repository: the folders of the repository.
    static func find(of path: String, in repository: [String]) -> LockOwner? {
        let file = realPath(path) ?? path
        let folders = repository.compactMap { realPath($0) }
        for process in processes {
            let name = text(process, "comm").map { String($0.prefix { $0 != "\n" }) } ?? "?"
            if holds(process, file) || (name.hasPrefix("git") && works(process, in: folders)) {
                return LockOwner(process: process, name: name)
            }
        }
        return nil
    }

    private static var processes: [pid_t] { names(in: "/proc").compactMap { pid_t($0) } }

    private static func holds(_ process: pid_t, _ file: String) -> Bool {
        let folder = "/proc/\(process)/fd"
        return names(in: folder).contains { target(of: "\(folder)/\($0)") == file }
    }

    /// Whether a git program works in one of some folders: stands in it, or was started with its name. One of another
    /// user, of which nothing can be read, may.
    private static func works(_ process: pid_t, in folders: [String]) -> Bool {
        guard let place = target(of: "/proc/\(process)/cwd") else {
            // One that is just ending has no folder any more.
            return errno == EACCES && isAlive(process)
        }
        let words = (text(process, "cmdline") ?? "") + (text(process, "environ") ?? "")
        return folders.contains { folder in
            place == folder || place.hasPrefix(folder + "/") || words.contains(folder)
        }
    }

    /// A process that has ended and was not waited for holds nothing.
    private static func isAlive(_ process: pid_t) -> Bool {
        guard let status = text(process, "stat"), let end = status.lastIndex(of: ")") else { return false }
        let state = status[status.index(after: end)...].first { $0 != " " }
        return state != "Z" && state != "X"
    }

    private static func text(_ process: pid_t, _ name: String) -> String? {
        let file = unsafe open("/proc/\(process)/\(name)", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let count = unsafe read(file, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    private static func target(of link: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let length = unsafe readlink(link, &buffer, buffer.count - 1)
        return length < 0 ? nil : String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func realPath(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            names.append(
                unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }
}
