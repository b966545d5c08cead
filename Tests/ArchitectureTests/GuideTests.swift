// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Code in the guides is compiled and run.
@Suite("Guides")
struct GuideTests {
    private static let package = PackageFiles()
    /// The programs shown in the guide to embedding, in order.
    private static let examples = ["Embedding", "Preview"].map { "Tests/Embedding/Sources/\($0)/main.swift" }

    /// The Swift code blocks of a text, without their fences.
    private func blocks(of path: String) throws -> [[Substring]] {
        var blocks: [[Substring]] = []
        var block: [Substring]?
        for line in try Self.package.file(path).lines {
            switch (line, block) {
            case ("```swift", nil): block = []
            case ("```", .some(let lines)):
                blocks.append(lines)
                block = nil
            default: block?.append(line)
            }
        }
        #expect(block == nil, "\(path): a block of code is never closed")
        return blocks
    }

    @Test("The guide to embedding shows the whole programs of Tests/Embedding, and nothing else")
    func embedding() throws {
        let shown = try blocks(of: "Sources/HometaskKit/HometaskKit.docc/Embedding.md")
        let program = try Self.examples.flatMap { path in
            try Self.package.file(path).lines.drop { !$0.hasPrefix("import ") }.filter { !$0.isEmpty }
        }
        #expect(shown.count > 5)
        #expect(shown.flatMap(\.self).filter { !$0.isEmpty } == program)
    }

    /// The Markdown pages of the project.
    private func pages() throws -> [SourceFile] {
        var pages = [try Self.package.file("README.md")]
        for folder in ["Sources", "Plugins", "Tests", ".github"] {
            pages += try Self.package.files(under: folder, extensions: ["md"])
        }
        #expect(pages.count > 40)
        return pages
    }

    /// The targets of a page's links, except web addresses.
    private func links(in text: String) -> [String] {
        text.components(separatedBy: "](").dropFirst().compactMap { $0.components(separatedBy: ")").first }
            .filter { !$0.contains("://") }
    }

    @Test("Links between the project's pages lead to existing files")
    func links() throws {
        for page in try pages() {
            let folder = Self.package.root.appendingPathComponent(page.path).deletingLastPathComponent()
            for link in links(in: page.lines.joined(separator: "\n")) {
                let target = folder.appendingPathComponent(link.components(separatedBy: "#")[0]).standardized
                #expect(FileManager.default.fileExists(atPath: target.path), "\(page.path) leads to \(link)")
            }
        }
    }

    @Test("Files named in the project's pages exist")
    func namedFiles() throws {
        // This page creates new files in a copy of the package.
        let example = "Sources/HometaskKit/HometaskKit.docc/AddingAMergeRule.md"
        let name = #/`((?:Sources|Plugins|Tests|Schemas|\.github|\.ci)/[^`<\s]+)[`\s]/#
        var count = 0
        for page in try pages() where page.path != example {
            for match in page.lines.joined(separator: "\n").matches(of: name) {
                let path = Self.package.root.appendingPathComponent(String(match.1)).path
                #expect(FileManager.default.fileExists(atPath: path), "\(page.path) names \(match.1)")
                count += 1
            }
        }
        #expect(count > 50, "too few names were found to have been read")
    }

    @Test(
        "The module diagrams are complete, except for C libraries in the README",
        arguments: ["README.md", "Sources/HometaskKit/HometaskKit.docc/Architecture.md"])
    func modules(path: String) throws {
        let picture = try Self.package.file(path).lines.drop { !$0.hasPrefix("hometask ──► ") }.prefix { $0 != "```" }
        let words = picture.joined(separator: " ").split { !$0.isLetter && !$0.isNumber && $0 != "-" }
            .map(String.init)
        let modules = try Self.package.moduleFolders()
        let left = path == "README.md" ? ModuleTable.systemLibraries : []
        #expect(modules.count > 30)
        #expect(modules.subtracting(left).subtracting(words) == [])
    }

    /// The exit codes of the program, with their documentation comments.
    private func exitCodes() throws -> [[String]] {
        var codes: [[String]] = []
        var words: [Substring] = []
        for line in try Self.package.file("Sources/HometaskCommands/Program/ExitStatus.swift").lines {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("/// ") {
                words.append(text.dropFirst(4))
            } else {
                if let code = text.firstMatch(of: #/^static let \w+: Int32 = (\d+)$/#)?.1 {
                    codes.append([String(code), words.joined(separator: " ")])
                }
                words = []
            }
        }
        return codes
    }

    @Test("The guide's table of exit codes matches the program")
    func exitCodeTable() throws {
        let codes = try exitCodes()
        #expect(codes.count > 10 && codes.allSatisfy { !$0[1].isEmpty })
        try GuidePage.check("ExitCodes") { page in try page.setRows(of: "| code | meaning |", to: codes) }
    }

    @Test("Every page has a heading, and a paragraph after it")
    func contents() throws {
        let pages = try ["Sources", "Plugins", "Tests"].flatMap { folder in
            try Self.package.files(under: folder, extensions: ["md"])
        }
        #expect(pages.count > 50, "too few pages were found to have been read")
        for page in pages {
            let lines = page.lines.filter { !$0.allSatisfy(\.isWhitespace) }
            #expect(lines.first?.hasPrefix("# ") == true, "\(page.path) does not begin with a heading")
            #expect(lines.count >= 2, "\(page.path) has nothing after its heading")
        }
    }

    @Test("The README has at most 250 lines")
    func length() throws {
        #expect(try Self.package.file("README.md").lines.count <= 251)
    }

    @Test("Code in the catalogue is part of the example program")
    func catalogue() throws {
        let text = try Self.package.file(Self.examples[0]).lines.joined(separator: "\n")
        let shown = try blocks(of: "Sources/HometaskKit/HometaskKit.docc/HometaskKit.md").filter {
            $0.contains { $0.contains("replica") }
        }
        #expect(!shown.isEmpty)
        for block in shown {
            for part in block.joined(separator: "\n").split(separator: "\n\n") where !text.contains(part) {
                Issue.record("HometaskKit.md shows code that is not in \(Self.examples[0]):\n\(part)")
            }
        }
    }
}
