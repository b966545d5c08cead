// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HometaskGit

@Suite("The installed git")
struct InstalledGitTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test("If git is missing or too old, the error says what is needed")
    func installation() throws {
        var environment = sandbox.environment
        environment["PATH"] = sandbox.path + "/bin"
        for (script, word) in [("", "not installed"), ("#!/bin/sh\necho git version 2.25.9\n", "2.25")] {
            if !script.isEmpty {
                try sandbox.writeProgram(script, to: "bin/git")
            }
            do {
                try InstalledGit.find(environment: environment).checkVersion()
                Issue.record("found git")
            } catch {
                #expect(error.kind == .unsupported && error.description.contains(word))
            }
        }
    }

    @Test("Neither side of an exchange lists the references of its quarantine's alternate store")
    func alternates() async throws {
        let (hub, local, other) = (sandbox.path + "/hub", sandbox.path + "/r", sandbox.path + "/other")
        let marker = sandbox.path + "/listed"
        for folder in [hub, local, other] { _ = try Repository.create(at: folder, bare: true) }
        for folder in [hub, other] {
            try Repository.open(at: folder).configuration.set("core.alternateRefsCommand", to: "touch '\(marker)'; :")
        }
        let git = try InstalledGit.find(environment: sandbox.environment)
        let one = try Repository.open(at: local).commit("one", parents: [])
        let update = PushUpdate(commit: one, reference: "refs/heads/main")
        let results = try await git.push(from: local, to: hub, updates: [update], progress: nil)
        #expect(results.map(\.outcome) == [.created])
        let refspecs = ["+refs/heads/*:refs/remotes/origin/*"]
        let outcome = try await git.fetch(into: other, from: hub, refspecs: refspecs, progress: nil)
        #expect(outcome.updates.map(\.new) == [one])
        #expect(!FileManager.default.fileExists(atPath: marker))
        // A store with its own alternates needs the list, or their objects would be sent again.
        try sandbox.write(hub + "/objects\n", to: "other/objects/info/alternates")
        let two = PushUpdate(
            commit: try Repository.open(at: local).commit("two", parents: [one]), reference: "refs/heads/main")
        _ = try await git.push(from: local, to: hub, updates: [two], progress: nil)
        #expect(!FileManager.default.fileExists(atPath: marker))
        _ = try await git.push(from: local, to: other, updates: [two], progress: nil)
        #expect(FileManager.default.fileExists(atPath: marker))
    }

    @Test("Only the last lines of git's output are kept, each truncated to a limit")
    func messages() {
        var messages = MessageLines(progress: nil)
        messages.append((0..<100).flatMap { Array("line \($0)\n".utf8) })
        #expect(messages.lines == (40..<100).map { "line \($0)" })
        messages.append([UInt8](repeating: 0x78, count: 1 << 20))
        messages.finish()
        #expect(messages.lines.last?.utf8.count == 2048)
    }
}
