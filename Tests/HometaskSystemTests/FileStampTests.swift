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

    @Test("Nothing has none, and what is unchanged has the same again")
    func same() throws {
        #expect(FileStamp(file + "-gone") == nil)
        let stamp = try #require(FileStamp(file))
        #expect(stamp == FileStamp(file) && stamp.isFile && !stamp.isFolder && stamp.size == 4)
        #expect(FileStamp(folder.path)?.isFolder == true)
    }

    @Test("Other text of the same length and time, other rights, and another file in its place have others")
    func changes() throws {
        let time = Date(timeIntervalSince1970: 1_000_000_000)
        var stamps: Set<String> = []
        func look() throws { stamps.insert(try #require(FileStamp(file)).text) }
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file)
        try look()
        // The kernel's clock for files ticks every few milliseconds.
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

    @Test("A link has its own, or that of what it names")
    func links() throws {
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(FileStamp(link) != FileStamp(file) && FileStamp(link)?.isFile == false)
        #expect(FileStamp(link, followsLinks: true) == FileStamp(file))
        try FileManager.default.removeItem(atPath: file)
        #expect(FileStamp(link) != nil && FileStamp(link, followsLinks: true) == nil)
    }
}
