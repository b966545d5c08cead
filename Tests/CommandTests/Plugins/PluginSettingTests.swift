// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Settings declared by plugins")
struct PluginSettingTests {
    @Test(
        "Setting a bundled plugin's setting to an invalid value is refused",
        arguments: [
            WrongUse("position-fixed", "at", "200,300", status: 64, message: "‘200,300’", hint: "at 52.37,4.89"),
            WrongUse("position-fixed", "at", "52.37", status: 64, message: "‘52.37’", hint: "latitude"),
            WrongUse("position-fixed", "at", "90.5,4", status: 64, message: "like 52.37,4.89"),
            WrongUse("position-fixed", "at", "-91,4", status: 64, message: "‘-91,4’"),
            WrongUse("position-fixed", "at", "1,180.01", status: 64, message: "‘1,180.01’"),
            WrongUse("position-fixed", "accuracy", "far", status: 64, message: "a number from 0 to 20100000"),
            WrongUse("position-fixed", "near", "1,2", status: 64, message: "no setting ‘near’", hint: "at, accuracy"),
            WrongUse("position-gpsd", "port", "65536", status: 64, message: "a whole number from 1 to 65535"),
            WrongUse("position-gpsd", "port", "2.5", status: 64, message: "‘2.5’", hint: "port 2947"),
            WrongUse("email", "from", "home", status: 64, message: "‘home’", hint: "'Home <home@example.org>'"),
            WrongUse("email", "sendmail", "msmtp", status: 64, message: "‘msmtp’", hint: "full path"),
            WrongUse("command", "program", "remind-me", status: 64, message: "‘remind-me’", hint: "full path"),
            WrongUse("web", "ntfy-server", "ntfy.sh", status: 64, message: "‘ntfy.sh’", hint: "https://"),
            WrongUse("notify", "sound", "on", status: 64, message: "no setting ‘sound’", hint: "none"),
        ])
    func wrong(use: WrongUse) throws {
        let device = try Family().device
        try device.run(["plugin", "config"] + use.arguments).expect(
            status: use.status, stdout: .empty, stderr: .all([use.message, use.hint ?? .anything, "hint: "]))
        try device.run("plugin", "config", use.arguments[0], "--json").expectQuietly(.exactly("{}\n"))
    }

    @Test(
        "Every position notation that the plugin parses is accepted",
        arguments: ["52.37,4.89", " 52.37, 4.89 ", "52.37;4.89", "+52.37 4.89", "-33.9,18.4", "90,-180", "0,179.999"])
    func positions(text: String) throws {
        let device = try Family().device
        try device.run("plugin", "config", "position-fixed", "at", text).expectQuietly(
            "‘at’ of the plugin ‘position-fixed’ is now set")
        try device.run("position", "fixed").expectQuietly("(fixed)")
    }

    @Test("Settings are shown with their values; an obsolete setting can be unset")
    func shown() throws {
        let family = try Family()
        let device = family.device
        try device.run("plugin", "show", "position-fixed").expectQuietly(["Settings  at: The latitude", "accuracy: "])
        try device.run("plugin", "config", "position-fixed", "accuracy", "25").expectQuietly(
            "‘accuracy’ of the plugin ‘position-fixed’ is now set on this device.\n")
        try device.run("plugin", "config", "position-fixed").expectQuietly([
            "accuracy = 25", "at is not set: The latitude",
        ])
        try device.run("plugin", "config", "position-fixed", "old", "--unset").expectQuietly("is no longer set")
        try device.run("plugin", "config", "position-fixed", "at").expect(
            status: 1, stdout: .empty, stderr: ["‘at’ of the plugin", "hint: Set it with", "position-fixed at VALUE'"])
        try device.run("plugin", "config", "position-fixed", "at", "--json").expect(
            status: 1, stdout: .exactly("null\n"))
        for words in [["place"], ["place", "--json"], ["place", "25"]] {
            try device.run(["plugin", "config", "position-fixed"] + words).expect(
                status: 64, stdout: .empty,
                stderr: ["the plugin ‘position-fixed’ has no setting ‘place’", "hint: Settings: at, accuracy"])
        }
        try device.run("plugin", "config", "position-fixed", "accuracy", "25", "more").expect(status: 64)
        try device.run("plugin", "config", "position-fixed", "--odd").expect(
            status: 64, stderr: "'hometask plugin config' has no option --odd")
    }

    @Test("An installed plugin's settings are validated if it declares any, and unrestricted otherwise")
    func strangers() throws {
        let family = try Family()
        let device = family.device
        let program = PluginFolder.python("answer({})")
        let plugin = try PluginFolder(
            "blinds", in: family.root.path, program: program, offers: PluginFolder.command,
            needs: #"{},"settings":[{"name":"mode","summary":"The mode.","choices":["up","down"]}]"#)
        try device.install(plugin)
        try device.run("plugin", "config", "blinds", "mode", "left").expect(status: 64, stderr: "one of up, down")
        try device.run("plugin", "config", "blinds", "mode", "up").expectQuietly("is now set")
        let other = try PluginFolder("other", in: family.root.path, program: program, offers: PluginFolder.command)
        try device.install(other)
        try device.run("plugin", "config", "other", "anything", "at all").expectQuietly("is now set")
    }
}
