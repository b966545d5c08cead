// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Reminders from a timer")
struct RemindInstallTests {
    let family: Family
    let phone: Device
    private let tools: String

    /// A device whose systemctl and crontab record their arguments.
    init() throws {
        family = try Family()
        tools = try family.root.folder("tools")
        let path = family.device.environment["PATH"] ?? "/usr/bin:/bin"
        phone = family.device.with(["PATH": "\(tools):\(path)"])
        try tool("systemctl", "echo \"$@\" >> '\(tools)/asked'")
        try tool(
            "crontab",
            """
            if [ "$1" = -l ]; then
              [ -e '\(tools)/table' ] || { echo 'no crontab for mia' >&2; exit 1; }
              cat '\(tools)/table'
            else cat > '\(tools)/table'; fi
            """)
    }

    private func tool(_ name: String, _ script: String) throws {
        let path = "\(tools)/\(name)"
        try ProgramFile.write("#!/bin/sh\n\(script)\n", to: path)
    }

    private func text(_ name: String) -> String {
        (try? String(contentsOfFile: "\(tools)/\(name)", encoding: .utf8)) ?? ""
    }

    private var units: String { phone.home + "/.config/systemd/user" }

    private func unit(_ ending: String) throws -> (name: String, text: String) {
        let name = try #require(
            try FileManager.default.contentsOfDirectory(atPath: units).first { $0.hasSuffix(ending) })
        return (name: name, text: try String(contentsOfFile: "\(units)/\(name)", encoding: .utf8))
    }

    @Test("--install writes a timer and its service and starts the timer; --uninstall removes both")
    func timer() throws {
        try phone.run("remind", "--install").expect(
            stdout: "A systemd user timer sends reminders every 5 minutes.", stderr: "all reminders go to the terminal")
        let (timer, service) = (try unit(".timer"), try unit(".service"))
        #expect(timer.name.hasPrefix("hometask-remind-") && timer.text.contains("OnUnitInactiveSec=5min\n"))
        #expect(service.text.contains(" remind --unattended -C \"\(phone.folder)\"\n"))
        #expect(service.text.contains("ExecStart=\"/"))
        #expect(
            text("asked") == """
                --user daemon-reload
                --user enable --now \(timer.name)
                --user restart \(timer.name)

                """)
        try phone.run("remind", "--install", "--every", "1h").expect(stdout: "every hour.")
        #expect(try unit(".timer").text.contains("OnUnitInactiveSec=60min\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: units).count == 2)
        try phone.run("remind", "--uninstall").expectQuietly("Removed the timer.")
        #expect(try FileManager.default.contentsOfDirectory(atPath: units).isEmpty)
        #expect(text("asked").hasSuffix("--user disable --now \(timer.name)\n--user daemon-reload\n"))
        try phone.run("remind", "--uninstall").expectQuietly("Nothing was installed for this family.")
        try phone.expectClean()
    }

    @Test("If the timer cannot be started, the error says what was written, what failed and what to run")
    func withoutSystemd() throws {
        try tool("systemctl", "[ \"$2\" != enable ] || exit 1")
        try phone.run("remind", "--install").expect(
            status: 69, stdout: .empty,
            stderr: [
                "the timer was written to \(units)/hometask-remind-", "'systemctl --user enable --now hometask-remind-",
                "ended with the exit code 1", "hint: If systemd runs", "--crontab", "--uninstall",
            ])
        #expect(try unit(".timer").text.contains("[Timer]"))
        try tool("systemctl", "exit 127")
        try phone.run("remind", "--install").expect(status: 69, stderr: "the program systemctl is not installed")
        try phone.run("remind", "--uninstall").expectQuietly("Removed the timer.")
    }

    @Test("--crontab adds one line, keeps existing lines, and quotes characters special to the shell or cron")
    func crontab() throws {
        var odd = phone
        odd.folder = family.root.path + "/it's 100% ours"
        try FileManager.default.moveItem(atPath: phone.folder, toPath: odd.folder)
        try "# mine\n0 3 * * * backup % now".write(toFile: "\(tools)/table", atomically: true, encoding: .utf8)
        try odd.run("remind", "--install", "--crontab", "--every", "15m").expect(stdout: "every 15 minutes.")
        try odd.run("remind", "--install", "--crontab", "--every", "2h").expect(stdout: "every 2 hours.")
        let lines = text("table").split(separator: "\n").map(String.init)
        try #require(lines.count == 3)
        #expect(lines[..<2] == ["# mine", "0 3 * * * backup % now"])
        #expect(lines[2].hasPrefix("0 */2 * * * ") && lines[2].contains(" # hometask-remind-"))
        #expect(lines[2].contains(#"remind --unattended -C '\#(family.root.path)/it'\''s 100\% ours' >/dev/null"#))
        try odd.run("remind", "--uninstall").expectQuietly("Removed the line in your crontab.")
        #expect(text("table") == "# mine\n0 3 * * * backup % now\n")
    }

    @Test("A user without a crontab gets a crontab with one line")
    func emptyTable() throws {
        try phone.run("remind", "--install", "--crontab").expect()
        #expect(text("table").hasPrefix("*/5 * * * * /") && text("table").split(separator: "\n").count == 1)
    }

    @Test("The command in the crontab line runs in a shell")
    func runs() throws {
        try phone.run("remind", "--install", "--crontab").expect()
        let line = text("table").split(separator: " ", maxSplits: 5)[5]
        let outcome = try RunningProgram(
            "sh", ["-c", String(line)], environment: phone.environment, folder: "/", input: ""
        ).finish()
        #expect(outcome.status == 0 && outcome.stdout.isEmpty && outcome.stderr.isEmpty, "\(outcome)")
    }

    @Test(
        "Invalid combinations and intervals are refused",
        arguments: [
            WrongUse("remind", "--install", "--every", "7m", status: 64, message: "‘7m’", hint: "5m"),
            WrongUse("remind", "--install", "--every", "soon", status: 64, message: "‘soon’"),
            WrongUse("remind", "--install", "--every", "30s", status: 64, message: "‘30s’"),
            WrongUse("remind", "--install", "--watch", status: 64, message: "cannot be used together", hint: nil),
            WrongUse("remind", "--crontab", status: 64, message: "--install", hint: nil),
        ])
    func refusals(use: WrongUse) throws {
        try phone.expectRefusal(use)
    }
}
