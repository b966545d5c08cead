// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// The guide for plugin authors, followed verbatim.
@Suite("The guide for plugin authors")
struct PluginGuideTests {
    private static var package: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().path
    }

    /// The guide's code blocks in the given language, in order.
    private func blocks(_ language: String) throws -> [String] {
        let path = Self.package + "/Sources/HometaskPlugin/HometaskPlugin.docc/WritingPlugins.md"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        return text.components(separatedBy: "\n```\(language)\n").dropFirst().map {
            String($0.components(separatedBy: "\n```")[0]) + "\n"
        }
    }

    @Test("The guide's code, typed verbatim, makes a plugin that passes and works as described")
    func python() throws {
        let family = try Family(members: ["Mia", "Ben"])
        let device = family.device
        let folder = device.home + "/greeter"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try #require(try blocks("json").first).write(
            toFile: folder + "/plugin.json", atomically: true, encoding: .utf8)
        try ProgramFile.write(#require(try blocks("python").first), to: folder + "/greeter.py")
        try device.run("plugin", "test", "--timeout", "60", folder).expect(stdout: "0 failed")
        try device.run("plugin", "install", folder, "--yes").expect()
        try device.run("greet").expectQuietly(["Hello Mia!\n", "Hello Ben!\n"])
        try device.run("greet", "--task").expect(stderr: "greeter: added 2 tasks.")
        try device.run("greet", "--task").expect(stderr: "greeter: changed nothing.")
        #expect(Set(try device.titles()) == ["Say hello to Mia", "Say hello to Ben"])
        try device.run("undo").expect(stdout: "Took back 'greet'")
        #expect(try device.titles() == [])
    }

    @Test("The guide's Swift program is the source built by the embedding example")
    func swift() throws {
        let path = Self.package + "/Tests/Embedding/Sources/Greeter/Greeter.swift"
        let source = try String(contentsOfFile: path, encoding: .utf8)
        let shown = try #require(try blocks("swift").first)
        #expect(source == "// SPDX-License-Identifier: Apache-2.0\n\n" + shown)
        #expect(shown.split(separator: "\n").count < 30)
    }

    @Test("The Python example is under 40 lines long")
    func exampleLength() throws {
        let text = try String(contentsOfFile: Self.package + "/Plugins/example-python/who.py", encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 < 40)
    }
}
