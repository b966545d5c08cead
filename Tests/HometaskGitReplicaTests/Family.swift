// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskFamily
import HometaskGitReplica
import HometaskMerging
import HometaskReplica
import TestSupport
import Testing

extension TemporaryFolder {
    func read(_ name: String) throws -> String {
        try String(contentsOfFile: path + "/" + name, encoding: .utf8)
    }

    func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
    }

    /// Runs git in a subfolder with its own HOME; returns standard output and standard error.
    @discardableResult
    func git(
        _ arguments: String..., in folder: String, expecting status: Int32? = 0, variables: [String: String] = [:]
    ) throws -> String {
        let process = Process("git", ["-C", path + "/" + folder] + arguments)
        process.environment = [
            "HOME": path, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org",
            "GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "ann@example.org", "LC_ALL": "C",
        ].merging(variables) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
        if let status, process.terminationStatus != status {
            Issue.record("git \(arguments.joined(separator: " ")) ended with \(process.terminationStatus): \(text)")
        }
        return text
    }
}

let provider = GitReplicaProvider(clock: { Timestamp(seconds: 1_795_000_000) })

extension TemporaryFolder {
    func makeFamily(_ name: String = "home", isBare: Bool = false) async throws -> any Replica {
        try await provider.create(
            at: path + "/" + name, isBare: isBare,
            family: FamilyDraft(name: "Test", zone: "Europe/Amsterdam", email: "test@example.org", device: "laptop"))
    }
}

extension Replica {
    /// Adds a task and returns its path.
    nonisolated func add(_ title: String) async throws -> DocumentPath {
        let id = try await write(command: "add") { try $0.tasks.add(TaskDraft(title: title)) }.result
        return try #require(DocumentPath(kind: .task, id: id))
    }

    nonisolated func title(_ path: DocumentPath) async throws -> String? {
        try await read { try $0.document(at: path)?["title"]?.stringValue }
    }
}
