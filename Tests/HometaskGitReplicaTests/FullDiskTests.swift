// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import HometaskPlatform
import HometaskReplica
import TestSupport
import Testing

@Suite("Full disks and read-only folders")
struct FullDiskTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func head(_ place: String) throws -> String { try folder.git("rev-parse", "HEAD", in: place) }

    @Test(
        "A command that meets a full disk at any step is atomic, and the next one works",
        .enabled(if: Mount.isPossible), arguments: [false, true])
    func fullDisk(isBare: Bool) async throws {
        let mount = try Mount(at: folder.path + "/disk", size: "4m")
        let replica = try await folder.makeFamily("disk/home", isBare: isBare)
        _ = try await replica.add("Bins")
        var refused = 0
        // Each round leaves one more page free, so that the disk fills up at each step of a command.
        for pages in 0..<40 {
            let before = try head("disk/home")
            try fill(mount.path, leaving: pages * 4096)
            do {
                _ = try await replica.add("Task \(pages)")
                #expect(try head("disk/home") != before, "\(pages) pages")
            } catch let error as ReplicaError {
                refused += 1
                #expect(error.code == .diskFull, "\(pages) pages: \(error)")
                #expect(try head("disk/home") == before, "\(pages) pages: \(error)")
            }
            try empty(mount.path)
            #expect(try await replica.handEditedPaths() == [], "\(pages) pages")
        }
        #expect(refused > 0)
        _ = try await replica.add("Last")
        #expect(try folder.git("fsck", "--strict", in: "disk/home").contains("error") == false)
        #expect(folder.leftovers(in: isBare ? "disk/home" : "disk/home/.git") == [])
        if !isBare { #expect(try folder.git("status", "--porcelain", in: "disk/home") == "") }
    }

    private func fill(_ place: String, leaving bytes: Int) throws {
        let file = open(place + "/ballast", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(file) }
        let page = [UInt8](repeating: 0, count: 4096)
        while HometaskPlatform.write(file, page, page.count) == page.count {}
        let size = Int(lseek(file, 0, SEEK_END))
        #expect(ftruncate(file, max(0, size - bytes)) == 0)
    }

    /// Truncates before removing: a process started by another test may briefly hold the file open and keep its space
    /// in use.
    private func empty(_ place: String) throws {
        #expect(truncate(place + "/ballast", 0) == 0)
        try FileManager.default.removeItem(atPath: place + "/ballast")
    }

    @Test("A write to a read-only folder is refused as such and changes nothing", .enabled(if: Mount.isPossible))
    func readOnly() async throws {
        let mount = try Mount(at: folder.path + "/disk", size: "4m")
        let replica = try await folder.makeFamily("disk/home")
        let path = try await replica.add("Bins")
        let before = try head("disk/home")
        try mount.makeReadOnly()
        let error = await #expect(throws: ReplicaError.self) {
            _ = try await replica.write(command: nil) { try $0.writeFields(["points": 1], to: path) }
        }
        #expect(error?.code == .permission, "\(error?.message ?? "")")
        #expect(try head("disk/home") == before)
        #expect(try await replica.title(path) == "Bins")
        #expect(try await replica.handEditedPaths() == [])
    }
}
