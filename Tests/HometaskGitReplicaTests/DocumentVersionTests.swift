// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskReplica
import TestSupport
import Testing

@testable import HometaskGit
@testable import HometaskGitReplica

/// Document versions match git's own, whatever the cache holds about earlier commits.
@Suite("Document versions in arbitrary histories")
struct DocumentVersionTests {
    /// A stream of commits for 'git fast-import'.
    private struct Stream {
        private(set) var text = ""
        private(set) var count = 0

        mutating func commit(on parents: [Int], changes: [String]) {
            count += 1
            text += "commit refs/heads/main\nmark :\(count)\n"
            text += "committer Ann <ann@example.org> \(1_900_000_000 + count / 3) +0000\ndata 1\nc\n"
            for (index, parent) in parents.enumerated() {
                text += "\(index == 0 ? "from" : "merge") \(parent == 0 ? "refs/heads/main^0" : ":\(parent)")\n"
            }
            text += changes.map { $0 + "\n" }.joined()
        }

        static func put(_ content: String, at path: String) -> String {
            "M 100644 inline \(path)\ndata \(content.utf8.count)\n\(content)"
        }
    }

    private static let paths = [
        "tasks/5f/5f2b6b1e-7c1d-4e0a-9d8e-3a1f0c2b4d60.json", "tasks/5f/5f2b6b1e-7c1d-4e0a-9d8e-3a1f0c2b4d61.json",
        "tasks/a0/a02b6b1e-7c1d-4e0a-9d8e-3a1f0c2b4d62.json",
    ]

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func load(_ stream: Stream) throws {
        try folder.write("stream", stream.text)
        try folder.git("-c", "alias.load=!git fast-import --quiet --force <../stream", "load", in: "home")
    }

    private var known: String { folder.path + "/home/.git/hometask/" + ChangedPaths.localName }

    private static func changes(_ random: inout SeededGenerator) -> [String] {
        let path = paths.randomElement(using: &random) ?? paths[0]
        let content = "{\"title\":\"\(Int.random(in: 0..<3, using: &random))\"}"
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return []
        case 1: return ["D \(path)"]
        case 2: return ["D tasks/5f"]
        case 3: return ["D tasks/5f", Stream.put("a file", at: "tasks/5f")]
        case 4: return ["D \(path)", Stream.put(content, at: path + "/inside")]
        case 5: return ["D tasks"]
        case 6: return [Stream.put(content, at: "notes/5f/other.json")]
        default: return [Stream.put(content, at: path)]
        }
    }

    private typealias State = (commit: String, parents: [String], files: [String: String])

    /// The files at the paths in each commit, according to git.
    private func states() throws -> [State] {
        try folder.git("rev-list", "--parents", "main", in: "home").split(separator: "\n").map { line in
            let ids = line.split(separator: " ").map(String.init)
            let paths = Self.paths
            let listed = try folder.git("ls-tree", ids[0], "--", paths[0], paths[1], paths[2], in: "home")
            let entries = listed.split(separator: "\n").map { $0.split { " \t".contains($0) }.map(String.init) }
            let files = entries.filter { $0[1] == "blob" }.map { ($0[3], $0[2]) }
            return (ids[0], Array(ids.dropFirst()), Dictionary(files) { first, _ in first })
        }
    }

    /// The reference definition: a commit whose file at the path, or its absence, differs from every parent's.
    private func expected(at path: String, _ states: [State]) -> [String: (content: String?, previous: String?)] {
        let files = Dictionary(uniqueKeysWithValues: states.map { ($0.commit, $0.files[path]) })
        var versions: [String: (content: String?, previous: String?)] = [:]
        for state in states {
            let (now, before) = (state.files[path], state.parents.map { files[$0] ?? nil })
            if before.isEmpty ? now == nil : before.contains(now) { continue }
            versions[state.commit] = (now, before.lazy.compactMap(\.self).first)
        }
        return versions
    }

    @Test("Versions match the definition without a cache, with a cache and with a damaged cache")
    func random() async throws {
        var seeds = SeededGenerator()
        for _ in 0..<SeededGenerator.runs(2) {
            var random = SeededGenerator(seed: seeds.next())
            let replica = try await folder.makeFamily()
            var stream = Stream()
            for number in 1...ChangedPaths.renewal * 2 {
                var parents = [max(0, number - Int.random(in: 1...2, using: &random))]
                while Int.random(in: 0..<4, using: &random) == 0, parents.count < 4 {
                    let other = max(0, number - Int.random(in: 1...9, using: &random))
                    if !parents.contains(other) { parents.append(other) }
                }
                stream.commit(on: parents, changes: Self.changes(&random))
            }
            // All commits are reachable from the last one.
            stream.commit(on: Array(1...stream.count).suffix(12).reversed(), changes: [])
            try load(stream)
            let note = Comment(rawValue: random.note)
            let states = try states()
            for path in Self.paths {
                let place = try #require(DocumentPath(text: path))
                let first = try await replica.versions(of: place)
                let expected = expected(at: path, states)
                #expect(Set(first.map(\.entry.commit)) == Set(expected.keys), note)
                #expect(first.count == expected.count, note)
                for version in first {
                    #expect(version.content == expected[version.entry.commit]?.content, note)
                    #expect(version.previous == expected[version.entry.commit]?.previous, note)
                }
                let isKnown = FileManager.default.fileExists(atPath: known)
                #expect(isKnown, note)
                let again = try await replica.versions(of: place)
                #expect(first == again, note)
                var bytes = try Data(contentsOf: URL(fileURLWithPath: known))
                bytes[Int.random(in: bytes.indices, using: &random)] ^= 4
                try bytes.write(to: URL(fileURLWithPath: known))
                let damaged = try await replica.versions(of: place)
                #expect(first == damaged, note)
            }
            try FileManager.default.removeItem(atPath: folder.path + "/home")
        }
    }

    @Test("Trees of commits cached as changing other paths are not read; a few new commits leave the cache unchanged")
    func economy() async throws {
        let replica = try await folder.makeFamily()
        var stream = Stream()
        for number in 1...400 {
            let path = number % 100 == 0 ? Self.paths[0] : Self.paths[number % 2 + 1]
            stream.commit(on: [number - 1], changes: [Stream.put("\(number)", at: path)])
        }
        try load(stream)
        let path = try #require(DocumentPath(text: Self.paths[0]))
        let versions = try await replica.versions(of: path)
        #expect(versions.count == 4)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: known))

        let repository = try Repository.open(at: folder.path + "/home")
        let tip = try #require(try repository.references.target(of: "refs/heads/main"))
        func foldersRead(_ changed: ChangedPaths) throws -> Int {
            let history = try repository.commits.outlines(from: tip, knowing: changed.outline)
            var search = VersionSearch(path.text, in: history, knowing: changed, reading: repository.trees)
            var found = 0
            for commit in history where try search.change(by: commit) != nil { found += 1 }
            #expect(found == 4)
            return search.lookup.foldersRead
        }
        #expect(try foldersRead(ChangedPaths(nil)) > 800)
        // The root and two folders, for the oldest commit and those that made the two folders.
        #expect(try foldersRead(ChangedPaths(Array(bytes))) <= 9)

        _ = try await replica.add("Dishes")
        let later = try await replica.versions(of: path)
        #expect(later == versions)
        #expect(try Data(contentsOf: URL(fileURLWithPath: known)) == bytes)
    }
}
