// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin
import HometaskProcess

/// The program in this device's settings. The family's documents never decide which program runs: the program only
/// receives a channel's address as data.
struct ConfiguredProgram {
    let path: String

    init(_ session: PluginSession) throws {
        guard let path = session.setting("program") else {
            throw RPCError(.refused, "no program is set for reminders", hint: Self.hint)
        }
        guard path.hasPrefix("/") else {
            throw RPCError(
                .refused, "‘program’ should be the full path of a program, but is ‘\(path.prefix(100))’",
                hint: Self.hint)
        }
        self.path = path
    }

    private static let hint = "Set it with 'hometask plugin config command program /home/mia/bin/remind-me'."

    /// The maximum number of bytes of the title or body in an environment variable; the system limits their size.
    /// Standard input has the full text.
    private static let longestVariable = 32 << 10

    /// Runs the program for a reminder.
    func runProgram(_ delivery: Delivery, _ call: Call) throws {
        var environment = CurrentUser.environment(passing: [
            "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY", "HOMETASK_PLUGIN",
        ])
        environment["HOMETASK_TITLE"] = Self.variable(delivery.title)
        environment["HOMETASK_BODY"] = Self.variable(delivery.body)
        let run = ProgramRun(path, [], environment: environment)
        let outcome: ProgramRun.Outcome
        do throws(SystemError) {
            outcome = try run.run(Self.message(delivery).compactBytes() + [UInt8(ascii: "\n")])
        } catch {
            throw RPCError(.refused, "\(path) cannot be started: \(error)", hint: Self.hint)
        }
        if outcome.isSuccess { return }
        let complaint = outcome.complaint.map { ": \($0)" } ?? ""
        throw RPCError(.unavailable, "\(path) \(outcome.words)\(complaint)")
    }

    /// Returns the reminder as a JSON object for the program's standard input.
    static func message(_ delivery: Delivery) -> JSONObject {
        var message: JSONObject = [
            "id": .string(delivery.id), "title": .string(delivery.title), "body": .string(delivery.body),
        ]
        message["address"] = delivery.address.map { .string($0) }
        message["task"] = delivery.task.map { .string($0.description) }
        message["member"] = delivery.member.map { .string($0.description) }
        message["due"] = delivery.due.map { .string($0) }
        return message
    }

    /// Returns a string for an environment variable: without NUL characters, and truncated if it is too long.
    private static func variable(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        var bytes = 0
        for scalar in text.unicodeScalars where scalar.value != 0 {
            bytes += UTF8.width(scalar)
            if bytes > longestVariable { break }
            kept.append(scalar)
        }
        return String(kept)
    }
}
