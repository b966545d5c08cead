// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskSystem
import TestSupport
import Testing

@Suite("The stamp of a file")
struct FileStampTests {
    private let folder: TemporaryFolder
    private var file: String { folder.path + "/file" }

    init() throws {
        folder = try TemporaryFolder()
        try "text".write(toFile: file, atomically: false, encoding: .utf8)
    }

    @Test("A missing file has no stamp, and an unchanged file keeps its stamp")
    func same() throws {
        #expect(FileStamp(file + "-gone") == nil)
        let stamp = try #require(FileStamp(file))
        #expect(stamp == FileStamp(file) && stamp.isFile && !stamp.isFolder && stamp.size == 4)
        #expect(FileStamp(folder.path)?.isFolder == true)
    }

    @Test("The stamp changes with text of the same length and time, with permissions, and with a replaced file")
    func changes() throws {
        let time = Date(timeIntervalSince1970: 1_000_000_000)
        var stamps: Set<String> = []
        func look() throws { stamps.insert(try #require(FileStamp(file)).text) }
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file)
        try look()
        // The kernel's clock for files has a resolution of several milliseconds.
        usleep(20_000)
        try "else".write(toFile: file, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file)
        try look()
        usleep(20_000)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        try look()
        try "else".write(toFile: file + "-new", atomically: false, encoding: .utf8)
        try #require(rename(file + "-new", file) == 0)
        try look()
        #expect(stamps.count == 4)
    }

    @Test("A link has its own stamp, or its target's on request")
    func links() throws {
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(FileStamp(link) != FileStamp(file) && FileStamp(link)?.isFile == false)
        #expect(FileStamp(link, followsLinks: true) == FileStamp(file))
        try FileManager.default.removeItem(atPath: file)
        #expect(FileStamp(link) != nil && FileStamp(link, followsLinks: true) == nil)
    }
}
