// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("The built-in guide")
struct GuideRendererTests {
    private static let topics = [
        "families", "tasks", "dates", "recurrence", "queries", "search", "reminders", "statistics", "places", "photos",
        "hunts", "phones", "sync", "conflicts", "privacy", "config", "plugins", "fields", "formats", "json",
        "exit-codes",
    ]

    private let device: Device

    init() throws { device = try Device("phone", in: TemporaryFolder()) }

    @Test("The list of topics names each page with its subject")
    func list() throws {
        let lines = try device.run("help", "topics").expectQuietly().lines
        let names = lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.map { $0.split(separator: " ")[0] }
        #expect(names.map(String.init) == Self.topics)
        try device.run("--help").expectQuietly("'hometask help topics'")
        #expect(try device.run("help", "TOPICS").expectQuietly().lines == lines)
    }

    @Test("A page has the full text of its article, without Markdown markup", arguments: topics)
    func page(_ topic: String) throws {
        let page = try device.with(["COLUMNS": "100"]).run("help", topic).expectQuietly()
        let name = Self.names[topic] ?? topic.capitalized
        let article = try text(ofArticle: name)
        let code = article.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        for line in code.flatMap({ $0.split(separator: "\n").dropFirst() }) {
            let command = line.components(separatedBy: "  # ")[0].trimmingCharacters(in: .whitespaces)
            #expect(command.isEmpty || page.stdout.contains(command), "\(topic): \(command)")
        }
        let words = { (text: String) in
            Set(text.split { !$0.isLetter }.map { $0.lowercased() }.filter { $0.count > 3 })
        }
        // The targets of some links are not shown, and a title in capitals may break elsewhere.
        let links = article.components(separatedBy: "](").dropFirst().compactMap {
            $0.components(separatedBy: ")").first
        }
        // The header of a two-column table rendered as a list is not shown.
        let lines = article.components(separatedBy: "\n")
        let heads = lines.indices.dropLast().filter { lines[$0 + 1].hasPrefix("|--") }.map { lines[$0] }
        let unseen = words((links + heads + lines.filter { $0.hasPrefix("```") }).joined(separator: " "))
        #expect(words(article).subtracting(words(page.stdout)).subtracting(unseen).isEmpty, "\(topic)")
        #expect(!page.stdout.contains("](") && !page.stdout.contains("**") && !page.stdout.contains("|---"), "\(topic)")
    }

    @Test("A link is shown with its file or URL; a link to a folder is shown as text only")
    func links() throws {
        let wide = device.with(["COLUMNS": "100"])
        try wide.run("help", "sync").expectQuietly("‘What you can rely on’ (Reliability.md) describes")
        try wide.run("help", "places").expectQuietly("GeoNames (https://www.geonames.org)")
        try wide.run("help", "plugins").expectQuietly("example-python is a")
    }

    @Test("Pages fit the terminal, except for commands to be copied", arguments: [40, 60, 80, 200])
    func width(_ columns: Int) throws {
        for topic in Self.topics {
            let page = try device.with(["COLUMNS": "\(columns)"]).run("help", topic).expectQuietly()
            for line in page.lines where !line.hasPrefix("    ") {
                #expect(line.count <= min(columns, topic == "topics" ? columns : 200), "\(topic): \(line)")
            }
        }
        let queries = try device.with(["COLUMNS": "80"]).run("help", "queries").expectQuietly().lines
        let comment = try #require(queries.firstIndex { $0 == "    # words in a row must all match" })
        #expect(queries[comment + 1] == "    hometask list mine overdue")
    }

    @Test("A word that names a command and a page shows the command's help, then the page")
    func both() throws {
        let help = try device.run("sync", "--help").expectQuietly().stdout
        let page = try device.run("help", "sync").expectQuietly(.contains(help)).stdout
        #expect(page.hasPrefix(help) && page.contains("\n\nSYNC"))
    }

    @Test("An unknown word is refused with a suggestion")
    func unknown() throws {
        try device.run("help", "querys").expect(status: 64, stdout: .empty, stderr: "‘queries’")
        try device.run("help", "--man").expect(status: 64, stdout: .empty, stderr: ["--man", "hint: "])
    }

    @Test("The man pages pass mandoc's lint, and cover every command and topic")
    func manual() throws {
        let folder = device.folder + "/man"
        try device.run("help", "--man", folder).expectQuietly("Wrote ")
        let one = try FileManager.default.contentsOfDirectory(atPath: folder + "/man1")
        let seven = try FileManager.default.contentsOfDirectory(atPath: folder + "/man7")
        #expect(Set(seven) == Set(Self.topics.map { "hometask-\($0).7" }))
        #expect(Set(["hometask.1", "hometask-add.1", "hometask-pin.1", "hometask-pin-add.1"]).isSubset(of: one))
        let files = one.map { "\(folder)/man1/\($0)" } + seven.map { "\(folder)/man7/\($0)" }
        let lint = try RunningProgram(
            "mandoc", ["-T", "lint", "-W", "warning"] + files, environment: device.environment, folder: device.folder,
            input: ""
        ).finish()
        // Without the date of a build, the version identifies the text.
        let faults = lint.lines.filter { !$0.contains("missing date") }
        #expect(faults.isEmpty, "\(faults.prefix(5))")
        let dated = device.folder + "/dated"
        try device.with(["SOURCE_DATE_EPOCH": "1764547200"]).run("help", "--man", dated).expectQuietly("Wrote ")
        let head = try String(contentsOfFile: dated + "/man1/hometask-add.1", encoding: .utf8).prefix { $0 != "\n" }
        #expect(head == ".TH HOMETASK\\-ADD 1 \"2025-12-01\" \"hometask 0.1.0\"")
        let shown = try RunningProgram(
            "mandoc", ["-T", "utf8", folder + "/man1/hometask-pin-add.1"], environment: device.environment,
            folder: device.folder, input: ""
        ).finish().stdout.replacing(/.\u{8}/, with: "")
        #expect(shown.contains("hometask pin add") && shown.contains("--directory"))
    }

    @Test("The table of settings lists each with its scopes and default")
    func settings() throws {
        let rows = try table(ofArticle: "Configuration")
        let names = rows.flatMap { $0[0] }
        let told = try device.run("config", "get", "frob").expect(status: 64).stderr
        let known = try #require(told.components(separatedBy: "Settings: ").last)
        #expect(Set(names) == Set(known.split { !$0.isLowercase && $0 != "-" }.map(String.init)))
        let fresh = try Family().device
        for row in rows {
            for name in row[0] where row[2] != ["family"] {
                let outcome = try fresh.run("config", "get", name)
                #expect(outcome.lines == row[3] || row[3].isEmpty, "\(name)")
            }
            for (scope, option) in [("user", ["--user"]), ("family", ["--family"])] {
                let words = ["config", "unset", row[0][0]] + option
                let isRefused = try fresh.run(words).stderr.contains("cannot be set")
                #expect(isRefused != row[2].contains(scope), "\(words)")
            }
        }
    }

    /// The table rows of an article that begin with code: each cell's code spans, or its words if it has none.
    private func table(ofArticle name: String) throws -> [[[String]]] {
        try text(ofArticle: name).components(separatedBy: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.components(separatedBy: "|").dropFirst().dropLast().map { cell in
                let code = cell.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
                return code.isEmpty ? cell.split { !$0.isLetter }.map(String.init) : code
            }
        }
    }

    private static let names = ["config": "Configuration", "json": "JSON", "exit-codes": "ExitCodes"]

    private func text(ofArticle name: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(
            contentsOf: root.appendingPathComponent("Sources/HometaskCommands/HometaskCommands.docc/\(name).md"),
            encoding: .utf8)
    }
}
