// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("hometask plugin test", .waits)
struct ConformanceTests {
    private static var package: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().path
    }

    @Test("The Python example passes")
    func example() throws {
        let device = try Device("alone", in: try TemporaryFolder())
        try device.run("plugin", "test", "--timeout", "60", Self.package + "/Plugins/example-python").expect(
            stdout: "0 failed")
    }

    private static let brokenCases: [(fault: String, words: String, section: String)] = [
        ("hang", "sent nothing for 1000 ms", "The conversation"),
        ("slow-start", "sent nothing for 1000 ms", "The conversation"),
        ("flood-log", "sent log lines and unknown notifications more than 1000 times", "Messages"),
        ("flood-unknown", "sent log lines and unknown notifications more than 1000 times", "Messages"),
        ("flood-reads", "sent requests more than 10000 times", "Messages"),
        ("crash", "before it answered", "The conversation"), ("garbage", "which is not an object", "Messages"),
        ("wrong-id", "for which there was no request", "Messages"),
        ("twice", "answered one request twice", "Messages"),
        ("fork", "it left processes behind", "The conversation"),
        ("ignore-termination", "did not end when asked to", "The conversation"),
        ("stray", "wrote a line to standard output that is not a message", "Messages"),
        ("forbidden-write", "it proposed a forbidden change: changing documents of the kind ‘member’", "Changes"),
        ("invalid-change", "it proposed an invalid change", "Changes"),
        ("no-form", "a change should have one of create, update, delete", "Changes"),
        ("wrong-version", "chose version 99", "The conversation"),
    ]

    @Test(
        "A faulty plugin fails; the report names the expected behaviour and the protocol's section",
        arguments: brokenCases)
    func broken(fault: String, words: String, section: String) throws {
        let root = try TemporaryFolder()
        let device = try Device("alone", in: root)
        let needs = fault == "fork" ? #"{"programs":true}"# : #"{"read":["task"],"write":["task"]}"#
        let plugin = try PluginFolder(
            "broken", in: root.path, program: try PluginFolder.source("CommandTests/Support/broken_plugin.py"),
            arguments: [fault], offers: PluginFolder.command, needs: needs)
        // Faults that stay silent run into the timeout; the others get a long one, as the machine may be busy.
        let timeout = ["hang": "1", "slow-start": "1", "ignore-termination": "2"][fault] ?? "60"
        let outcome = try device.run("plugin", "test", "--timeout", timeout, plugin.path).expect(status: 1)
        #expect(outcome.stdout.contains("✘ "), "\(outcome)")
        #expect(outcome.stdout.contains(words), "\(outcome)")
        #expect(outcome.stdout.contains("See the protocol's section “\(section)”."), "\(outcome)")
        let text = try String(
            contentsOfFile: Self.package + "/Sources/HometaskPlugin/HometaskPlugin.docc/Protocol.md", encoding: .utf8)
        #expect(text.contains("\n## \(section)\n"), "such a section there is")
    }

    @Test("A plugin that only adds fields needs no program; its manifest is checked")
    func fieldsAlone() throws {
        let device = try FieldsPlugin.enable(on: Device("alone", in: TemporaryFolder()))
        try device.run("plugin", "test", "--timeout", "60", device.home + "/plugins/more").expect(
            stdout: "2 passed, 0 failed, 0 skipped")
        _ = try FieldsPlugin.enable("odd", for: ["tsk"], on: device)
        try device.run("plugin", "test", "--timeout", "60", device.home + "/plugins/odd").expect(
            status: 1, stdout: "there is no kind of documents ‘tsk’")
    }

    @Test("The report is available as JSON")
    func reports() throws {
        let device = try Device("alone", in: try TemporaryFolder())
        let checks = try device.run(
            "plugin", "test", "--timeout", "60", "--json", Self.package + "/Plugins/example-python"
        ).expect()
            .objects()
        #expect(checks.count >= 10)
        #expect(checks.allSatisfy { $0["outcome"] as? String == "passed" }, "\(checks)")
        try device.run("plugin", "test", "/nowhere").expect(status: 66, stderr: "there is no folder /nowhere")
    }

    @Test(
        "A manifest that offers nothing known or names an unknown kind fails",
        arguments: [
            (#"{"comands":[{"name":"work","summary":"Work."}]}"#, "[]", "nothing that hometask knows"),
            (PluginFolder.command, #"["tsk"]"#, "there is no kind of documents ‘tsk’"),
        ])
    func manifests(offers: String, kinds: String, words: String) throws {
        let root = try TemporaryFolder()
        let device = try Device("alone", in: root)
        let plugin = try PluginFolder(
            "odd", in: root.path, program: try PluginFolder.source("CommandTests/Support/broken_plugin.py"),
            offers: offers, needs: #"{"read":\#(kinds)}"#)
        try device.run("plugin", "test", "--timeout", "60", plugin.path).expect(status: 1, stdout: .contains(words))
    }
}
