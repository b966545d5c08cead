// SPDX-License-Identifier: Apache-2.0

import CProcess
import HometaskPlatform

/// The search for a file of a repository that the operating system cannot read.
///
/// libgit2, and often git, report an object whose file cannot be read as missing or damaged, and lose the system's
/// error. Before anything is reported as damaged, the files are therefore read once more.
enum UnreadableFile {
    private static let chunk = 1 << 20

    /// Returns the first file or folder that cannot be read; nil if all can be read.
    static func first(in folders: [String]) -> GitError? {
        var failure: GitError?
        for folder in folders {
            for name in ["HEAD", "config", "packed-refs"] where failure == nil { failure = read(folder + name) }
            for name in ["refs", "objects"] where failure == nil { failure = walk(folder + name) }
        }
        return failure
    }

    private static func walk(_ top: String) -> GitError? {
        var open = [top]
        while let folder = open.popLast() {
            guard let stream = unsafe opendir(folder) else {
                // Other processes may remove files and folders concurrently.
                if errno == ENOENT || errno == ENOTDIR { continue }
                return GitError.failure("read", folder, cause: errno)
            }
            defer { unsafe closedir(stream) }
            while true {
                // Distinguishes the end of a folder from a failure (readdir(3)).
                errno = 0
                guard let entry = unsafe readdir(stream) else { break }
                let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                let path = "\(folder)/\(name)"
                var status = stat()
                guard name != ".", name != "..", unsafe lstat(path, &status) == 0 else { continue }
                if status.st_mode & S_IFMT == S_IFDIR {
                    open.append(path)
                } else if status.st_mode & S_IFMT == S_IFREG, let failure = read(path) {
                    return failure
                }
            }
            if errno != 0 { return GitError.failure("read", folder, cause: errno) }
        }
        return nil
    }

    /// Returns why a file cannot be read; nil if it can be read, or does not exist.
    static func read(_ path: String) -> GitError? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else {
            return errno == ENOENT || errno == ENOTDIR || errno == ELOOP
                ? nil : GitError.failure("read", path, cause: errno)
        }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: chunk)
        // A pack is opened by reading its last bytes.
        guard unsafe pread(file, &buffer, 20, max(0, lseek(file, 0, SEEK_END) - 20)) >= 0 else {
            return GitError.failure("read", path, cause: errno)
        }
        lseek(file, 0, SEEK_SET)
        while true {
            let count = unsafe HometaskPlatform.read(file, &buffer, buffer.count)
            if count == 0 { return nil }
            guard count > 0 || errno == EINTR else { return GitError.failure("read", path, cause: errno) }
        }
    }
}
