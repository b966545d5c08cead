// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Reminders on a plugin's channel")
struct RemindPluginTests {
    let family: Family
    let phone: Device
    private let folder: String

    /// A device with a plugin that writes messages to a file, or fails while a file `broken` exists.
    init() throws {
        family = try Family()
        phone = family.device
        folder = try family.root.folder("letterbox")
        let manifest = """
            {"id": "letterbox", "name": "Letters", "version": "1.0.0", "summary": "Puts reminders into a file.",
             "protocol": [1], "program": "letterbox.py",
             "offers": {"channels": [{"name": "letterbox", "summary": "A file."}]}, "needs": {}}
            """
        try manifest.write(toFile: "\(folder)/plugin.json", atomically: true, encoding: .utf8)
        let program = """
            #!/usr/bin/env python3
            # SPDX-License-Identifier: Apache-2.0
            import json, os, sys
            data = None
            for line in sys.stdin:
                message = json.loads(line)
                method, params = message.get("method"), message.get("params", {})
                if method == "initialize":
                    data, answer = params["folder"], {"result": {"protocol": 1}}
                elif method == "channel/deliver":
                    if os.path.exists(data + "/broken"):
                        answer = {"error": {"code": -32001, "message": "the letterbox is jammed"}}
                    else:
                        with open(data + "/letters", "a") as file: print(json.dumps(params), file=file)
                        answer = {"result": {}}
                elif method == "shutdown": answer = {"result": {}}
                else: continue
                print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer}), flush=True)
            """
        try ProgramFile.write(program, to: "\(folder)/letterbox.py")
        try phone.run("remind").expectQuietly(.empty)
    }

    private func find(_ name: String) -> String? {
        let files = FileManager.default.enumerator(atPath: phone.home)
        return files?.compactMap { $0 as? String }.first { $0.hasSuffix("/\(name)") }.map { "\(phone.home)/\($0)" }
    }

    @Test("An enabled plugin gets each message once, with id, address and text; without a plugin, a reminder stays due")
    func delivered() throws {
        try phone.run("remind", "channel", "add", "letterbox", "Mia, 2nd floor").expect(
            stderr: "no enabled channel ‘letterbox’")
        try phone.run("add", "Bins", "due:2026-11-21 18:00", "--description", "The green one").expect()
        try phone.at("2026-11-21T17:00:00Z").run("remind").expect(
            status: 78, stderr: "there is no enabled channel ‘letterbox’ on this device")
        try phone.run("plugin", "install", folder, "--yes").expect()
        let later = phone.at("2026-11-21T17:05:00Z")
        try later.run("remind").expect(stdout: "Reminded Mia by letterbox Mia, 2nd floor: Bins")
        try later.run("remind").expectQuietly(.empty)
        let letters = try String(contentsOfFile: try #require(find("letters")), encoding: .utf8)
        let lines = letters.split(separator: "\n")
        try #require(lines.count == 1)
        let letter = try #require(try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
        let message = try #require(letter["message"] as? [String: Any])
        #expect(letter["channel"] as? String == "letterbox" && letter["to"] as? String == "Mia, 2nd floor")
        #expect(message["title"] as? String == "Bins" && message["due"] as? String == "2026-11-21T17:00:00Z")
        #expect(message["body"] as? String == "It was due today 18:00.\nThe green one")
        #expect((message["id"] as? String)?.count == 36)
    }

    @Test("A plugin's refusal is reported verbatim, and the reminder is retried")
    func refused() throws {
        try phone.run("plugin", "install", folder, "--yes").expect()
        try phone.run("remind", "channel", "add", "letterbox").expectQuietly("This device sends")
        try phone.run("add", "First", "due:2026-11-21 17:00").expect()
        try phone.at("2026-11-21T16:00:00Z").run("remind").expect(stdout: "Reminded Mia by letterbox: First")
        let data = String(try #require(find("letters")).dropLast("letters".count))
        try "".write(toFile: data + "broken", atomically: true, encoding: .utf8)
        try phone.run("add", "Bins", "due:2026-11-21 18:00").expect()
        let failed = try phone.at("2026-11-21T17:00:00Z").run("remind")
        #expect(failed.status != 0 && failed.stderr.contains("the letterbox is jammed"), "\(failed)")
        try FileManager.default.removeItem(atPath: data + "broken")
        try phone.at("2026-11-21T17:00:30Z").run("remind").expect(stdout: .empty)
        try phone.at("2026-11-21T17:01:00Z").run("remind").expect(stdout: "Reminded Mia by letterbox: Bins")
    }
}
