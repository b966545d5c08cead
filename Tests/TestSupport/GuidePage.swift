// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A page of the guide with tables generated from code.
///
/// A test generates the tables, and fails if the page differs. With `HOMETASK_WRITE_GUIDE=1` the test writes them into
/// the page instead.
public struct GuidePage {
    private let name: String
    private let file: URL
    private var lines: [String]

    private init(_ name: String) throws {
        self.name = name
        file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .appendingPathComponent("Sources/HometaskCommands/HometaskCommands.docc/\(name).md")
        lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    }

    /// Compares a page with its generated content, or writes the content into the page.
    ///
    /// - Parameters:
    ///   - name: the page's file name in the guide, without `.md`.
    ///   - change: inserts the generated content.
    /// - Throws: `Stale` if the page differs and is not to be written.
    public static func check(_ name: String, _ change: (inout GuidePage) throws -> Void) throws {
        let there = try GuidePage(name)
        var page = there
        try change(&page)
        guard page.lines != there.lines else { return }
        guard ProcessInfo.processInfo.environment["HOMETASK_WRITE_GUIDE"] != nil else {
            var stale = Stale(page: name)
            for change in page.lines.difference(from: there.lines) {
                switch change {
                case .insert(_, let line, _): stale.missing.append(line)
                case .remove(_, let line, _): stale.extra.append(line)
                }
            }
            throw stale
        }
        try page.lines.joined(separator: "\n").write(to: page.file, atomically: true, encoding: .utf8)
    }

    /// Replaces the rows of a table.
    ///
    /// - Parameters:
    ///   - head: the first line of the table, unique in the page.
    ///   - rows: the text of the cells of each row.
    /// - Throws: `Stale` if there is no such table, or a cell contains a `|` or a line break.
    public mutating func setRows(of head: String, to rows: [[String]]) throws {
        guard let first = lines.firstIndex(of: head), lines.firstIndex(of: head) == lines.lastIndex(of: head) else {
            throw Stale(page: name, missing: [head])
        }
        if let cell = rows.joined().first(where: { $0.contains("|") || $0.contains("\n") }) {
            throw Stale(page: name, extra: [cell])
        }
        let start = first + 2
        let end = lines[start...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
        lines.replaceSubrange(
            start..<end, with: rows.map { row in row.reduce("|") { $0 + ($1.isEmpty ? " |" : " \($1) |") } })
    }

    /// Replaces the line after a given line.
    ///
    /// - Throws: `Stale` unless exactly one line of the page equals `line`, and another line follows it.
    public mutating func setLine(after line: String, to text: String) throws {
        guard let index = lines.firstIndex(of: line), index == lines.lastIndex(of: line), index + 1 < lines.endIndex
        else { throw Stale(page: name, missing: [line]) }
        lines[index + 1] = text
    }

    /// A page that differs from its generated content.
    public struct Stale: Error, CustomStringConvertible {
        let page: String
        /// The lines missing from the page.
        var missing: [String] = []
        /// The lines of the page that were not generated.
        var extra: [String] = []

        /// The differing lines, and the command that writes them.
        public var description: String {
            let lines = missing.map { "+ \($0)" } + extra.map { "- \($0)" }
            return "\(page).md differs from the code; HOMETASK_WRITE_GUIDE=1 in the environment writes it:\n"
                + lines.joined(separator: "\n")
        }
    }
}
