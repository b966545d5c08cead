// SPDX-License-Identifier: Apache-2.0
import Testing

/// What guides show as code is code that is compiled and run.
@Suite("Guides")
struct GuideTests {
    private static let package = PackageFiles()
    private static let example = "Tests/Embedding/Sources/Embedding/main.swift"

    /// The blocks of Swift code of a text, each without its fences.
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

    @Test("The guide to embedding shows the whole program of Tests/Embedding, and nothing else")
    func embedding() throws {
        let shown = try blocks(of: "Sources/HometaskKit/HometaskKit.docc/Embedding.md")
        let lines = try Self.package.file(Self.example).lines
        let program = lines.drop { !$0.hasPrefix("import ") }.filter { !$0.isEmpty }
        #expect(shown.count > 5)
        #expect(shown.flatMap(\.self).filter { !$0.isEmpty } == Array(program))
    }

    @Test("The README's programs are lines of that one")
    func readme() throws {
        let text = try Self.package.file(Self.example).lines.joined(separator: "\n")
        let shown = try blocks(of: "README.md").filter { $0.contains { $0.contains("replica") } }
        #expect(!shown.isEmpty)
        for block in shown {
            for part in block.joined(separator: "\n").split(separator: "\n\n") where !text.contains(part) {
                Issue.record("README.md shows code that is not in \(Self.example):\n\(part)")
            }
        }
    }
}
