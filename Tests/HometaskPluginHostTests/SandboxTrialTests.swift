// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskSystem
import TestSupport
import Testing

@testable import HometaskPluginHost

@Suite("Testing whether the sandbox works", .waits)
struct SandboxTrialTests {
    private func sandbox(_ script: String, in folder: TemporaryFolder) throws -> PluginSandbox {
        let path = folder.path + "/bwrap"
        try ProgramFile.write("#!/bin/sh\n\(script)\n", to: path)
        return PluginSandbox(path: path, note: folder.path + "/note", patience: 20_000)
    }

    @Test("The result is determined once and cached by the program's stamp", arguments: [(0, true), (1, false)])
    func kept(code: Int, works: Bool) throws {
        let folder = try TemporaryFolder()
        let sandbox = try sandbox("echo x >>'\(folder.path)/runs'; exit \(code)", in: folder)
        for _ in 1...3 { #expect(try sandbox.working()?.path == (works ? sandbox.path : nil)) }
        let runs = try String(contentsOfFile: folder.path + "/runs", encoding: .utf8)
        #expect(runs == (works ? "x\n" : "x\nx\n"), "once, and once more with less asked of it")
        #expect(try String(contentsOfFile: sandbox.note, encoding: .utf8).hasSuffix(works ? " works\n" : " fails\n"))
    }

    @Test("A bubblewrap that lacks newer options gives a less strict sandbox")
    func lenient() throws {
        let folder = try TemporaryFolder()
        let sandbox = try sandbox("case \"$*\" in *disable-userns*) exit 1;; esac; exit 0", in: folder)
        for _ in 1...2 { #expect(try sandbox.working() == Sandbox(path: sandbox.path, isStrict: false)) }
    }

    @Test("The trial is repeated on request, or if an earlier version cached the result")
    func again() throws {
        let folder = try TemporaryFolder()
        let sandbox = try sandbox("test -e '\(folder.path)/allowed'", in: folder)
        try "x".write(toFile: folder.path + "/allowed", atomically: true, encoding: .utf8)
        #expect(try sandbox.working()?.isStrict == true)
        try FileManager.default.removeItem(atPath: folder.path + "/allowed")
        #expect(try sandbox.working() != nil, "the answer is kept")
        #expect(try sandbox.working(isFresh: true) == nil)
        #expect(try sandbox.working() == nil)
        let stamp = try #require(FileStamp(sandbox.path)).text
        try "\(stamp) works\n".write(toFile: sandbox.note, atomically: true, encoding: .utf8)
        #expect(try sandbox.working() == nil, "an earlier version noted that")
    }

    @Test("A hanging trial is killed and reported as unavailable, and its result is not cached")
    func hanging() throws {
        let folder = try TemporaryFolder()
        var sandbox = try sandbox("sleep 600; echo x >'\(folder.path)/over'", in: folder)
        sandbox.patience = 300
        let error = #expect(throws: PluginHostError.self) { try sandbox.working() }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/over"))
        #expect(error?.code == .unavailable)
        #expect(error?.hint != nil)
        #expect(!FileManager.default.fileExists(atPath: sandbox.note), "it is found out anew")
    }

    @Test("Without bubblewrap there is no sandbox")
    func missing() throws {
        let folder = try TemporaryFolder()
        #expect(try PluginSandbox(path: folder.path + "/none", note: folder.path + "/note").working() == nil)
    }
}
