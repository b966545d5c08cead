// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskTerminal

/// `hometask doctor`: checks the repository.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", _superCommandName: "hometask",
        abstract: "Check the family's repository, and repair it on request.",
        discussion: "The exit code is 1 if a problem remains.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var showing: ShowingOptions

    @Flag(help: "Repair what can be repaired without losing anything.")
    var repair = false

    func run() async throws {
        let session = try await FamilySession.open(global)
        let findings = try await FamilyExamination(session, repairs: repair).findings()
        if showing.json {
            try session.output.print(.array(findings.map(Self.json)))
        } else {
            try show(findings, session.output)
        }
        if findings.contains(where: { $0.severity == .problem }) { throw ExitCode(ExitStatus.unsatisfied) }
    }

    private func show(_ findings: [Finding], _ output: Output) throws {
        for finding in findings {
            let (mark, style) = Self.mark(of: finding.severity)
            let text = "\(finding.subject): \(finding.message)"
            let lines = TextWidth.wrapped(EscapedText.safe(text), to: max(20, output.width - 2))
            try output.print(
                lines.enumerated().map { index, line in
                    (index == 0 ? style.applied(to: mark, in: output.mode) : " ") + " " + line
                })
            if let hint = finding.hint, finding.severity != .fine {
                let lines = TextWidth.wrapped(EscapedText.safe(hint.text), to: max(20, output.width - 2))
                try output.print(lines.map { "  " + Style.dim.applied(to: $0, in: output.mode) })
            }
        }
        let problems = findings.filter { $0.severity == .problem }.count
        let advice = findings.filter { $0.severity == .advice }.count
        if problems == 0, advice == 0 {
            try output.say("No problems found.")
        } else if problems == 0 {
            try output.say("No problems, but see the advice above (\(SyncFormatter.count(advice, "point"))).")
        } else if repair {
            try output.say("\(SyncFormatter.count(problems, "problem")) left.")
        } else {
            try output.say(
                "\(SyncFormatter.count(problems, "problem")). 'hometask doctor --repair' repairs what can be repaired.")
        }
    }

    private static func mark(of severity: Finding.Severity) -> (String, Style) {
        switch severity {
        case .fine: ("✓", .green)
        case .advice: ("·", .yellow)
        case .problem: ("✗", .red)
        case .mended: ("✓", .cyan)
        }
    }

    /// Returns an object with `severity` (fine, advice, problem or mended), `subject`, `message` and `hint`.
    private static func json(_ finding: Finding) -> JSON {
        [
            "severity": .string(finding.severity.rawValue), "subject": .string(finding.subject),
            "message": .string(finding.message), "hint": finding.hint.map { .string($0.text) } ?? .null,
        ]
    }
}
