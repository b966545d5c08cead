// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import HometaskPluginHost

@Suite("Replacing whole folders")
struct FolderTreeTests {
    private func write(_ text: String, to path: String) throws {
        try FileManager.default.createDirectory(
            atPath: LocalFile.folder(of: path), withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: false, encoding: .utf8)
    }

    @Test("A folder that replaces another takes its place and name, and leaves nothing else behind")
    func replacing() throws {
        let root = try TemporaryFolder()
        let (target, draft) = (root.path + "/p", root.path + "/.p.1")
        for text in ["first", "second"] {
            try write(text, to: draft + "/\(text)")
            try FolderTree.replace(target, by: draft)
            #expect(LocalFile.names(in: target) == [text])
            #expect(LocalFile.names(in: root.path) == ["p"])
        }
        // For file systems that cannot swap names atomically.
        try write("third", to: draft + "/third")
        try FolderTree.moveAside(target, to: draft + ".old", for: draft)
        #expect(LocalFile.names(in: target) == ["third"])
        #expect(LocalFile.names(in: draft + ".old") == ["second"])
    }

    @Test("A folder stays in place if its replacement is missing")
    func withoutDraft() throws {
        let root = try TemporaryFolder()
        let (target, draft) = (root.path + "/p", root.path + "/.p.1")
        try write("first", to: target + "/first")
        #expect(throws: (any Error).self) { try FolderTree.replace(target, by: draft) }
        #expect(throws: (any Error).self) { try FolderTree.moveAside(target, to: draft + ".old", for: draft) }
        #expect(LocalFile.names(in: target) == ["first"])
        #expect(LocalFile.names(in: root.path) == ["p"])
    }
}
