// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A family's remote to which an attacker with push access writes with plain git.
struct HostileHub {
    let family: Family
    /// The last commit pushed by the family's own devices.
    let honest: String
    private var phone: Device { family.device }

    init(tasks: [String] = ["Take out the bins", "Feed the cat"]) throws {
        family = try Family.withHub(prepared: tasks.map { ["add", $0] })
        honest = try family.device.head()
    }

    /// Runs git in the remote.
    @discardableResult
    func git(_ arguments: [String], input: String = "", variables: [String: String] = [:]) throws -> String {
        let environment = phone.with(variables).environment
        let identity = ["-c", "user.name=A stranger", "-c", "user.email=stranger@example.org"]
        let outcome = try RunningProgram(
            "git", ["--git-dir=\(family.hubPath)"] + identity + arguments, environment: environment,
            folder: family.root.path, input: input
        ).finish().expect()
        return outcome.stdout.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Stores bytes as a blob, and returns the blob's id.
    func blob(_ bytes: Data) throws -> String {
        let file = family.root.path + "/blob"
        try bytes.write(to: URL(fileURLWithPath: file))
        return try git(["hash-object", "-w", file])
    }

    /// Stores a tree as raw bytes, so that names are arbitrary, with its entries in git's order.
    func tree(_ entries: [Entry]) throws -> String {
        var bytes = Data()
        for entry in entries.sorted(by: { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }) {
            bytes += Data("\(entry.mode) ".utf8) + entry.name + [0]
            var digits = entry.id[...]
            while !digits.isEmpty {
                bytes.append(try #require(UInt8(digits.prefix(2), radix: 16)))
                digits = digits.dropFirst(2)
            }
        }
        let file = family.root.path + "/tree"
        try bytes.write(to: URL(fileURLWithPath: file))
        return try git(["hash-object", "-w", "-t", "tree", "--literally", file])
    }

    /// Returns the top-level entries of the honest tree, except those with the given names.
    func top(without names: String...) throws -> [Entry] {
        try git(["ls-tree", honest]).split(separator: "\n").compactMap { line in
            let fields = line.split(whereSeparator: \.isWhitespace).map(String.init)
            if names.contains(fields[3]) { return nil }
            return Entry(fields[0].hasPrefix("0") ? String(fields[0].dropFirst()) : fields[0], fields[3], id: fields[2])
        }
    }

    /// Stores a script's output as a blob without loading it into memory.
    func blob(writtenBy script: String) throws -> String {
        let command = "{ \(script); } | git --git-dir='\(family.hubPath)' hash-object -w --stdin"
        let outcome = try RunningProgram(
            "/bin/sh", ["-c", command], environment: phone.environment, folder: family.root.path, input: ""
        ).finish().expect()
        return outcome.stdout.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns the honest tree with files added or replaced.
    func tree(putting files: [String: Data]) throws -> String {
        // Identical bytes are stored once.
        var stored: [Data: String] = [:]
        for bytes in files.values where stored[bytes] == nil { stored[bytes] = try blob(bytes) }
        return try tree(placing: files.compactMap { path, bytes in stored[bytes].map { (path, $0) } })
    }

    /// Returns the honest tree with stored blobs added or replaced.
    func tree(placing files: [(path: String, blob: String)]) throws -> String {
        let index = ["GIT_INDEX_FILE": family.root.path + "/index-\(UUID().uuidString)"]
        try git(["read-tree", honest], variables: index)
        let words = files.flatMap { ["--cacheinfo", "100644,\($0.blob),\($0.path)"] }
        try git(["update-index", "--add"] + words, variables: index)
        return try git(["write-tree"], variables: index)
    }

    /// Returns a tree with a single file.
    func tree(of blob: String, at path: String) throws -> String {
        let index = ["GIT_INDEX_FILE": family.root.path + "/index-\(UUID().uuidString)"]
        try git(["update-index", "--add", "--cacheinfo", "100644,\(blob),\(path)"], variables: index)
        return try git(["write-tree"], variables: index)
    }

    /// Returns a commit's tree without the given files.
    func tree(of commit: String, without paths: [String]) throws -> String {
        let index = ["GIT_INDEX_FILE": family.root.path + "/index-\(UUID().uuidString)"]
        try git(["read-tree", commit], variables: index)
        let lines = paths.map { "0 \(String(repeating: "0", count: 40))\t\($0)\n" }
        try git(["update-index", "--index-info"], input: lines.joined(), variables: index)
        return try git(["write-tree"], variables: index)
    }

    /// Moves the remote's branch to a new commit of a tree.
    func publish(
        _ tree: String, message: String = "A change", parent: Bool = true, variables: [String: String] = [:]
    ) throws {
        let commit = try git(
            ["commit-tree", tree] + (parent ? ["-p", honest] : []) + ["-m", message], variables: variables)
        try git(["update-ref", "refs/heads/main", commit])
    }

    /// Moves the remote's branch to a new commit of a tree, with a forged `Hometask:` trailer.
    ///
    /// - Returns: the commit.
    @discardableResult
    func forge(_ tree: String, on parents: [String]? = nil) throws -> String {
        let parents = parents ?? [honest]
        let text = "format 1\ntree \(tree)\n" + parents.map { "parent \($0)\n" }.joined()
        let digest = try RunningProgram(
            "sha256sum", [], environment: phone.environment, folder: family.root.path, input: text
        ).finish().expect().stdout.prefix(32)
        let commit = try git(
            ["commit-tree", tree] + parents.flatMap { ["-p", $0] } + ["-F", "-"],
            input: "Mia completed a task\n\nHometask: 1 \(digest)\n")
        try git(["update-ref", "refs/heads/main", commit])
        return commit
    }

    /// Moves the remote's branch to the honest tree with files added or replaced.
    func publish(putting files: [String: Data]) throws { try publish(tree(putting: files)) }

    /// Returns the paths of a folder's honest documents.
    func paths(in folder: String) throws -> [String] {
        try git(["ls-tree", "-r", "--name-only", honest, folder + "/"]).split(separator: "\n").map(String.init)
    }

    /// Returns a document of the honest tree.
    func document(_ path: String) throws -> [String: Any] {
        let text = try git(["show", "\(honest):\(path)"])
        return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    /// An entry of a tree.
    struct Entry {
        let mode: String
        let name: Data
        let id: String

        init(_ mode: String, _ name: String, id: String) { self.init(mode, Data(name.utf8), id: id) }

        init(_ mode: String, _ name: Data, id: String) { (self.mode, self.name, self.id) = (mode, name, id) }

        var sortKey: Data { mode == "40000" ? name + Data("/".utf8) : name }
    }
}

extension Outcome {
    /// Expects no crash, and no control characters in the output.
    func expectHarmless(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(status >= 0 && status != 70, "\(self)", sourceLocation: sourceLocation)
        let found = (stdout + stderr).unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0x0A: false
            case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
            default: false
            }
        }
        #expect(found.isEmpty, "\(arguments) printed \(found.map { $0.value })", sourceLocation: sourceLocation)
    }
}
