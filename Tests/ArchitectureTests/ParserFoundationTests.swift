// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The command is linked without FoundationEssentials; `standins.c` says why.
@Suite("What ArgumentParser needs of Foundation")
struct ParserFoundationTests {
    private static let folder = ".build/checkouts/swift-argument-parser/Sources/ArgumentParser"
    private static let isThere = FileManager.default.fileExists(atPath: PackageFiles().root.path + "/" + folder)

    /// The names of the parser's files that contain a text.
    private func files(with text: String) throws -> [String] {
        try PackageFiles().files(under: Self.folder, extensions: ["swift"])
            .filter { $0.lines.contains { $0.contains(text) } }
            .compactMap { $0.path.split(separator: "/").last.map(String.init) }
    }

    @Test(
        "One file imports it, for an encoder that only the description of commands in JSON uses",
        .enabled(if: isThere, "the package was built in another folder"))
    func uses() throws {
        #expect(try files(with: "import Foundation") == ["Foundation.swift"])
        #expect(try files(with: "JSONEncoder.encode(") == ["DumpHelpGenerator.swift"])
        #expect(try files(with: "DumpHelpGenerator(") == ["ParsableArguments.swift", "MessageInfo.swift"])
    }
}
