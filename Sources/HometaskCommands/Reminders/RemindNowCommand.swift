// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask remind now`, and `hometask remind` alone: sends the reminders that are due.
struct RemindNowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "now",
        abstract: "Send the reminders that are due; the command that 'remind' alone is.",
        discussion: """
            What fell due while nobody looked is sent now, one message a task, and nothing is sent twice; what cannot be \
            sent stays due, and is tried again later. What fell due before this device first looked is not sent, but a task \
            that nags and is overdue is told of. Nobody is reminded of what is done, deleted, hidden or blocked.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Stay, and send each reminder when it falls due, until interrupted.")
    var watch = false

    @Flag(help: "Show what would be sent now, and send nothing.")
    var dryRun = false

    @Flag(help: "Leave reminders for the terminal to whoever sits at one; for timers.")
    var unattended = false

    @Flag(help: "Let this machine send reminders from now on, by a systemd timer of yours.")
    var install = false

    @Flag(help: "With --install: by a line in your crontab instead.")
    var crontab = false

    @Option(help: ArgumentHelp("With --install: how often to look, such as 5m or 1h.", valueName: "length"))
    var every: String?

    @Flag(help: "Take back what --install did, both the timer and the line.")
    var uninstall = false

    func validate() throws {
        let modes = [("--watch", watch), ("--dry-run", dryRun), ("--install", install), ("--uninstall", uninstall)]
        let chosen = modes.filter(\.1).map(\.0)
        if chosen.count > 1 { throw ValidationError("\(chosen[0]) and \(chosen[1]) contradict each other") }
        if !install, crontab || every != nil {
            throw ValidationError("\(crontab ? "--crontab" : "--every") is for --install")
        }
        if showing.json, watch || install || uninstall {
            throw ValidationError("--json does not go with \(chosen[0])")
        }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        if install { return try TimerInstallation(session).install(every: every, usesCrontab: crontab) }
        if uninstall { return try TimerInstallation(session).uninstall() }
        let run = ReminderRun(session, isUnattended: unattended, isJSON: showing.json)
        if watch { return try await ReminderWatch(run).watch() }
        if dryRun { return try await run.show() }
        let status = try await run.send().status
        if status != ExitStatus.success { throw ExitCode(status) }
    }
}
