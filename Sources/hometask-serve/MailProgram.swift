// SPDX-License-Identifier: Apache-2.0

import HometaskHTTP
import HometaskKit
import HometaskProcess
import HometaskSignIn

/// Sends emails with `hometask remind channel send`, which runs the enabled email plugin in its sandbox.
struct MailProgram: MemberMailer {
    private let path: String
    private let environment: [String: String]

    /// Finds `hometask` beside this program or in the PATH; returns nil if there is none.
    static func find() -> MailProgram? {
        let environment = EnvironmentVariables.all
        return ProgramPath.findBesideOwn("hometask", in: environment).map { path in
            MailProgram(path: path, environment: environment)
        }
    }

    /// Checks that emails can be sent for a family.
    ///
    /// - Throws: ``ServiceFault`` if the channel `email` is not enabled, or lacks a setting.
    func check(_ family: String) async throws(ServiceFault) {
        try await run(["--dry-run"], in: family, with: [])
    }

    func send(_ mail: InvitationMail, to member: DocumentID, of family: String) async throws(ServiceFault) {
        // Neither the text nor the address is passed as an argument, which other users of this machine could see.
        try await run(["--member-address", "--for", "#\(member)"], in: family, with: Array(mail.text.utf8))
    }

    private func run(_ words: [String], in family: String, with input: [UInt8]) async throws(ServiceFault) {
        var run = ProgramRun(
            path, ["remind", "channel", "send", "email"] + words + ["-C", family], environment: environment)
        run.patience = 70_000
        run.folder = "/"
        guard let outcome = await run.outcome(of: input) else {
            throw ServiceFault("the program hometask cannot be started")
        }
        guard outcome.isSuccess else { throw ServiceFault(Self.reason(outcome)) }
    }

    /// Returns the message in `error: MESSAGE`, without the hint that follows.
    private static func reason(_ outcome: ProgramRun.Outcome) -> String {
        let lines = String(decoding: outcome.errors.prefix(2000), as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("error: ") }) else { return "hometask \(outcome.words)" }
        return Console.safe(String(line.dropFirst("error: ".count)))
    }
}
