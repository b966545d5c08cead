// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPlatform
import HometaskProcess
import HometaskReminders
import HometaskReplica
import HometaskTerminal
import HometaskTime

/// Installs automatic reminders on this machine: a systemd timer of the user, or a line in the crontab.
struct TimerInstallation {
    private let session: FamilySession
    private let environment: CommandEnvironment
    /// The default interval, in minutes.
    private static let usualMinutes = 5

    init(_ session: FamilySession) {
        self.session = session
        environment = session.environment
    }

    /// Installs the timer or the crontab line, replacing an earlier one.
    func install(every: String?, usesCrontab: Bool) throws {
        let minutes = try every.map(Self.minutes) ?? Self.usualMinutes
        let program = try Self.program()
        for path in [program, session.replica.folder] where path.unicodeScalars.contains(where: { $0.value < 0x20 }) {
            throw ReplicaError(
                .invalidRequest, "a timer cannot run a program in a folder with control characters in its name",
                hint: "Rename the folder.")
        }
        if usesCrontab {
            try Crontab(name, environment).install(
                program: program, folder: session.replica.folder, minutes: minutes)
            try session.output.say("A line in your crontab sends reminders every \(Self.words(minutes)).")
        } else {
            try installTimer(program, minutes)
        }
        try warn()
    }

    /// Removes both the timer and the crontab line.
    func uninstall() throws {
        let hadTimer = try SystemdTimer(name, environment).uninstall()
        let hadLine = try Crontab(name, environment).uninstall()
        switch (hadTimer, hadLine) {
        case (true, true): try session.output.say("Removed the timer and the line in your crontab.")
        case (true, false): try session.output.say("Removed the timer.")
        case (false, true): try session.output.say("Removed the line in your crontab.")
        case (false, false): try session.output.say("Nothing was installed for this family.")
        }
    }

    private func installTimer(_ program: String, _ minutes: Int) throws {
        let timer = SystemdTimer(name, environment)
        let failed = try timer.install(program: program, folder: session.replica.folder, minutes: minutes)
        guard let failed else {
            return try session.output.say("A systemd user timer sends reminders every \(Self.words(minutes)).")
        }
        throw ReplicaError(
            .unreachable, "the timer was written to \(timer.path), but does not run: \(failed)",
            hint:
                "If systemd runs for your user, start it with '\(timer.commands.joined(separator: " && "))'. Otherwise use 'hometask remind --install --crontab'; 'hometask remind --uninstall' removes it."
        )
    }

    /// Prints a note if no reminder would ever be sent.
    private func warn() throws {
        let members = session.directory.activeMembers
        let hasChannel = members.contains { $0.channels.contains { $0.name != MemberChannel.terminalName } }
        if hasChannel { return }
        session.output.remark(
            "note: all reminders go to the terminal, which a timer does not use: add another channel with 'hometask remind channel add'"
        )
    }

    /// The name of the installed unit or line; each family has its own.
    private var name: String {
        "hometask-remind-\(session.directory.family.map { String($0.id.description.prefix(8)) } ?? "family")"
    }

    /// Returns an interval that a crontab can express: whole minutes that divide an hour, or whole hours that divide a
    /// day.
    private static func minutes(_ text: String) throws -> Int {
        let length = ISODuration(words: text)
        let seconds = length?.approximateSeconds ?? 0
        let minutes = Int(seconds / 60)
        let isRegular = minutes < 60 ? minutes > 0 && 60 % minutes == 0 : minutes % 60 == 0 && 1_440 % minutes == 0
        guard isRegular, seconds % 60 == 0 else {
            throw UsageError(
                "‘\(text)’ is not an interval that divides an hour or a day evenly",
                hint: "Use 1m, 5m, 15m, 1h or 6h, for example.")
        }
        return minutes
    }

    private static func words(_ minutes: Int) -> String {
        let isHours = minutes >= 60
        return switch (isHours ? minutes / 60 : minutes, isHours) {
        case (1, true): "hour"
        case (1, false): "minute"
        case (let count, true): "\(count) hours"
        case (let count, false): "\(count) minutes"
        }
    }

    /// Returns the path of this program.
    private static func program() throws -> String {
        guard let path = ProgramPath.own else {
            throw ReplicaError(
                .inputOutput, "cannot determine the path of hometask: \(String(cString: strerror(errno)))")
        }
        return path
    }
}
