// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import HometaskGit

@Suite("Comparing the working tree and a tree with git's index")
struct IndexComparisonTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.git("init", "--quiet", "-b", "main", "r")
        try sandbox.write("*.tmp\nbuild/\n", to: "r/.gitignore")
        for path in Self.paths.prefix(8) { try sandbox.write("\(path)\n", to: "r/" + path) }
        try sandbox.git("add", ".", at: "r")
        try sandbox.git("commit", "--quiet", "-m", "First", at: "r")
    }

    private func found() throws -> Set<String> {
        var marks = FolderMarks()
        return try found(&marks)
    }

    private func found(_ marks: inout FolderMarks) throws -> Set<String> {
        // Longer than a timestamp tick of any of these file systems, so that a change is visible.
        usleep(25_000)
        let repository = try Repository.open(at: sandbox.path + "/r")
        return Set(try repository.index.pathsDifferingInWorkTree(&marks, settling: 20_000_000))
    }

    private func foundByGit() throws -> Set<String> {
        try lines("diff", "--name-only", "--no-renames").union(try lines("ls-files", "--others", "--exclude-standard"))
    }

    /// Names that sort differently from whole paths: "a.b" and "a-b" against "a/b".
    private static let paths = [
        "a/b", "a.b", "a-b", "a/c/d.json", "tasks/00/x.json", "tasks/00/y.json", "tasks/01/z.json", "é/ü.json", "b",
        "b/c",
        "a/x.tmp", "build/out", "new/deep/er.json", ".hidden", "tasks/.hidden",
    ]

    private func lines(_ arguments: String...) throws -> Set<String> {
        // Read without refreshing the index.
        let result = try sandbox.run(
            ["git", "--no-optional-locks", "-c", "core.quotePath=false"] + arguments, at: "r")
        try #require(result.status == 0, "\(arguments) \(result.output)")
        return Set(result.output.split(separator: "\n").map { String($0) })
    }

    private func stagedByGit() throws -> Set<String> {
        try lines("diff-index", "--cached", "--name-only", "--no-renames", "HEAD")
    }

    private func stagedByUs() throws -> Set<String> {
        let tree = try #require(ObjectID(hex: try sandbox.git("rev-parse", "HEAD^{tree}", at: "r")))
        return Set(try Repository.open(at: sandbox.path + "/r").index.pathsStaged(since: tree))
    }

    /// Performs a random change of files or the index.
    private func act(_ random: inout SeededGenerator) throws -> String {
        let path = Self.paths.randomElement(using: &random) ?? "b"
        let place = sandbox.path + "/r/" + path
        let files = FileManager.default
        switch Int.random(in: 0..<11, using: &random) {
        case 0...2:
            let above = (place as NSString).deletingLastPathComponent
            for (other, mayStay) in [(above, FileAttributeType.typeDirectory), (place, .typeRegular)] {
                let type = try? files.attributesOfItem(atPath: other)[.type] as? FileAttributeType
                if let type, type != mayStay { try files.removeItem(atPath: other) }
            }
            try sandbox.write("\(Int.random(in: 0..<5, using: &random))\n", to: "r/" + path)
            return "write \(path)"
        case 3:
            try? files.removeItem(atPath: place)
            return "remove \(path)"
        case 4:
            try? files.removeItem(atPath: place)
            try? files.createSymbolicLink(atPath: place, withDestinationPath: "nowhere")
            return "link \(path)"
        case 5...6:
            try sandbox.git("add", "-A", at: "r")
            return "add"
        case 7:
            try sandbox.git("add", "-A", at: "r")
            try sandbox.git("commit", "--quiet", "--allow-empty", "-m", "Next", at: "r")
            return "commit"
        case 8:
            _ = try sandbox.run(["git", "update-index", "--force-remove", path], at: "r")
            return "unstage \(path)"
        case 9:
            try sandbox.git("write-tree", at: "r")
            return "note the trees"
        default:
            let form = ["2", "3", "4"].randomElement(using: &random) ?? "2"
            try sandbox.git("update-index", "--index-version", form, at: "r")
            return "version \(form)"
        }
    }

    @Test("After random changes, all paths that git finds are found, and the staged paths are git's")
    func random() throws {
        var random = SeededGenerator()
        var acts: [String] = []
        var marks = FolderMarks()
        for _ in 0..<SeededGenerator.runs(60) {
            acts.append(try act(&random))
            let note: Comment = "\(random.note): \(acts)"
            #expect(try stagedByUs() == stagedByGit(), note)
            let found = try found(&marks)
            let without = try self.found()
            #expect(found == without, "with marks, and without: \(note)")
            #expect(found.isSuperset(of: try foundByGit()), note)
        }
    }

    /// The marks of a repository in which four folders have no subfolders and nothing new.
    private func marked() throws -> FolderMarks {
        var marks = FolderMarks()
        _ = try found(&marks)
        for folder in ["a/c", "tasks/00", "tasks/01", "é"] { #expect(marks[Array(folder.utf8)] != nil, "\(folder)") }
        for folder in ["", "a", "tasks"] { #expect(marks[Array(folder.utf8)] == nil, "\(folder)") }
        return marks
    }

    @Test("A folder with a matching mark is not read: a new file in it is not found")
    func unread() throws {
        var marks = try marked()
        try sandbox.write("new\n", to: "r/tasks/00/new.json")
        var status = stat()
        try #require(lstat(sandbox.path + "/r/tasks/00", &status) == 0)
        marks[Array("tasks/00".utf8)] = FolderMarks.Mark(status, files: 2)
        #expect(try !found(&marks).contains("tasks/00/new.json"))
        marks[Array("tasks/00".utf8)] = FolderMarks.Mark(status, files: 3)
        #expect(try found(&marks).contains("tasks/00/new.json"))
    }

    @Test("A new or unstaged file in a marked folder is found, even if the folder's time is set back")
    func markedFolders() throws {
        var marks = try marked()
        let place = sandbox.path + "/r/tasks/00"
        var before = stat()
        try #require(lstat(place, &before) == 0)
        try sandbox.write("new\n", to: "r/tasks/00/new.json")
        var times = [before.st_atim, before.st_mtim]
        try #require(utimensat(AT_FDCWD, place, &times, 0) == 0)
        #expect(try found(&marks).contains("tasks/00/new.json"))
        #expect(marks[Array("tasks/00".utf8)] == nil)
        #expect(try found(&marks).contains("tasks/00/new.json"))

        try sandbox.git("update-index", "--force-remove", "tasks/01/z.json", at: "r")
        #expect(try found(&marks).contains("tasks/01/z.json"))
        try FileManager.default.createDirectory(
            atPath: sandbox.path + "/r/a/c/deeper", withIntermediateDirectories: false)
        try sandbox.write("new\n", to: "r/a/c/deeper/new.json")
        #expect(try found(&marks).contains("a/c/deeper/new.json"))
        #expect(marks[Array("a/c".utf8)] == nil)
    }

    @Test("A folder that has just changed is not marked")
    func unsettled() throws {
        var marks = FolderMarks()
        try sandbox.write("new\n", to: "r/tasks/00/new.json")
        try sandbox.git("add", ".", at: "r")
        let repository = try Repository.open(at: sandbox.path + "/r")
        _ = try repository.index.pathsDifferingInWorkTree(&marks)
        #expect(marks == FolderMarks())
    }

    @Test("Marks round-trip through their encoding; any other bytes decode to no marks")
    func markBytes() throws {
        let marks = try marked()
        #expect(FolderMarks(marks.bytes) == marks)
        for length in [0, 1, 18, 20, 30, marks.bytes.count - 1] {
            #expect(FolderMarks(Array(marks.bytes.prefix(length))) == FolderMarks(), "\(length)")
        }
        #expect(FolderMarks(marks.bytes + [1]) == FolderMarks())
        #expect(FolderMarks(Array("something else\n".utf8)) == FolderMarks())
    }

    @Test(
        "With nothing staged, the trees of many folders are cached as git would, and those of few are not"
    )
    func notes() throws {
        func notedTrees() throws -> [[UInt8]: ObjectID?] {
            let image = try #require(IndexImage(try [UInt8](Data(contentsOf: indexPlace))))
            let folders = try #require(image.treeCache.map { IndexTreeCache(image.bytes[$0]) }?.folders())
            return Dictionary(uniqueKeysWithValues: folders.map { ($0.path, $0.tree?.id) })
        }
        let indexPlace = URL(fileURLWithPath: sandbox.path + "/r/.git/index")
        let paths = (0..<40).map { "many/\($0)/deep/x.json" }
        for path in paths { try sandbox.write("{}\n", to: "r/" + path) }
        try sandbox.git("add", ".", at: "r")
        #expect(try stagedByUs() == Set(paths))
        #expect(try notedTrees().values.contains(nil), "what is staged is not noted")
        try sandbox.git("commit", "--quiet", "-m", "Many", at: "r")
        let tree = try sandbox.git("rev-parse", "HEAD^{tree}", at: "r")
        let complete = try notedTrees()
        #expect(!complete.values.contains(nil))
        let listed = try sandbox.git("ls-files", "--debug", at: "r")

        func forget(_ paths: some Sequence<String>) throws {
            for path in paths {
                let blob = try sandbox.git("rev-parse", "HEAD:" + path, at: "r")
                try sandbox.git("update-index", "--cacheinfo", "100644,\(blob),\(path)", at: "r")
                try sandbox.git("update-index", "--refresh", at: "r")
            }
        }
        try forget(paths.prefix(2))
        #expect(try stagedByUs() == [])
        #expect(try notedTrees().values.contains(nil), "so few are looked into")
        try forget(paths)
        #expect(try stagedByUs() == [])
        #expect(try notedTrees() == complete)
        #expect(try sandbox.git("write-tree", at: "r") == tree)
        #expect(try sandbox.git("ls-files", "--debug", at: "r") == listed)
        #expect(try sandbox.git("status", "--porcelain", at: "r") == "")
        try sandbox.git("fsck", "--strict", at: "r")

        // With folders beyond the depth limit nothing is cached, as it would be recomputed every time.
        let deep = Array(repeating: "d", count: 70).joined(separator: "/") + "/x.json"
        try sandbox.write("{}\n", to: "r/" + deep)
        try sandbox.git("add", ".", at: "r")
        try sandbox.git("commit", "--quiet", "-m", "Deep", at: "r")
        try forget(paths)
        let before = try Data(contentsOf: indexPlace)
        #expect(try stagedByUs() == [])
        #expect(try Data(contentsOf: indexPlace) == before)
        try sandbox.git("rm", "-q", deep, at: "r")
        try sandbox.git("commit", "--quiet", "-m", "Flat", at: "r")

        // Another program holds the lock and is not disturbed.
        try forget(paths)
        try sandbox.write("", to: "r/.git/index.lock")
        #expect(try stagedByUs() == [])
        #expect(try notedTrees().values.contains(nil))
    }

    @Test("Files that match the index are not found, in any version of the index", arguments: ["2", "3", "4"])
    func quiet(form: String) throws {
        // Files changed in the second in which the index was written may differ undetected.
        for path in Self.paths.prefix(8) + [".gitignore"] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)],
                ofItemAtPath: sandbox.path + "/r/" + path)
        }
        try sandbox.git("update-index", "--index-version", form, "--refresh", at: "r")
        #expect(try found() == [])
        #expect(try stagedByUs() == [])
        try sandbox.write("ignored\n", to: "r/a/x.tmp")
        try sandbox.write("ignored\n", to: "r/build/out")
        #expect(try found() == [])
    }

    @Test(
        "The untracked cache of an index does not affect the result"
    )
    func extensions() throws {
        try sandbox.git("update-index", "--force-untracked-cache", at: "r")
        try sandbox.git("status", at: "r")
        try sandbox.write("changed\n", to: "r/b")
        #expect(try found().contains("b"))
        try sandbox.git("add", "b", at: "r")
        #expect(try stagedByUs() == ["b"])
    }

    @Test(
        "A skip-worktree file is not found, changed or missing; an assume-unchanged one is found if missing"
    )
    func marks() throws {
        try sandbox.git("update-index", "--skip-worktree", "a.b", at: "r")
        try sandbox.git("update-index", "--assume-unchanged", "a-b", at: "r")
        func marked() throws -> Set<String> { try self.found().intersection(["a.b", "a-b"]) }
        try sandbox.write("changed at length\n", to: "r/a.b")
        try sandbox.write("changed at length\n", to: "r/a-b")
        #expect(try marked() == [])
        try FileManager.default.removeItem(atPath: sandbox.path + "/r/a.b")
        try FileManager.default.removeItem(atPath: sandbox.path + "/r/a-b")
        #expect(try marked() == ["a-b"])
    }

    @Test("A conflict and an intent-to-add file are found as well")
    func otherForms() throws {
        try sandbox.git("checkout", "-q", "-b", "side", at: "r")
        try sandbox.write("side\n", to: "r/a.b")
        try sandbox.git("commit", "-qam", "Side", at: "r")
        try sandbox.git("checkout", "-q", "main", at: "r")
        try sandbox.write("main\n", to: "r/a.b")
        try sandbox.git("commit", "-qam", "Main", at: "r")
        #expect(try sandbox.run(["git", "merge", "side"], at: "r").status != 0)
        #expect(try found().contains("a.b"))
        #expect(try stagedByUs().contains("a.b"))
        try sandbox.git("merge", "--abort", at: "r")
        try sandbox.write("new\n", to: "r/new")
        try sandbox.git("add", "--intent-to-add", "new", at: "r")
        #expect(try found().contains("new"))
    }

    @Test("Without an index, or with an empty one, every file is new")
    func missing() throws {
        try FileManager.default.removeItem(atPath: sandbox.path + "/r/.git/index")
        #expect(try found().isSuperset(of: ["a/b", "é/ü.json"]))
        #expect(try stagedByUs().isSuperset(of: ["a/b", "é/ü.json"]))
        try sandbox.git("read-tree", "--empty", at: "r")
        #expect(try found().isSuperset(of: ["a/b", "é/ü.json"]))
        #expect(try stagedByUs().isSuperset(of: ["a/b", "é/ü.json"]))
        #expect(try Repository.open(at: sandbox.path + "/r").index.pathsStaged(since: nil) == [])
    }
}
