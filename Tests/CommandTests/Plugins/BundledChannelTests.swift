// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("The bundled channels and positions")
struct BundledChannelTests {
    @Test("A device knows the place that it was told, and says what to do where it was told none")
    func position() throws {
        let device = try Family().device
        try device.run("position", "fixed").expect(status: 69, stderr: "plugin config position-fixed at")
        try device.run("plugin", "config", "position-fixed", "at", "52.37,4.89").expect()
        try device.run("plugin", "config", "position-fixed", "accuracy", "30").expect()
        try device.run("position").expect(stdout: "52.37,4.89, to 30 m (fixed)")
    }

    @Test("A reminder reaches the program of one's own, and a mail program, with the person's words as they are")
    func reminders() throws {
        let family = try Family()
        let phone = family.device
        let program = family.root.path + "/take"
        let script = "#!/bin/sh\ncat >>'\(family.root.path)'/taken\n"
        try script.write(toFile: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        for (id, name, value) in [
            ("command", "program", program), ("email", "sendmail", program), ("email", "from", "home@example.org"),
        ] {
            try phone.run("plugin", "config", id, name, value).expect()
        }
        try phone.run("remind").expectQuietly(.empty)
        try phone.run("remind", "channel", "add", "command").expect()
        try phone.run("remind", "channel", "add", "email", "mia@example.org").expect()
        try phone.run("add", "Bins $(id)", "due:2026-11-21 18:00").expect()
        try phone.at("2026-11-21T17:00:00Z").run("remind").expect(stdout: "by email mia@example.org: Bins $(id)")
        let taken = try String(contentsOfFile: family.root.path + "/taken", encoding: .utf8)
        #expect(taken.contains(#""title":"Bins $(id)""#) && taken.contains("\nSubject: Bins $(id)\n"))
        #expect(taken.contains("\nTo: mia@example.org\n") && taken.contains("@reminders.hometask.invalid>\n"))
    }
}
