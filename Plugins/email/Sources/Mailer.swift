// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin
import HometaskProcess

/// The mail program of this machine, installed as `sendmail` by Postfix, Exim, OpenSMTPD, msmtp and others.
struct Mailer {
    /// The sender address of the messages.
    let from: MailAddress
    private let program: String

    init(_ session: PluginSession) throws {
        guard let text = session.setting("from") else {
            throw RPCError(
                .refused, "no sender is set for reminders by mail",
                hint: "Set it with 'hometask plugin config email from me@example.org'.")
        }
        guard let from = MailAddress(text) else {
            throw RPCError(
                .refused, "‘from’ should be an e-mail address, but is ‘\(text.prefix(100))’",
                hint: "Set it with 'hometask plugin config email from me@example.org'.")
        }
        self.from = from
        program = session.setting("sendmail") ?? "/usr/sbin/sendmail"
        guard program.hasPrefix("/") else {
            throw RPCError(
                .refused, "‘sendmail’ should be the full path of a program, but is ‘\(program.prefix(100))’",
                hint: "Set it with 'hometask plugin config email sendmail /usr/bin/msmtp'.")
        }
    }

    /// Passes a message to the mail program. The program reads the recipient from the message's header (`-t`), so that
    /// no address is passed as a command-line argument. A line with only a dot does not end the message (`-i`).
    ///
    /// The host ends all processes of a plugin together with the plugin, so the mail program must have delivered or
    /// queued the message when it exits.
    func send(_ message: MailMessage) throws {
        let run = ProgramRun(program, ["-t", "-i", "-oi"], environment: CurrentUser.environment())
        let outcome: ProgramRun.Outcome
        do throws(SystemError) {
            outcome = try run.run(message.bytes)
        } catch {
            throw RPCError(
                .refused, "\(program) cannot be started: \(error)",
                hint: "Install a mail program (msmtp-mta, postfix), or name one: "
                    + "'hometask plugin config email sendmail PATH'.")
        }
        if outcome.isSuccess { return }
        let complaint = outcome.complaint.map { ": \($0)" } ?? ""
        throw RPCError(Self.kind(outcome.code), "\(program) \(outcome.words)\(complaint)")
    }

    /// Returns `refused` for an exit code after which a retry is useless, otherwise `unavailable`. The codes are those
    /// of `sysexits.h` for a usage error, invalid data, an unknown user or host, and a configuration error.
    private static func kind(_ code: Int32?) -> RPCError.Code {
        [64, 65, 67, 68, 78].contains(code) ? .refused : .unavailable
    }
}
