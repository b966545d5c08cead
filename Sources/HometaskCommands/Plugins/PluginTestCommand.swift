// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskPluginHost
import HometaskPluginProtocol
import HometaskTerminal

/// `hometask plugin test`: checks a plugin's conformance to the protocol.
struct PluginTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Test a plugin against the protocol.",
        discussion: """
            Starts the program in its usual sandbox, with an invented family. No real documents are read, and no \
            reminder is sent except to the address given with --channel and --to. The exit code is 1 if a check \
            fails.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Show the plugin's log afterwards.")
    var log = false

    @Option(help: ArgumentHelp("Also deliver reminders of an invented task on this channel.", valueName: "name"))
    var channel: String?

    @Option(help: ArgumentHelp("The address for these reminders.", valueName: "address"))
    var to: String?

    @Option(
        help: ArgumentHelp(
            "A setting of the plugin for the test; may be repeated.", valueName: "name=value"))
    var set: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            The time limit in seconds for the plugin to start, to send a message while it works, and to end \
            (default: 5, 3 and 2 seconds). Use more on a busy or slow machine.
            """, valueName: "seconds"))
    var timeout: Int?

    @Argument(help: "The plugin's folder, or its id.")
    var plugin: String

    func validate() throws {
        if to != nil, channel == nil {
            throw ValidationError("--to needs a channel: name it with --channel")
        }
        if let timeout, !(1...3600).contains(timeout) {
            throw ValidationError("--timeout must be a number of seconds from 1 to 3600, not ‘\(timeout)’")
        }
        if let word = set.first(where: { !$0.contains("=") }) {
            throw ValidationError("--set needs a name and a value, NAME=VALUE, not ‘\(word)’")
        }
    }

    private var settings: [String: String] {
        let pairs = set.map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
        return Dictionary(pairs.map { (String($0[0]), String($0[1])) }) { $1 }
    }

    func run() async throws {
        let environment = CommandEnvironment.running
        let output = environment.output(global)
        let host = try environment.pluginHost()
        let isBundled = host.bundled.contains { $0.id == plugin }
        let suite = try PluginConformance(
            isBundled ? plugin : host.folder(plugin, at: environment.place(plugin)), of: host,
            delivering: channel.map { PluginConformance.TestRecipient(channel: $0, address: to) }, settings: settings,
            timeout: timeout.map { $0 * 1000 })
        defer { suite.cleanUp() }
        if !showing.json {
            let place = suite.isSandboxed ? "in a sandbox" : "without a sandbox"
            try output.say("Trying \(suite.manifest.id) \(suite.manifest.version) \(place).")
        }
        let checks = try suite.tryAll { check in
            if !showing.json { try output.print([line(check, output.mode)]) }
        }
        if showing.json {
            try output.print(.array(checks.map { .object(json($0)) }))
        } else {
            try output.say(summary(checks))
        }
        for clash in suite.clashes where clash.other != nil || clash.member == "fields" {
            output.remark("On this machine \(ClashFormatter.sentence(clash, of: suite.manifest.id)).")
        }
        if log { for line in suite.log.split(separator: "\n") { output.remark(String(line)) } }
        if checks.contains(where: \.hasFailed) { throw ExitCode(ExitStatus.unsatisfied) }
    }

    private func line(_ check: ConformanceCheck, _ mode: ColorMode) -> String {
        let name = EscapedText.safe(check.name)
        switch check.outcome {
        case .passed: return "✔ \(name) (\(check.milliseconds) ms)"
        case .failed(let reason, let rule):
            let head = Style.bold.applied(to: "✘ \(name)", in: mode)
            return head + "\n    \(EscapedText.safe(reason))\n    See \(rule.words)."
        case .skipped(let reason):
            return Style.dim.applied(to: "- \(name): \(EscapedText.safe(reason.words))", in: mode)
        }
    }

    private func summary(_ checks: [ConformanceCheck]) -> String {
        let failed = checks.count(where: \.hasFailed)
        let skipped = checks.count(where: \.wasSkipped)
        return "\(checks.count - failed - skipped) passed, \(failed) failed, \(skipped) skipped"
    }

    private func json(_ check: ConformanceCheck) -> JSONObject {
        var object: JSONObject = ["name": .string(check.name), "milliseconds": .number(JSONNumber(check.milliseconds))]
        switch check.outcome {
        case .passed: object["outcome"] = "passed"
        case .failed(let reason, let rule):
            (object["outcome"], object["reason"]) = ("failed", .string(reason))
            object["rule"] = .string(rule.rawValue)
        case .skipped(let reason): (object["outcome"], object["reason"]) = ("skipped", .string(reason.words))
        }
        return object
    }
}

extension ConformanceCheck.SkipReason {
    fileprivate var words: String {
        switch self {
        case .noRecipient(let channel): "nothing is sent without --channel \(channel)"
        case .requiredOption(let name): "--\(name) must be given"
        case .requiredArgument(let name): "<\(name)> must be given"
        case .other(let words): words
        }
    }
}

extension ConformanceCheck {
    fileprivate var hasFailed: Bool { if case .failed = outcome { true } else { false } }
    fileprivate var wasSkipped: Bool { if case .skipped = outcome { true } else { false } }
}
