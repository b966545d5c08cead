// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskPluginHost
import HometaskPluginProtocol

/// A command that a plugin offers: `hometask NAME …`.
struct PluginRun {
    let environment: CommandEnvironment
    let host: PluginHost
    let plugin: UsablePlugin
    let offer: PluginOffer

    /// Finds the command with a name; nil if no plugin that may run offers it.
    ///
    /// - Throws: `PluginHostError` if the user's decisions about which plugins may run cannot be read.
    init?(named name: String, in environment: CommandEnvironment) throws {
        guard let host = try environment.decidedPlugins(),
            let found = host.offering(name, \.commands) ?? host.offering(name.lowercased(), \.commands)
        else { return nil }
        self.environment = environment
        self.host = host
        (plugin, offer) = found
    }

    /// Returns the name and the words of a possible plugin command: the program itself has no command with that name.
    static func call(in path: CommandPath) -> (name: String, rest: [String])? {
        guard path.type == nil, let name = path.names.first else { return nil }
        return (name, Array(path.words.dropFirst()))
    }

    /// Throws an error if the command belongs to a plugin that is not enabled.
    static func refuseDisabled(_ name: String, _ environment: CommandEnvironment) throws {
        guard let plugin = environment.plugins()?.disabled(name, \.commands) else { return }
        throw FormatHelp.disabled(plugin, "which has the command ‘\(name)’")
    }

    /// Runs the command.
    ///
    /// - Returns: the exit code.
    func run(_ words: [String]) async throws -> Int32 {
        let title = "hometask \(offer.name)"
        let (global, words) = try globalOptions(words)
        if words.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
            try FormatHelp.help(offer, called: title, by: plugin, environment: environment)
            return ExitStatus.success
        }
        // If the plugin has an option with this name, it takes precedence.
        let isSure = !offer.options.contains { $0.name == "yes" } && words.prefix { $0 != "--" }.contains("--yes")
        let read = try OfferParser(
            isSure ? Self.without("--yes", in: words) : words, of: offer, called: title)
        try read.checkArguments()
        let session = try await FamilySession.open(global)
        let request = PluginRequest(
            plugin: plugin, method: PluginMethod.runCommand,
            params: [
                "name": .string(offer.name), "options": .object(read.options),
                "arguments": .array(read.rest.map { .string($0) }),
            ],
            sink: OutputSink(environment))
        let reply = try await session.plugins.ask(request, of: host)
        if !reply.proposed.isEmpty {
            let tally = try await session.proposals.makeChanges(
                reply.proposed, of: plugin, host: host, command: offer.name, called: title,
                mode: isSure ? .confirmed : .asking)
            session.output.remark("\(plugin.id): \(tally.words).")
        }
        // The schema of the protocol limits the status to 125.
        return Int32(clamping: reply.result["status"]?.intValue ?? 0)
    }

    /// Returns the words without an option, up to `--`.
    private static func without(_ option: String, in words: [String]) -> [String] {
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return words[..<end].filter { $0 != option } + words[end...]
    }

    /// Removes the global options from the words.
    private func globalOptions(_ words: [String]) throws -> (GlobalOptions, [String]) {
        var own: [String] = []
        var rest: [String] = []
        var words = words[...]
        while let word = words.popFirst() {
            if word == "--" {
                rest.append(word)
                rest += words
                break
            }
            if ["-C", "--directory", "--color"].contains(word) {
                own.append(word)
                if let value = words.popFirst() { own.append(value) }
            } else if word.hasPrefix("-C") || word.hasPrefix("--directory=") || word.hasPrefix("--color=") {
                own.append(word)
            } else {
                rest.append(word)
            }
        }
        return (try GlobalOptions.parse(own), rest)
    }
}
