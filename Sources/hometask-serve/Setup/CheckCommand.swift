// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskHTTP
import HometaskKit
import HometaskPlatform
import HometaskSignIn
import HometaskTerminal

/// `hometask serve check`: checks that phones can use the page.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Checks that phones can use the page at the server's address.",
        usage: "hometask serve check [OPTIONS]",
        discussion: "The exit code is 1 if a problem was found. 'hometask doctor' does the same.")

    @OptionGroup var options: FamilyOptions

    @Option(help: "Where phones find the server, if not where it ran last.", transform: ServerAddress.reading)
    var url: ServerAddress?

    @Flag(help: "Prints JSON.")
    var json = false

    func run() async throws {
        let findings = try await findings()
        if json {
            Console.writeJSON(JSON.array(findings.map(Self.json)).canonicalText)
        } else if findings.isEmpty {
            Console.say("The server has never run for this family: 'hometask setup' sets it up.")
        } else {
            Self.show(findings)
        }
        if findings.contains(where: { $0.severity == .problem }) { throw ExitCode(1) }
    }

    /// Returns what was found at the addresses of the families; nothing if the server has never run for them.
    private func findings() async throws -> [Finding] {
        let state = try options.stateFolder()
        var addresses = url.map { [$0] } ?? []
        if url == nil, access(state + "/phones.sqlite", F_OK) == 0 {
            let phones = try options.phones()
            for family in try await options.families(phones) {
                addresses += try await phones.address(of: family.id).flatMap { ServerAddress($0) }.map { [$0] } ?? []
            }
        }
        var findings: [Finding] = []
        for address in Set(addresses).sorted(by: { "\($0)" < "\($1)" }) {
            findings += await PageCheck(address: address, authority: HomeAuthority(in: state)).findings()
        }
        return findings
    }

    /// Prints findings as `hometask doctor` does.
    static func show(_ findings: [Finding]) {
        let marks: [Finding.Severity: String] = [.fine: "✓", .advice: "·", .problem: "✗", .mended: "✓"]
        for finding in findings {
            Console.say(Console.indented("\(marks[finding.severity] ?? "") ", "\(finding.subject): \(finding.message)"))
            if let hint = finding.hint { Console.say(Console.indented("  ", ErrorReport.text(of: hint))) }
        }
    }

    private static func json(_ finding: Finding) -> JSON {
        [
            "severity": .string(finding.severity.rawValue), "subject": .string(finding.subject),
            "message": .string(finding.message),
            "hint": finding.hint.map { .string(ErrorReport.text(of: $0)) } ?? .null,
        ]
    }
}
