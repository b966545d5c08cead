// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Required arguments of plugin commands", .waits)
struct SampleArgumentTests {
    private static let offers = """
        {"commands":[{"name":"work","summary":"Work.","options":[
          {"name":"how","summary":"How.","required":true,"choices":["well","badly"]},
          {"name":"count","summary":"How often.","required":true,"type":"integer"},
          {"name":"what","summary":"What.","required":true,"repeated":true},
          {"name":"loud","summary":"Loudly.","type":"flag"}],
          "arguments":[{"name":"whom","summary":"For whom.","required":true}]}]}
        """

    private func plugin(_ body: String, offers: String = offers) throws -> (Device, PluginFolder) {
        let device = try Device("alone", in: try TemporaryFolder())
        let program = PluginFolder.python(body)
        return (device, try PluginFolder("worker", in: device.home + "/sources", program: program, offers: offers))
    }

    @Test("'plugin test' makes up required arguments, so that commands with required arguments are tried, too")
    func made() throws {
        let right = "{'how': 'well', 'count': 1, 'what': ['trial']}"
        let (device, plugin) = try plugin(
            """
            if params.get("options") == \(right) and params.get("arguments") == ["trial"]: os._exit(3)
            answer({})
            """)
        try device.run("plugin", "test", "--timeout", "60", plugin.path).expect(
            status: 1, stdout: "✘ it runs the command ‘work’ in a family without documents")
    }

    @Test("Refusing the made-up arguments is no failure; a required file cannot be made up")
    func refused() throws {
        let refusal = "send(id=message['id'], error={'code': -32602, 'message': 'no such what'})"
        let (device, picky) = try plugin(refusal)
        try device.run("plugin", "test", "--timeout", "60", picky.path).expect(
            status: 1,
            stdout: ["it does not accept the sample arguments: no such what", .lacks("✘ it runs the command")])
        let offers =
            #"{"commands":[{"name":"work","summary":"Work.","options":[{"name":"from","summary":"From.","required":true,"type":"file"}]}]}"#
        let (other, reader) = try plugin("os._exit(3)", offers: offers)
        try other.run("plugin", "test", "--timeout", "60", reader.path).expect(
            status: 1, stdout: ["--from must be given", .lacks("✘ it runs the command")])
        let (third, wrong) = try plugin(refusal, offers: PluginFolder.command)
        try third.run("plugin", "test", "--timeout", "60", wrong.path).expect(
            status: 1, stdout: "✘ it runs the command")
    }

    @Test("Help says which arguments are required and which may be repeated")
    func help() throws {
        let family = try Family()
        let (alone, plugin) = try plugin("answer({})")
        try family.device.install(plugin)
        try alone.run("plugin", "list").expect()
        try family.device.with(["COLUMNS": "100"]).run("work", "--help").expectQuietly([
            "USAGE: hometask work --how <text> --count <integer> --what <text> [options] <whom>",
            "What. Required. May be repeated.", "How. (well, badly) Required.",
        ])
        let narrow = try family.device.with(["COLUMNS": "40"]).run("work", "--help").expectQuietly("--what <text>")
        #expect(narrow.lines.allSatisfy { $0.count <= 40 }, "\(narrow)")
    }
}
