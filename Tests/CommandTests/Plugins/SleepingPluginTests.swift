// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Features of disabled plugins")
struct SleepingPluginTests {
    @Test("Requesting a disabled plugin's feature gives an error that names the plugin")
    func disabled() throws {
        let family = try Family()
        let device = family.device
        try device.install(
            try PluginFolder(
                "greeter", in: family.root.path, program: PluginFolder.python("answer({})"),
                offers: """
                    {"commands":[{"name":"greet","summary":"Greet."}],"views":[{"name":"faces","summary":"Show."}]}
                    """))
        for id in ["greeter", "csv"] { try device.run("plugin", "disable", id).expect() }
        for (words, plugin, what) in [
            (["greet"], "greeter", "which has the command ‘greet’"),
            (["greet", "--help"], "greeter", "which has the command ‘greet’"),
            (["view", "show", "faces"], "greeter", "which has the view ‘faces’"),
            (["export", "csv"], "csv", "which can export to ‘csv’"),
            (["import", "csv", "-"], "csv", "which can import ‘csv’"),
        ] {
            try device.run(words).expect(
                status: 77, stdout: .empty,
                stderr: [
                    "error: the plugin ‘\(plugin)’, \(what), is not enabled on this device",
                    "hint: 'hometask plugin enable \(plugin)' lets it run.",
                ])
        }
        try device.run("gret").expect(status: 64, stderr: "there is no command ‘gret’")
        try device.run("export", "cvs").expect(status: 66, stderr: "no plugin can export to ‘cvs’")
        try device.run("view", "show", "face").expect(status: 66)
    }

    @Test("Using a disabled plugin's field gives an error that names the plugin")
    func fields() throws {
        let family = try Family()
        let device = try NoisePlugin.enable(on: family.device)
        try device.run("add", "Drill", "--set", "loudness=3").expect()
        try device.run("plugin", "disable", "noise").expect()
        for word in ["loudness", "noise.loudness"] {
            try device.run("edit", "Drill", "--set", "\(word)=4").expect(
                status: 64,
                stderr: ["‘\(word)’ is a field of the plugin ‘noise’, which is not enabled", "plugin enable noise"])
        }
        for word in ["silence", "noise.silence", "other.loudness"] {
            try device.run("edit", "Drill", "--set", "\(word)=4").expect(
                status: 64, stderr: "no plugin that is enabled here has a field ‘\(word)’")
        }
    }
}
