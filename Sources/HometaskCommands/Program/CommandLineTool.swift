// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskProcess
import HometaskQueries
import HometaskReminders
import HometaskReplica
import HometaskTerminal

/// The `hometask` command as a whole: arguments in, text and an exit code out.
public enum CommandLineTool {
    /// The program's version, as `hometask --version` prints it.
    public static var version: String { ProgramVersion.text }

    /// The options that every command has.
    private static let options: Set = ["color", "directory", "help"]

    /// The names that no plugin can have, by the members of `offers` in a `plugin.json`.
    public static var ownNames: [String: Set<String>] {
        [
            "commands": HometaskCommand.ownNames, "channels": [MemberChannel.terminalName],
            "fields/task": Set(QueryField.allCases.flatMap { [$0.name] + $0.aliases })
                .union(TaskOrder.keys.split(separator: ", ").map(String.init)),
            "fields/family": Set(Setting.allCases.map(\.rawValue)),
            "options/commands": options, "options/views": options,
            "options/exporters": options.union(["json", "keep-home", "output"]),
            "options/importers": options.union(["dry-run", "json", "yes"]),
        ]
    }

    /// Returns whether this user lets plugins run only in a sandbox, or not at all. Also true if the user's settings
    /// cannot be read.
    public static func requiresSandbox(_ variables: [String: String]) -> Bool {
        guard let settings = try? UserSettings.load(variables) else { return true }
        return settings.values[Setting.pluginSandbox.rawValue].map { $0 != "wanted" } ?? false
    }

    /// Decodes the words of a command line.
    ///
    /// - Returns: also an exit code if the system does not tell the words, or if a word is not valid UTF-8, which is
    ///   reported because decoding changes the word.
    public static func arguments(_ words: [[UInt8]]) -> (texts: [String], status: Int32?) {
        if let obstacle = ProgramArguments.obstacle {
            let report = ErrorReport(ReplicaError(.notConfigured, obstacle.message, hint: "\(obstacle.hint)"))
            StandardError.writeText(report.text)
            return ([], report.status)
        }
        let texts = words.map { String(decoding: $0, as: UTF8.self) }
        guard let place = words.indices.first(where: { String(validating: words[$0], as: UTF8.self) == nil }) else {
            return (texts, nil)
        }
        let report = ErrorReport(
            UsageError(
                "‘\(texts[place])’ is not text in UTF-8",
                hint: "Nothing was changed. Have the terminal, or the program that starts this one, use UTF-8."))
        StandardError.writeText(report.text)
        return (texts, report.status)
    }

    /// Runs one command.
    ///
    /// - Parameters:
    ///   - arguments: the words after the program's name.
    ///   - environment: the environment to run in.
    /// - Returns: the exit code.
    public static func run(_ arguments: [String], in environment: CommandEnvironment) async -> Int32 {
        await CommandEnvironment.$current.withValue(environment) {
            let hooks = PendingHooks()
            let upkeep = PendingUpkeep()
            do {
                let status = try await PendingHooks.$current.withValue(hooks) {
                    try await PendingUpkeep.$current.withValue(upkeep) {
                        try await run(CommandPath(in: arguments), environment)
                    }
                }
                try await hooks.finish()
                upkeep.begin(in: environment)
                return status
            } catch is BrokenPipe {
                try? await hooks.finish()
                return ExitStatus.success
            } catch {
                try? await hooks.finish()
                let report = ErrorReport(error)
                if report.isAnswer {
                    try? StandardOutput.writeText(report.text)
                } else {
                    StandardError.writeText(report.text)
                }
                return report.status
            }
        }
    }

    /// Runs the command named by a command line.
    private static func run(_ path: CommandPath, _ environment: CommandEnvironment) async throws -> Int32 {
        let words = path.words
        if let (name, rest) = PluginRun.call(in: path) {
            if let run = try PluginRun(named: name, in: environment) { return try await run.run(rest) }
            try PluginRun.refuseDisabled(name, environment)
        }
        if try FormatHelp.showsHelp(words, environment) { return ExitStatus.success }
        if let request = try GuideRequest(path) {
            try request.show(environment)
            return ExitStatus.success
        }
        if let mistyped = MistypedCommand(in: path) { throw mistyped.error }
        if let repeated = RepeatedOption(in: path) { throw repeated.error }
        var command = try await parse(words, path)
        if isHelp(command) || isGroup(command) {
            try HelpRenderer(path).show(environment)
        } else if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
        return ExitStatus.success
    }

    /// Parses the words. A command found by its name is parsed alone, which takes half the time. If that fails, or help
    /// is requested, the root command, which knows all others, parses the words and reports the error.
    private static func parse(_ words: [String], _ path: CommandPath) async throws -> any ParsableCommand {
        if let name = words.first, let type = HometaskCommand.subcommand(named: name),
            let command = try? await parse(Array(words.dropFirst()), as: type), !isHelp(command)
        {
            return command
        }
        do {
            let command = try await parse(words, as: HometaskCommand.self)
            if isHelp(command), let misread = NegativeWord(in: words), !asksForHelp(words) {
                throw misread.error
            }
            return command
        } catch {
            try refuseDescription(words, path)
            if isAnswer(error) { throw error }
            if let misread = NegativeWord(in: words) { throw misread.error }
            throw ParserFault(HometaskCommand.message(for: error), path)?.error ?? error
        }
    }

    /// Refuses the parser's experimental option to describe commands in JSON: `standins.c` leaves out its encoder.
    private static func refuseDescription(_ words: [String], _ path: CommandPath) throws {
        let option = "--experimental-dump-help"
        guard words.prefix(while: { $0 != "--" }).contains(where: { $0 == option || $0.hasPrefix("\(option)=") })
        else { return }
        throw ParserFault("Unknown option '\(option)'", path)?.error ?? UsageError("there is no option \(option)")
    }

    /// Parses the words as a command of the given type. The parser's asynchronous function is preferred: in debug
    /// builds, the synchronous one searches the whole command for asynchronous completions.
    private static func parse(
        _ words: [String], as type: any ParsableCommand.Type
    ) async throws -> any ParsableCommand {
        guard let type = type as? any AsyncParsableCommand.Type else { return try type.parseAsRoot(words) }
        return try await type.asyncParseAsRoot(words)
    }

    /// Returns whether the command only shows help: the parser returns such a command for any `-h`, even for the one in
    /// `-1h`.
    private static func isHelp(_ command: any ParsableCommand) -> Bool {
        type(of: command).configuration.commandName == "help"
    }

    /// Returns whether the command is a group, without a subcommand named by the user.
    private static func isGroup(_ command: any ParsableCommand) -> Bool {
        !type(of: command).configuration.subcommands.isEmpty
    }

    /// Returns whether the parser's error is output that the user asked for: the version.
    private static func isAnswer(_ error: any Error) -> Bool { HometaskCommand.exitCode(for: error) == .success }

    private static func asksForHelp(_ arguments: [String]) -> Bool {
        arguments.contains { ["-h", "--help", "-help"].contains($0) }
    }
}
