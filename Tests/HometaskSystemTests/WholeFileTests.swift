// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlatform
import HometaskSystem
import Synchronization
import TestSupport
import Testing

@Suite("Whole files")
struct WholeFileTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/file"
    }

    private func names() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) }

    @Test("A written file is read back, up to the limit only")
    func limits() throws {
        #expect(try WholeFile.read(path, limit: 10) == nil)
        for count in [0, 1, 10, 100_000] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            try WholeFile.replace(path, with: bytes, mode: 0o600, durably: count == 10)
            #expect(try WholeFile.read(path, limit: count) == bytes)
            guard count > 0 else { continue }
            #expect(throws: FileError(path, "read", number: EFBIG)) { try WholeFile.read(path, limit: count - 1) }
        }
        #expect(try names() == ["file"])
    }

    @Test(
        "A link is read only on request; a folder or a pipe is no file, and a pipe is never waited for")
    func kinds() throws {
        try WholeFile.replace(path, with: [1], mode: 0o600, durably: false)
        try #require(symlink(path, path + ".link") == 0 && mkfifo(path + ".pipe", 0o600) == 0)
        #expect(try WholeFile.read(path + ".link", limit: 10) == nil)
        #expect(try WholeFile.read(path + ".link", limit: 10, followingLinks: true) == [1])
        #expect(try WholeFile.read(path + ".pipe", limit: 10, followingLinks: true) == nil)
        #expect(try WholeFile.read(folder.path, limit: 10) == nil)
        #expect(try WholeFile.read(path + "/below", limit: 10) == nil)
        #expect(throws: FileError(folder.path, "read", number: EISDIR)) {
            try WholeFile.read(folder.path, limit: 10, refusingOthers: true)
        }
        #expect(throws: FileError(path + ".pipe", "read", number: EINVAL)) {
            try WholeFile.read(path + ".pipe", limit: 10, refusingOthers: true)
        }
    }

    @Test(
        "Replacing replaces a link itself, overwrites a stale draft, and leaves nothing if it fails")
    func replacing() throws {
        try WholeFile.replace(path, with: [1], mode: 0o644, durably: false)
        try #require(symlink(path, path + ".link") == 0)
        try WholeFile.replace(path + ".link", with: [2], mode: 0o600, durably: true)
        #expect(try WholeFile.read(path, limit: 10) == [1] && WholeFile.read(path + ".link", limit: 10) == [2])
        try WholeFile.create(path + ".draft", with: [9, 9, 9], mode: 0o600)
        try WholeFile.replace(path, with: [3], mode: 0o600, durably: false, via: path + ".draft")
        #expect(try WholeFile.read(path, limit: 10) == [3])
        #expect(throws: FileError(path + "/below", "write", number: ENOTDIR)) {
            try WholeFile.replace(path + "/below", with: [4], mode: 0o600, durably: false)
        }
        try #require(mkdir(path + ".folder", 0o700) == 0)
        #expect(throws: FileError(path + ".folder", "write", number: EISDIR)) {
            try WholeFile.replace(path + ".folder", with: [4], mode: 0o600, durably: false, via: path + ".draft")
        }
        #expect(try names() == ["file", "file.folder", "file.link"])
    }

    @Test("A file written in chunks replaces another once complete, and leaves no draft on failure")
    func pieces() throws {
        try WholeFile.replace(path, with: [1], mode: 0o600, durably: false)
        let draft = WholeFile.draft(of: path)
        try WholeFile.create(draft, with: [9, 9, 9], mode: 0o600)
        let file = try WholeFile.openDraft(draft, mode: 0o644, for: path)
        for byte: UInt8 in [2, 3] { try WholeFile.writeBytes([byte], to: file, path: path) }
        #expect(try WholeFile.read(path, limit: 10) == [1])
        try WholeFile.complete(draft, file, as: path, durably: true)
        #expect(try WholeFile.read(path, limit: 10) == [2, 3])
        try #require(mkdir(path + ".folder", 0o700) == 0)
        let other = try WholeFile.openDraft(draft, mode: 0o644, for: path)
        #expect(throws: FileError(path + ".folder", "write", number: EISDIR)) {
            try WholeFile.complete(draft, other, as: path + ".folder", durably: true)
        }
        #expect(try names() == ["file", "file.folder"])
    }

    @Test("A file that cannot be flushed is an error, unless allowed")
    func withoutFlushing() throws {
        for isAllowed in [false, true] {
            // A pipe cannot be flushed.
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            defer { close(ends[0]) }
            let (draft, file) = (path + ".draft", ends[1])
            try WholeFile.create(draft, with: [1], mode: 0o600)
            if isAllowed {
                try WholeFile.complete(draft, file, as: path, durably: true, evenWithoutFlushing: true)
            } else {
                #expect(throws: FileError(path, "write", number: EINVAL)) {
                    try WholeFile.complete(draft, file, as: path, durably: true)
                }
            }
            #expect(try names() == (isAllowed ? ["file"] : []))
        }
    }

    @Test("Concurrent replacements of a file leave the complete file of one thread, and no draft")
    func atOnce() async throws {
        let path = folder.path + "/file"
        let texts = (0..<4).map { [UInt8](repeating: UInt8($0), count: 100_000) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for text in texts {
                group.addTask {
                    for _ in 0..<50 {
                        try WholeFile.replace(path, with: text, mode: 0o600, durably: false)
                        let read = try WholeFile.read(path, limit: 1 << 20)
                        #expect(read.map(texts.contains) == true)
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try names() == ["file"])
    }

    @Test("A draft may be on another file system", .enabled(if: access("/dev/shm", W_OK) == 0))
    func otherFileSystem() throws {
        let draft = "/dev/shm/hometask-\(UInt64.random(in: 0 ... .max))"
        try WholeFile.replace(path, with: [5], mode: 0o600, durably: true, via: draft)
        #expect(try WholeFile.read(path, limit: 10) == [5] && WholeFile.read(draft, limit: 10) == nil)
        #expect(try names() == ["file"])
    }

    @Test("Full and read-only disks are recognised by their errors", .enabled(if: access("/dev/full", W_OK) == 0))
    func full() throws {
        let file = open("/dev/full", O_WRONLY)
        defer { close(file) }
        #expect(throws: FileError(path, "write", number: ENOSPC)) {
            try WholeFile.writeBytes([1], to: file, path: path)
        }
        #expect(
            FileError(path, "write", number: ENOSPC).isForRoom
                && FileError(path, "write", number: EROFS).isForPermission)
        #expect(FileError("/f", "read", number: EIO).description == "cannot read /f: Input/output error")
    }

    @Test("A pipe with more than the limit is an error, and an exceeded quota counts as a full disk")
    func tooMuch() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        try WholeFile.writeBytes([UInt8](repeating: 1, count: 11), to: ends[1], path: path)
        close(ends[1])
        #expect(throws: FileError(path, "read", number: EFBIG)) {
            try WholeFile.readRest(of: ends[0], limit: 10, path: path)
        }
        close(ends[0])
        #expect(FileError(path, "write", number: EDQUOT).isForRoom && !FileError(path, "write", number: EIO).isForRoom)
    }

    @Test("A draft that does not fit the disk is removed", .enabled(if: Mount.isPossible))
    func noRoom() throws {
        let mount = try Mount(at: folder.path + "/disk", size: "64k")
        try WholeFile.replace(mount.path + "/file", with: [1], mode: 0o600, durably: false)
        let bytes = [UInt8](repeating: 2, count: 1 << 20)
        #expect(throws: FileError(mount.path + "/file", "write", number: ENOSPC)) {
            try WholeFile.replace(mount.path + "/file", with: bytes, mode: 0o600, durably: false)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: mount.path) == ["file"])
        #expect(try WholeFile.read(mount.path + "/file", limit: 10) == [1])
    }

    @Test("A file is created once, with its permissions regardless of the umask; appended to; overwritten in place")
    func others() throws {
        try WholeFile.create(path, with: [1, 2], mode: 0o664)
        var status = stat()
        try #require(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o664)
        #expect(throws: FileError(path, "write", number: EEXIST)) { try WholeFile.create(path, with: [3], mode: 0o664) }
        #expect(try WholeFile.append([3], to: path, mode: 0o600) == 3)
        #expect(WholeFile.overwrite(path, with: [7, 8, 9]) && !WholeFile.overwrite(path, with: [7]))
        #expect(try WholeFile.read(path, limit: 10) == [7, 8, 9])
        #expect(!WholeFile.overwrite(path + ".none", with: []))
    }
}

@Suite("File locks")
struct FileLockTests {
    /// A thread that waits for a lock.
    private final class Waiter: Sendable {
        /// The thread's id; 0 until it requests the lock.
        private let thread = Atomic<Int>(0)
        private let found = Mutex<FileLock.Outcome?>(nil)

        /// The outcome of the request; nil while it is pending.
        var outcome: FileLock.Outcome? { found.withLock { $0 } }

        /// Whether the thread sleeps, which it does only in the request; see proc(5) on `stat`.
        var isSleeping: Bool {
            let number = thread.load(ordering: .acquiring)
            guard number > 0,
                let text = try? String(contentsOfFile: "/proc/self/task/\(number)/stat", encoding: .utf8)
            else { return false }
            return text.split(separator: ")").last?.hasPrefix(" S ") == true
        }

        /// Requests the lock of a file, in the waiting thread.
        func wait(for file: Int32) {
            let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
            let number = place?.split(separator: "/").last.flatMap { Int($0) } ?? 0
            thread.store(number, ordering: .releasing)
            let outcome = FileLock.acquire(file, patience: 60_000)
            found.withLock { $0 = outcome }
        }
    }

    @Test("One holder at a time; another waits up to its timeout; closing releases the lock")
    func holding() throws {
        let folder = try TemporaryFolder()
        let files = (0..<2).map { _ in open(folder.path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        #expect(FileLock.acquire(files[0]) == .taken && FileLock.acquire(files[0]) == .taken)
        #expect(FileLock.acquire(files[1]) == .held && FileLock.acquire(files[1], patience: 20) == .held)
        let (waiter, file) = (Waiter(), files[1])
        let thread = try #require(SystemThread.start { waiter.wait(for: file) })
        #expect(Waiting.until(within: 60) { waiter.isSleeping || waiter.outcome != nil })
        #expect(waiter.outcome == nil, "it waits")
        close(files[0])
        pthread_join(thread, nil)
        #expect(waiter.outcome == .taken)
        close(files[1])
        #expect(FileLock.acquire(-1) == .failed(EBADF) && FileLock.acquire(-1, patience: nil) == .failed(EBADF))
    }
}
