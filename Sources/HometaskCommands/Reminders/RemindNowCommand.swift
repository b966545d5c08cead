// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `hometask remind now`, and `hometask remind` alone: sends the reminders that are due.
struct RemindNowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "now",
        abstract: "Send the reminders that are due; the default of 'remind'.",
        discussion: """
            Sends reminders that fell due since the last run, one message per task, and none twice; a reminder that \
            cannot be sent stays due and is tried again later. Reminders that fell due before the first run on this \
            device are not sent, except for a nag of an overdue task. Tasks that are done, deleted, hidden or \
            blocked cause no reminders.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Keep running, and send each reminder when it is due, until interrupted.")
    var watch = false

    @Flag(help: "Show what would be sent now, without sending it.")
    var dryRun = false

    @Flag(help: "Do not send reminders to the terminal; for timers.")
    var unattended = false

    @Flag(help: "Send reminders from a systemd user timer from now on.")
    var install = false

    @Flag(help: "With --install: use a line in your crontab instead.")
    var crontab = false

    @Option(help: ArgumentHelp("With --install: the interval, such as 5m or 1h.", valueName: "length"))
    var every: String?

    @Flag(help: "Remove the timer and the crontab line of --install.")
    var uninstall = false

    func validate() throws {
        let modes = [("--watch", watch), ("--dry-run", dryRun), ("--install", install), ("--uninstall", uninstall)]
        let chosen = modes.filter(\.1).map(\.0)
        if chosen.count > 1 { throw ValidationError("\(chosen[0]) and \(chosen[1]) cannot be used together") }
        if !install, crontab || every != nil {
            throw ValidationError("\(crontab ? "--crontab" : "--every") needs --install")
        }
        if showing.json, watch || install || uninstall {
            throw ValidationError("--json and \(chosen[0]) cannot be used together")
        }
    }

    func run() async throws {
        let session = try await FamilySession.open(global)
        if install { return try TimerInstallation(session).install(every: every, usesCrontab: crontab) }
        if uninstall { return try TimerInstallation(session).uninstall() }
        let run = ReminderRun(session, isUnattended: unattended, isJSON: showing.json)
        if watch { return try await ReminderWatch(run).watch() }
        if dryRun { return try await run.show() }
        let report = try await run.send()
        if report.isIdle, !unattended, !showing.json, session.environment.isOutputTerminal {
            try session.output.say("No reminders are due. \(run.words(next: report.next))")
        }
        if report.status != ExitStatus.success { throw ExitCode(report.status) }
    }
}
