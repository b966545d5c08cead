// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import HometaskGit

@Suite("The installed git")
struct InstalledGitTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test("Without git on the search path, or with one too old, the error says what is needed")
    func installation() throws {
        var environment = sandbox.environment
        environment["PATH"] = sandbox.path + "/bin"
        for (script, word) in [("", "not installed"), ("#!/bin/sh\necho git version 2.25.9\n", "2.25")] {
            if !script.isEmpty {
                try sandbox.write(script, to: "bin/git")
                _ = try sandbox.run(["chmod", "+x", "bin/git"])
            }
            do {
                try InstalledGit.find(environment: environment).checkVersion()
                Issue.record("found git")
            } catch {
                #expect(error.kind == .unsupported && error.description.contains(word))
            }
        }
    }

    @Test("Of many lines that git writes the last are kept, each to a limit")
    func messages() {
        var messages = MessageLines(progress: nil)
        messages.append((0..<100).flatMap { Array("line \($0)\n".utf8) })
        #expect(messages.lines == (40..<100).map { "line \($0)" })
        messages.append([UInt8](repeating: 0x78, count: 1 << 20))
        messages.finish()
        #expect(messages.lines.last?.utf8.count == 2048)
    }
}
