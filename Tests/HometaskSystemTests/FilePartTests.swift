// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskSystem
import TestSupport
import Testing

@Suite("Parts of files")
struct FilePartTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/file"
    }

    @Test("The first or last bytes of a file are read, at most all of it", arguments: [0, 1, 9000, 10_000, 99_999])
    func ends(length: Int) throws {
        #expect(try WholeFile.beginning(of: path, length: length) == nil)
        #expect(try WholeFile.ending(of: path, length: length) == nil)
        let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        try WholeFile.replace(path, with: bytes, mode: 0o600, durably: false)
        #expect(try WholeFile.beginning(of: path, length: length) == Array(bytes.prefix(length)))
        #expect(try WholeFile.ending(of: path, length: length) == Array(bytes.suffix(length)))
    }

    @Test("A link is read only on request, a proc(5) file despite its size of 0, and a pipe without blocking")
    func kinds() throws {
        let (link, pipe) = (path + ".link", path + ".pipe")
        try WholeFile.replace(path, with: [1, 2], mode: 0o600, durably: false)
        try #require(symlink(path, link) == 0 && mkfifo(pipe, 0o600) == 0)
        #expect(try WholeFile.beginning(of: link, length: 1) == nil && WholeFile.ending(of: link, length: 1) == nil)
        #expect(try WholeFile.beginning(of: link, length: 1, followingLinks: true) == [1])
        #expect(try WholeFile.ending(of: link, length: 1, followingLinks: true) == [2])
        let process = try WholeFile.beginning(of: "/proc/self/stat", length: 1 << 20)
        #expect((process ?? []).count > 40)
        #expect(try WholeFile.beginning(of: pipe, length: 1) == [])
        #expect(throws: FileError(pipe, "read", number: ESPIPE)) { try WholeFile.ending(of: pipe, length: 1) }
        #expect(throws: FileError(folder.path, "read", number: EISDIR)) {
            try WholeFile.beginning(of: folder.path, length: 1)
        }
    }

    @Test("A stream is read to its end, within the limit")
    func stream() throws {
        #expect(try WholeFile.readStream(path, limit: 3) == nil)
        try WholeFile.replace(path, with: [1, 2, 3], mode: 0o600, durably: false)
        try #require(symlink(path, path + ".link") == 0)
        #expect(try WholeFile.readStream(path + ".link", limit: 3) == [1, 2, 3])
        #expect(throws: FileError(path, "read", number: EFBIG)) { try WholeFile.readStream(path, limit: 2) }
    }

    @Test("A new end replaces all bytes after its offset; a link is not followed")
    func newEnd() throws {
        try WholeFile.writeEnd([1, 2, 3], of: path, at: 0, mode: 0o600)
        try WholeFile.writeEnd([4], of: path, at: 3, mode: 0o600)
        #expect(try WholeFile.read(path, limit: 9) == [1, 2, 3, 4])
        try WholeFile.writeEnd([5], of: path, at: 1, mode: 0o600)
        #expect(try WholeFile.read(path, limit: 9) == [1, 5])
        try #require(symlink(path, path + ".link") == 0)
        #expect(throws: FileError(path + ".link", "write", number: ELOOP)) {
            try WholeFile.writeEnd([6], of: path + ".link", at: 0, mode: 0o600)
        }
        #expect(try WholeFile.read(path, limit: 9) == [1, 5])
    }

    @Test("A new end beyond the end of the file is refused, and the call does not wait for a pipe's reader")
    func noEnd() throws {
        #expect(throws: FileError(path, "write", number: ENOENT)) {
            try WholeFile.writeEnd([1], of: path, at: 1, mode: 0o600)
        }
        #expect(access(path, F_OK) != 0)
        try WholeFile.writeEnd([1, 2], of: path, at: 0, mode: 0o600)
        #expect(throws: FileError(path, "write", number: EINVAL)) {
            try WholeFile.writeEnd([3], of: path, at: 3, mode: 0o600)
        }
        #expect(try WholeFile.read(path, limit: 9) == [1, 2])
        try #require(mkfifo(path + ".pipe", 0o600) == 0)
        #expect(throws: FileError(path + ".pipe", "write", number: ENXIO)) {
            try WholeFile.writeEnd([1], of: path + ".pipe", at: 0, mode: 0o600)
        }
    }

    @Test("A new end that does not fit the disk is removed, with the end it replaced", .enabled(if: Mount.isPossible))
    func noRoom() throws {
        let mount = try Mount(at: folder.path + "/disk", size: "64k")
        let path = mount.path + "/file"
        try WholeFile.writeEnd([1, 2], of: path, at: 0, mode: 0o600)
        #expect(throws: FileError(path, "write", number: ENOSPC)) {
            try WholeFile.writeEnd([UInt8](repeating: 3, count: 1 << 20), of: path, at: 1, mode: 0o600)
        }
        #expect(try WholeFile.read(path, limit: 9) == [1])
    }
}
