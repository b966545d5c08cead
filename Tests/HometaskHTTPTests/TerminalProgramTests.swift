// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskKit
import HometaskTerminal
import Testing

/// The terminal output of the built program.
@Suite("Terminal output of the program")
struct TerminalProgramTests {
    private let place: ServedPlace

    init() async throws { place = try await ServedPlace(members: [MemberDraft(name: "Tom")]) }

    /// Joins a phone for Tom.
    private func join(_ name: String, at client: RawClient) async throws {
        let invited = try place.run(ServedPlace.program, ["invite", "Tom"]).output
        let code = try #require(invited.firstMatch(of: /join#([a-z2-7]{32})/)?.1)
        let body = #"{"code":"\#(code)","attempt":"\#(String(repeating: "a", count: 32))","name":"\#(name)"}"#
        let answer = try await client.send(
            "POST", "/api/join", headers: ["Content-Type": "application/json"], body: Array(body.utf8))
        try #require(answer.status == 200, "\(answer.json)")
    }

    @Test("The list of phones fits the terminal whatever their names, which cannot inject control sequences")
    func devices() async throws {
        let (server, line) = try await place.serve()
        defer { server.terminate() }
        let client = RawClient(port: try place.port(in: line))
        let long = String(repeating: "a", count: 60)
        for name in ["日本語の電話", "Pixel", "x\u{202E}gniht", long] { try await join(name, at: client) }

        let listed = try place.run("/usr/bin/env", ["COLUMNS=80", ServedPlace.program, "devices"]).output
        let lines = listed.split(separator: "\n").map { String($0) }
        #expect(lines.count == 4 && lines.allSatisfy { TextWidth.columns($0) <= 80 }, "\(listed)")
        let places = lines.map { line in TextWidth.columns(String(line.prefix { $0 != "#" })) }
        #expect(Set(places).count == 1, "the ids are below each other: \(listed)")
        #expect(lines.contains { $0.hasPrefix(#"x\u{202e}gniht  "#) }, "\(listed)")
        #expect(lines.contains { $0.hasPrefix("aaaaaa") && $0.contains("a…  Tom  ") }, "\(listed)")
        let whole = try place.run(ServedPlace.program, ["devices"]).output
        #expect(whole.contains("\(long)  Tom  "), "only a terminal has an edge")

        let text = try place.run(ServedPlace.program, ["devices", "--json"]).output
        let names = try #require(JSON.parse(Array(text.utf8)).arrayValue).map { $0["name"]?.stringValue }
        #expect(names.contains("x\u{202E}gniht") && names.contains(long))
        let override: Unicode.Scalar = "\u{202E}"
        for output in [listed, whole, text] { #expect(!output.unicodeScalars.contains(override)) }
    }

    @Test(
        "Errors and notes are wrapped to the terminal's width",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "bsdutils has script"))
    func wrapping() async throws {
        let (server, _) = try await place.serve()
        defer { server.terminate() }
        let error = try place.runInTerminal(["--host", "0.0.0.0"])
        #expect(error.count > 3 && error.allSatisfy { $0.count <= 80 }, "\(error)")
        #expect(error.first?.hasPrefix("error: --host 0.0.0.0 listens at all addresses") == true, "\(error)")
        let invited = try place.runInTerminal(["invite", "Tom"])
        let note = try #require(invited.firstIndex { $0.hasPrefix("note: no phone can reach this address") })
        #expect(invited[note].count <= 80 && invited[note + 1].hasSuffix("'hometask help phones'"), "\(invited)")
    }

    @Test(
        "In a terminal, an invitation link is also a QR code, square and with finder patterns",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "bsdutils has script"))
    func code() async throws {
        let words = ["invite", "Tom", "--url", "https://home.example"]
        let (begin, end) = ("\u{1B}[30;107m", "\u{1B}[0m")
        let rows = try place.runInTerminal(words).filter { $0.hasPrefix(begin) && $0.hasSuffix(end) }
            .map { String($0.dropFirst(begin.count).dropLast(end.count)) }
        let width = try #require(rows.first).count
        // Each row has two lines of modules; a code of version V has 17 + 4 V modules, and a margin of two at each
        // edge.
        #expect(width % 4 == 1 && rows.count == (width + 1) / 2 && rows.allSatisfy { $0.count == width }, "\(rows)")
        // The finder patterns at three corners (ISO/IEC 18004, "Finder pattern"), in dark modules.
        let mark = ["█▀▀▀▀▀█", "█ ███ █", "█ ▀▀▀ █", "▀▀▀▀▀▀▀"]
        for (row, part) in zip(rows.dropFirst(), mark) {
            #expect(row.hasPrefix("  \(part) ") && row.hasSuffix(" \(part)  "), "\(rows)")
        }
        #expect(rows.dropLast().last?.hasPrefix("  ▀▀▀▀▀▀▀ ") == true, "\(rows)")
        let piped = try place.runProgram(words)
        #expect(piped.output.contains("https://home.example/join#") && !piped.output.contains("\u{1B}"))
    }
}
