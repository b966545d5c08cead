// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Completion in a real shell at a terminal: type, press Tab, then Enter.
@Suite("Completion in shells", .waits)
struct ShellCompletionTests {
    static let shells = ["bash", "zsh", "fish"]

    /// A shell with the completion script loaded.
    private func start(_ shell: String, on device: Device) throws -> Terminal {
        let programs = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path
        let device = device.with([
            "PATH": "\(programs):\(device.environment["PATH"] ?? "")", "TERM": "dumb", "COLUMNS": "200", "PS1": "$ ",
        ])
        let arguments = [
            "bash": ["--norc", "--noprofile", "-i"], "zsh": ["-f", "-i"], "fish": ["--no-config", "-i"],
        ]
        let terminal = try Terminal(device, running: shell, with: arguments[shell] ?? [], rows: 50)
        let setup = [
            "bash": "source <(hometask completion bash)",
            "zsh": "autoload -Uz compinit; compinit -u -D; eval \"$(hometask completion zsh)\"",
            "fish": "hometask completion fish | source",
        ]
        terminal.type("\(setup[shell] ?? ""); printf 'lo%s\\n' aded\n")
        try terminal.waitFor("loaded\n")
        return terminal
    }

    @Test("Each script parses in its shell", arguments: shells)
    func script(_ shell: String) throws {
        let device = try Device("phone", in: TemporaryFolder())
        try device.run("completion", shell).expectQuietly("hometask")
        try device.run("-C", "x", "completion", shell).expectQuietly("hometask")
        try device.run("completion", "tcsh").expect(status: 64, stderr: "bash, zsh or fish, not ‘tcsh’")
        let script = device.home + "/script"
        try device.run("completion", shell).stdout.write(toFile: script, atomically: true, encoding: .utf8)
        try RunningProgram(shell, ["-n", script], environment: device.environment, folder: device.home, input: "")
            .finish().expect()
    }

    /// Titles with parts that a shell would run or expand.
    static let titles = [
        "Bins $(touch pwned) `touch pwned`; touch pwned & touch pwned", "It's a \"quoted\" | title > pwned",
        "Star * and ? and [a-z] {a,b} ~ \\ end", "Zoë's #1 %F{red} !! $HOME", "=ls Öl <pwned",
    ]

    @Test("A quotation mark with a combining accent does not end the quotes", arguments: shells)
    func accents(_ shell: String) throws {
        let device = try Family().device
        let titles = ["qa'\u{301}; touch pwned #", "qb`\u{301}; touch pwned;`\u{301}", "qc\"\u{301}; touch pwned #"]
        for title in titles { try device.run("add", "--", title).expect() }
        try device.run("member", "add", "anna'\u{301}; touch pwned #").expect()
        let terminal = try start(shell, on: device)
        for (index, typed) in ["show 'qa", "show \"qb", "show \"qc", "member show 'an"].enumerated() {
            terminal.type("hometask \(typed)\t")
            terminal.type("\n")
            terminal.type("printf 'nex%s\\n' t\(index)\n")
            try terminal.waitFor("next\(index)\n")
        }
        terminal.type("exit\n")
        _ = terminal.finish()
        for folder in [device.folder, device.home] {
            #expect(!FileManager.default.fileExists(atPath: folder + "/pwned"))
        }
    }

    @Test("A completed title names its task, whatever its characters, and is never executed", arguments: shells)
    func titles(_ shell: String) throws {
        let device = try Family().device
        for title in Self.titles { try device.run("add", "--", title).expect() }
        let terminal = try start(shell, on: device)
        // Without quotes, in quotes, and after an escaped blank.
        for (typed, title) in zip(["Bins", "\"It", "'Star", "Zo", "\\=ls\\ "], Self.titles) {
            terminal.type("hometask done \(typed)\t")
            try terminal.waitFor(Self.tail(of: title))
            terminal.type("\n")
            try terminal.waitFor("Done: \(title)\n")
        }
        terminal.type("exit\n")
        _ = terminal.finish()
        try device.run("list", "--json").expectQuietly(.exactly("[]\n"))
        #expect(!FileManager.default.fileExists(atPath: device.folder + "/pwned"))
    }

    /// The last letters of a title, which the completion shows unescaped.
    private static func tail(of title: String) -> String {
        String(title.reversed().prefix { $0.isLetter }.reversed())
    }

    @Test(
        "Members, tags, categories and views complete, also after a bash word-break character", arguments: shells
    )
    func names(_ shell: String) throws {
        let device = try Family().device
        try device.run("category", "add", "Dirty work").expect()
        try device.run("add", "Feed the cat", "@Zoë", "+animals", "--category", "Dirty work").expect()
        try device.run("add", "Buy milk").expect()
        try device.run("view", "save", "big cats", "cat").expect()
        let terminal = try start(shell, on: device)
        for (typed, tail) in [
            ("@Z", "oë"), ("+an", "imals"), ("--for Z", "oë"), ("--for=Z", "oë"), ("--category Di", "work"),
            ("for:Z", "oë"), ("category:", "work"), ("category:Di", "work"), ("--tag an", "imals"), ("@bi", "cats"),
        ] {
            terminal.type("clear; hometask list \(typed)\t")
            try terminal.waitFor(tail)
            terminal.type(" --json | grep -c title; echo en''d\n")
            try terminal.waitFor("1\nend\n")
        }
        terminal.type("hometask view sh\t")
        try terminal.waitFor("ow")
        terminal.type("big\t")
        try terminal.waitFor("cats")
        terminal.type("\n")
        try terminal.waitFor("Feed the cat")
        terminal.type("exit\n")
        _ = terminal.finish()
    }

    @Test("Paths complete in path options and arguments, also after an equals sign", arguments: shells)
    func paths(_ shell: String) throws {
        let device = try Family().device
        let folder = device.folder + "/out$(touch pwned) folder"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let terminal = try start(shell, on: device)
        for typed in ["--output=ou", "-o ou"] {
            terminal.type("hometask export csv \(typed)\t")
            try terminal.waitFor("folder")
            terminal.type(
                "a.csv; test -s out*/a.csv; and echo gr''een; rm out*/a.csv\n".replacing(
                    "; and", with: shell == "fish" ? "; and" : " &&"))
            try terminal.waitFor("green\n")
        }
        terminal.type("exit\n")
        _ = terminal.finish()
        #expect(!FileManager.default.fileExists(atPath: device.folder + "/pwned"))
    }

    @Test("Without a family, nothing is inserted or printed", arguments: shells)
    func none(_ shell: String) throws {
        let terminal = try start(shell, on: Device("phone", in: TemporaryFolder()))
        terminal.type("echo hometask\n")
        try terminal.waitFor("hometask\n")
        terminal.type("hometask done T\t=; echo 'en'd\n")
        try terminal.waitFor("there is no family repository here")
        try terminal.waitFor("end\n")
        terminal.type("exit\n")
        _ = terminal.finish()
        #expect(terminal.shown.replacing("\u{7}", with: "").contains("done T=; echo"))
        #expect(terminal.shown.components(separatedBy: "no family repository").count == 2)
    }
}
