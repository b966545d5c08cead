// SPDX-License-Identifier: Apache-2.0

import HometaskPlugin
import HometaskProcess

/// The mail program of this machine: what Postfix, Exim, OpenSMTPD, msmtp and others install as `sendmail`.
struct Mailer {
    /// Who the mails come from.
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

    /// Hands a message over. Whom it is for the mail program reads from the message's head (`-t`), so that no address
    /// is ever a word of a command line; a line with a dot alone is not an end (`-i`).
    ///
    /// The program does not bear this process's mark: one that continues delivering after it is doing its work.
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

    /// Whether trying again may help. The codes are those of `sysexits.h`: a wrong use, data or name of a user or host,
    /// and a wrong setting, stay wrong.
    private static func kind(_ code: Int32?) -> RPCError.Code {
        [64, 65, 67, 68, 78].contains(code) ? .refused : .unavailable
    }
}
