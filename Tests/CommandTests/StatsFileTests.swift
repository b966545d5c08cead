// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationXML
import TestSupport
import Testing

@Suite("Statistics for other programs")
struct StatsFileTests {
    /// Special characters in XML and CSV, some followed by combining marks.
    private static let wild = #"<b>&"x", 'y' ]]>"# + " &\u{301} <\u{483} \"\u{301}"

    /// A family whose names need escaping.
    private func family() throws -> Device {
        let device = try Family().device
        try device.run("member", "add", Self.wild).expect()
        try device.run("category", "add", "Häuser, \"alt\" & <neu>").expect()
        try device.run("add", "One", "--category", "Häuser").expect()
        try device.run("add", "Two").expect()
        try device.run("done", "one", "--by", Self.wild).expect()
        return device
    }

    /// Parses CSV as RFC 4180 specifies.
    private func rows(_ text: String) throws -> [[String]] {
        var rows: [[String]] = [[""]]
        var isQuoted = false
        var rest = Array(text.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            if isQuoted {
                guard scalar == "\"" else {
                    rows[rows.count - 1][rows[rows.count - 1].count - 1].unicodeScalars.append(scalar)
                    continue
                }
                isQuoted = rest.first == "\""
                if isQuoted, let quote = rest.popFirst() {
                    rows[rows.count - 1][rows[rows.count - 1].count - 1].unicodeScalars.append(quote)
                }
            } else if scalar == "\"" {
                isQuoted = true
            } else if scalar == "," {
                rows[rows.count - 1].append("")
            } else if scalar == "\r" {
                #expect(rest.popFirst() == "\n")
                rows.append([""])
            } else {
                #expect(scalar != "\n")
                rows[rows.count - 1][rows[rows.count - 1].count - 1].unicodeScalars.append(scalar)
            }
        }
        #expect(!isQuoted)
        #expect(rows.popLast() == [""], "the last line ends too")
        return rows
    }

    @Test("CSV escapes names that a spreadsheet would read as formulas")
    func formulas() throws {
        let device = try Family().device
        let names = ["=HYPERLINK(1)", "+1", "-1", "@SUM(1)", "＝1", "'=1"]
        for (number, name) in names.enumerated() {
            try device.run("member", "add", "--", name).expect()
            try device.run("category", "add", "--", name + "!").expect()
            try device.run("add", "Task \(number)", "--category=\(name)!").expect()
            try device.run("done", "Task \(number)", "--by=\(name)").expect()
        }
        let rows = try rows(try device.run("stats", "--csv").expectQuietly().stdout).dropFirst()
        #expect(Set(rows.map { $0[3] }) == Set(names.map { "'" + $0 }))
        #expect(Set(rows.map { $0[5] }) == Set(names.map { "'" + $0 + "!" }))
    }

    @Test("CSV can hold any name")
    func csv() throws {
        let rows = try rows(try family().run("stats", "--csv").expectQuietly().stdout)
        #expect(rows.count == 2)
        #expect(
            rows[0] == [
                "from", "to", "member_id", "member", "category_id", "category", "done", "due", "on_time", "points",
                "timed", "seconds",
            ])
        #expect(rows[1].count == 12)
        #expect(rows[1][0] == "2026-11-16" && rows[1][1] == "2026-11-21")
        #expect(rows[1][3] == Self.wild)
        #expect(rows[1][5] == "Häuser, \"alt\" & <neu>")
        #expect(rows[1][6...] == ["1", "0", "0", "0", "1", "0"])
        let empty = try Family().device.run("stats", "--csv").expectQuietly().stdout
        #expect(try self.rows(empty).count == 1)
    }

    /// Collects a chart's texts and elements.
    private final class Reader: NSObject, XMLParserDelegate {
        var texts: [String] = []
        var elements: [String] = []
        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            elements.append(name)
            texts.append("")
        }
        func parser(_ parser: XMLParser, foundCharacters string: String) { texts[texts.count - 1] += string }
    }

    private func chart(_ data: Data) throws -> Reader {
        let (parser, reader) = (XMLParser(data: data), Reader())
        parser.delegate = reader
        #expect(parser.parse(), "\(parser.parserError as Any)")
        return reader
    }

    @Test("a chart is well-formed whatever the names, refers to no other file, and supports light and dark")
    func svg() throws {
        let device = try family()
        try device.run("stats", "--svg", "chart.svg").expectQuietly("Wrote the chart to chart.svg.")
        let data = try #require(FileManager.default.contents(atPath: device.folder + "/chart.svg"))
        let reader = try chart(data)
        #expect(reader.elements.first == "svg")
        #expect(Set(reader.elements).isSubset(of: ["svg", "title", "desc", "style", "text", "rect", "line"]))
        #expect(reader.texts.contains(Self.wild + "\n"))
        #expect(reader.texts.contains { $0.hasPrefix("16 Nov, Häuser, \"alt\" & <neu>: 1 (\(Self.wild) 1)") })
        for line in ["Done and open by member", "Done and open by category", "0 done, 1 open"] {
            #expect(reader.texts.contains(line + "\n"))
        }
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains("prefers-color-scheme: dark"))
        #expect(!text.contains("href") && !text.contains("url(") && !text.contains("<script"))
        #expect(try device.run("stats", "--svg", "-").expectQuietly().stdout == text)
        for by in ["day", "month"] {
            let chart = try device.run("stats", "--svg", "-", "--by", by, "--since", "2025-12-01").expectQuietly()
                .stdout
            _ = try self.chart(Data(chart.utf8))
        }
        _ = try chart(Data(try Family().device.run("stats", "--svg", "-").expectQuietly().stdout.utf8))
    }

    @Test("a chart overwrites an earlier chart; other files are overwritten only with --force")
    func overwriting() throws {
        let device = try family()
        for _ in 0..<2 { try device.run("stats", "--svg", "chart.svg").expectQuietly() }
        let path = device.folder + "/notes.svg"
        try Data("<svg/>".utf8).write(to: URL(fileURLWithPath: path))
        try device.run("stats", "--svg", "notes.svg").expect(
            status: 73, stderr: ["notes.svg already exists", "--force"])
        #expect(FileManager.default.contents(atPath: path) == Data("<svg/>".utf8))
        try device.run("stats", "--svg", "notes.svg", "--force").expectQuietly()
        #expect(FileManager.default.contents(atPath: path)?.count ?? 0 > 1000)
        try device.run("stats", "--svg", "nowhere/x.svg").expect(status: 66, stderr: "there is no folder")
        #expect(!FileManager.default.fileExists(atPath: device.folder + "/nowhere"))
        try device.run("stats", "--svg", "tasks").expect(status: 64, stderr: "is not a regular file")
        try device.run("stats", "--svg", "/dev/null", "--force").expect(status: 64, stderr: "/dev/null")
        let link = device.folder + "/link.svg"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "chart.svg")
        try device.run("stats", "--svg", "link.svg").expectQuietly()
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "chart.svg")
        try device.run("stats", "--svg", "").expect(status: 64)
        #expect(try FileManager.default.contentsOfDirectory(atPath: device.folder).allSatisfy { !$0.hasSuffix(".new") })
    }

    @Test("invalid colours in documents do not reach the chart")
    func hostileColors() throws {
        let device = try family()
        let path = try device.onlyFile(in: "categories")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let hostile = text.replacingOccurrences(
            of: #""color": "[^"]*""#, with: ##""color": "#\\"/><x""##, options: .regularExpression)
        #expect(hostile != text)
        try hostile.write(toFile: path, atomically: true, encoding: .utf8)
        try device.git("commit", "--quiet", "--all", "--no-verify", "-m", "x").expect()
        let chart = try device.run("stats", "--svg", "-").expect().stdout
        #expect(!chart.contains("<x"))
        _ = try self.chart(Data(chart.utf8))
    }

    @Test(
        "invalid options are refused",
        arguments: [
            WrongUse("stats", "--by", "year", status: 64, message: "year"),
            WrongUse("stats", "--json", "--csv", status: 64, message: "cannot be used together"),
            WrongUse("stats", "--force", status: 64, message: "--svg FILE"),
            WrongUse("stats", "--since", "someday", status: 64, message: "someday", hint: "Dates can be written"),
            WrongUse("stats", "--since", "today", "--until", "2026-01-01", status: 64, message: "is after --until"),
            WrongUse("stats", "--for", "Nobody", status: 66, message: "Nobody"),
            WrongUse("stats", "--category", "None", status: 66, message: "None"),
        ])
    func wrongUse(use: WrongUse) throws { try Family().device.expectRefusal(use) }
}
