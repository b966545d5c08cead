// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import HometaskReplica
import TestSupport
import Testing

/// Written but unflushed files after a power cut.
@Suite("Files torn by a power cut", .waits)
struct TornFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var home: String { folder.path + "/home" }

    private func titles() async throws -> [String] {
        let replica = try await provider.open(at: home)
        return try await replica.read { reader in
            try reader.paths(of: .task).compactMap { try reader.document(at: $0)?["title"]?.stringValue }.sorted()
        }
    }

    private func expectClean() throws {
        #expect(try folder.git("status", "--porcelain", in: "home") == "")
        #expect(try folder.git("fsck", "--strict", "--no-dangling", in: "home") == "")
    }

    private func age(_ path: String) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -60)], ofItemAtPath: path)
    }

    /// Marks the journal as written before the last boot.
    private func startAnew() throws {
        let journal = URL(fileURLWithPath: home + "/.git/hometask/commits")
        var bytes = try Data(contentsOf: journal)
        let end = try #require(bytes.firstIndex(of: 0x0A))
        bytes.replaceSubrange(..<end, with: Data("hometask commits 1 an-earlier-start".utf8))
        try bytes.write(to: journal)
    }

    /// The possible contents of a torn file.
    enum Tear: String, CaseIterable, CustomTestStringConvertible {
        case empty, half, halfAndZeroes, zeroes

        var testDescription: String { rawValue }

        func tear(_ bytes: Data) -> Data {
            switch self {
            case .empty: Data()
            case .half: bytes.prefix(bytes.count / 2)
            case .halfAndZeroes: bytes.prefix(bytes.count / 2) + Data(count: bytes.count - bytes.count / 2)
            case .zeroes: Data(count: bytes.count)
            }
        }
    }

    @Test("A torn document file is rewritten from HEAD and is not an edit", arguments: Tear.allCases, [false, true])
    func document(tear: Tear, byWriting: Bool) async throws {
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins")
        _ = try await replica.add("Dishes")
        let file = home + "/" + path.text
        try tear.tear(Data(contentsOf: URL(fileURLWithPath: file))).write(to: URL(fileURLWithPath: file))
        try age(file)
        let again = try await provider.open(at: home)
        if byWriting {
            _ = try await again.write(command: "edit") { try $0.writeFields(["points": 3], to: path) }
            #expect(try await again.history(since: nil, path: nil, limit: .max).allSatisfy(\.isOurs))
        }
        #expect(try await again.handEditedPaths() == [])
        #expect(try await again.takeInHandEdits(allowsManyRemovals: false).taken == [])
        #expect(try await titles() == ["Bins", "Dishes"])
        try expectClean()
    }

    @Test("An unreadable file that was edited by hand stays as it is")
    func typed() async throws {
        let replica = try await folder.makeFamily()
        let path = try await replica.add("Bins")
        let text = "{\n  \"title\": \"Half a sen"
        try folder.write("home/" + path.text, text)
        try age(home + "/" + path.text)
        #expect(try await replica.handEditedPaths() == [path.text])
        #expect(try await replica.takeInHandEdits(allowsManyRemovals: false).skipped.map(\.path) == [path.text])
        #expect(try folder.read("home/" + path.text) == text)
    }

    @Test("A recreated index hides neither an edit nor a torn file", arguments: [Data?.none, Data()])
    func indexOverOthers(index: Data?) async throws {
        let replica = try await folder.makeFamily()
        let (edited, torn) = (try await replica.add("Bins"), try await replica.add("Dishes"))
        let text = try folder.read("home/" + edited.text)
        try folder.write("home/" + edited.text, text.replacing("\"Bins\"", with: "\"Both bins\""))
        try folder.write("home/" + torn.text, String(folder.read("home/" + torn.text).prefix(100)))
        try age(home + "/" + torn.text)
        try FileManager.default.removeItem(atPath: home + "/.git/index")
        if let index { try index.write(to: URL(fileURLWithPath: home + "/.git/index")) }
        let again = try await provider.open(at: home)
        _ = try await again.add("Windows")
        #expect(try await again.takeInHandEdits(allowsManyRemovals: false).taken == [edited])
        #expect(try await titles() == ["Both bins", "Dishes", "Windows"])
        try expectClean()
    }

    @Test("git's index is recreated from HEAD", arguments: Tear.allCases.map { Optional($0) } + [nil], [false, true])
    func index(tear: Tear?, byWriting: Bool) async throws {
        let replica = try await folder.makeFamily()
        for title in ["Bins", "Dishes"] { _ = try await replica.add(title) }
        let index = home + "/.git/index"
        if let tear {
            try tear.tear(Data(contentsOf: URL(fileURLWithPath: index))).write(to: URL(fileURLWithPath: index))
        } else {
            try FileManager.default.removeItem(atPath: index)
        }
        let again = try await provider.open(at: home)
        #expect(try await again.takeInHandEdits(allowsManyRemovals: false).taken == [])
        if byWriting { _ = try await again.add("Laundry") }
        if byWriting || tear != nil { try expectClean() }
        #expect(try await again.handEditedPaths() == [])
    }

    @Test("A torn reference that is also packed is repaired, as is a torn HEAD", arguments: [Tear.empty, .zeroes])
    func references(tear: Tear) async throws {
        let replica = try await folder.makeFamily()
        _ = try await replica.add("Bins")
        try folder.git("pack-refs", "--all", in: "home")
        _ = try await replica.add("Dishes")
        let tip = try folder.git("rev-parse", "HEAD", in: "home")
        for name in ["refs/heads/main", "HEAD"] {
            let file = URL(fileURLWithPath: home + "/.git/" + name)
            try tear.tear(Data(contentsOf: file)).write(to: file)
        }
        #expect(try await titles() == ["Bins", "Dishes"])
        #expect(try folder.git("rev-parse", "refs/heads/main", in: "home") == tip)
        let again = try await provider.open(at: home)
        _ = try await again.add("Laundry")
        try expectClean()
    }

    @Test("Missing and stale files follow the journal")
    func missing() async throws {
        let replica = try await folder.makeFamily()
        let first = try await replica.add("Bins")
        _ = try await replica.write(command: nil) { try $0.writeFields(["points": 1], to: first) }
        let second = try await replica.add("Dishes")
        // The record of the written files reached the disk, the files did not.
        try FileManager.default.removeItem(atPath: home + "/" + second.text)
        try folder.write("home/" + first.text, try folder.git("show", "HEAD~2:" + first.text, in: "home"))
        try startAnew()
        let again = try await provider.open(at: home)
        #expect(try await again.handEditedPaths() == [])
        #expect(try await titles() == ["Bins", "Dishes"])
        try expectClean()
    }

    @Test("A branch renamed before a power cut keeps its new name and the journalled state of the old one")
    func renamed() async throws {
        let replica = try await folder.makeFamily()
        let first = try await replica.add("Bins")
        let second = try await replica.add("Dishes")
        let tip = try folder.git("rev-parse", "HEAD", in: "home")
        try folder.git("branch", "-m", "main", "home", in: "home")
        try FileManager.default.removeItem(atPath: home + "/" + second.text)
        try folder.write("home/" + first.text, "")
        try age(home + "/" + first.text)
        try startAnew()
        let again = try await provider.open(at: home)
        #expect(try await again.handEditedPaths() == [])
        let branches = try folder.git("for-each-ref", "--format=%(refname)", "refs/heads", in: "home")
        #expect(branches == "refs/heads/home\n")
        #expect(try folder.git("rev-parse", "HEAD", in: "home") == tip)
        _ = try await again.add("Laundry")
        #expect(try await titles() == ["Bins", "Dishes", "Laundry"])
        #expect(try folder.git("symbolic-ref", "HEAD", in: "home") == "refs/heads/home\n")
        try expectClean()
    }

    @Test("A branch behind the last announced commit is advanced, even without a reboot")
    func older() async throws {
        let replica = try await folder.makeFamily()
        _ = try await replica.add("Bins")
        let git = home + "/.git/"
        for name in ["refs", "logs"] {
            try FileManager.default.copyItem(atPath: git + name, toPath: folder.path + "/" + name)
        }
        _ = try await replica.add("Dishes")
        let tip = try folder.git("rev-parse", "HEAD", in: "home")
        for name in ["refs", "logs"] {
            try FileManager.default.removeItem(atPath: git + name)
            try FileManager.default.copyItem(atPath: folder.path + "/" + name, toPath: git + name)
        }
        try age(git + "refs/heads/main")
        #expect(try await titles() == ["Bins", "Dishes"])
        #expect(try folder.git("rev-parse", "HEAD", in: "home") == tip)
        try expectClean()
    }
}
