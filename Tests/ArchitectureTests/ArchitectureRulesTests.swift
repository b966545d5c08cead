// SPDX-License-Identifier: Apache-2.0
import Testing

/// The rules see what they are there to see: each is held against files that break it.
@Suite("The rules of the architecture")
struct ArchitectureRulesTests {
    private func lines(_ violations: [Violation]) -> [Int] { violations.map(\.line) }

    @Test(
        "An import is read in every form it is written in",
        arguments: [
            ("import Glibc", "Glibc"), ("public import HometaskGit", "HometaskGit"), ("  import Glibc // why", "Glibc"),
            ("@_exported public import HometaskTime", "HometaskTime"), ("@preconcurrency import Dispatch", "Dispatch"),
            ("import struct Glibc.stat", "Glibc"), ("internal import func Foundation.sin", "Foundation"),
        ])
    func importForms(line: String, module: String) {
        #expect(Import(line: line[...], number: 1)?.module == module)
    }

    @Test(
        "What only looks like an import is none",
        arguments: ["// import Glibc", "let text = \"import Glibc\"", "important()", "import the list of a shop", ""])
    func notImports(line: String) {
        #expect(Import(line: line[...], number: 1) == nil)
    }

    @Test(
        "An import against the direction of the arrows is found, with its line",
        arguments: [
            ("Sources/HometaskDocuments/A.swift", "Foundation"), ("Sources/HometaskMerging/A.swift", "HometaskReplica"),
            ("Sources/HometaskTime/A.swift", "Glibc"), ("Sources/HometaskReplica/Store/A.swift", "HometaskGit"),
            ("Sources/HometaskGitReplica/A.swift", "CLibgit2"), ("Sources/HometaskGit/A.swift", "HometaskDocuments"),
            ("Sources/HometaskCommands/Tasks/A.swift", "HometaskGitReplica"),
            ("Sources/HometaskTerminal/A.swift", "FoundationEssentials"), ("Schemas/A.swift", "Glibc"),
        ])
    func forbiddenImports(path: String, module: String) {
        let file = SourceFile(path: path, text: "// A comment\n\nimport Synchronization\nimport \(module)\n")
        #expect(lines(ArchitectureRules.imports(of: file)) == [4])
    }

    @Test("A module that nobody entered into the table is found")
    func unknownModule() {
        let file = SourceFile(path: "Sources/HometaskUtilities/A.swift", text: "struct A {}\n")
        #expect(lines(ArchitectureRules.imports(of: file)) == [1])
    }

    @Test("A missing licence is found, below the first line of a script or a manifest too")
    func missingLicence() {
        let swift = SourceFile(path: "Sources/HometaskGit/A.swift", text: "import Glibc\n")
        let script = SourceFile(path: "Tests/Benchmarks/a.py", text: "#!/usr/bin/env python3\nimport os\n")
        let manifest = SourceFile(
            path: "Package.swift", text: "// swift-tools-version: 6.2\nimport PackageDescription\n")
        let empty = SourceFile(path: "Sources/HometaskGit/B.swift", text: "")
        #expect(lines(ArchitectureRules.licence(of: swift)) == [1])
        #expect(lines(ArchitectureRules.licence(of: script)) == [2])
        #expect(lines(ArchitectureRules.licence(of: manifest)) == [2])
        #expect(lines(ArchitectureRules.licence(of: empty)) == [1])
    }

    @Test("A check of the compiler that is switched off without a word is found, one with a comment above is not")
    func unprovenExceptions() {
        let text = """
            final class A: @unchecked Sendable {}
            // Guarded by the lock of B.
            final class B: @unchecked Sendable {}
            nonisolated(unsafe) var c = 0

            let d = try! e()
            """
        let file = SourceFile(path: "Sources/HometaskGit/A.swift", text: text)
        #expect(lines(ArchitectureRules.provenExceptions(in: file)) == [1, 4, 6])
    }

    @Test(
        "A file that neither declares nor extends what it is named after is found",
        arguments: [
            ("Tree", "public struct Tree: Sendable {\n}\n", true), ("Tree", "extension Tree {\n}\n", true),
            ("Tree", "@frozen public struct Tree<Leaf> {\n}\n", true), ("Trees", "struct Tree {\n}\n", false),
            ("Tree", "struct Forest {\n    struct Tree {\n    }\n}\n", false), ("Tree", "func tree() {\n}\n", true),
            ("Tree+Leaf", "extension Tree {\n}\n", true), ("Tree+Leaf", "struct Tree {\n}\n", false),
            ("Leaf+Growth", "extension Tree.Leaf {\n}\n", true),
            ("UnicodeScalar+Width", "extension Unicode.Scalar {\n}\n", true),
            ("Tree", "// struct Tree\nstruct Forest {\n}\n", false),
        ])
    func misnamedFiles(name: String, text: String, isRight: Bool) {
        let file = SourceFile(path: "Sources/HometaskGit/\(name).swift", text: text)
        #expect(ArchitectureRules.name(of: file).isEmpty == isRight)
    }

    @Test("A documentation comment of three words is found, one of four is not")
    func shortComments() {
        let text = """
            /// The body.
            let body: String
            /// The name, in UTF-8.
            let name: String

            struct A {
                /// ``A/b`` - ( `c` )
                ///
                /// d
                let e: Int
                /// Its length
                /// in metres.
                let f: Double
                // The width.
                let g = 1 /// The height.
            }
            /// The end.
            """
        let file = SourceFile(path: "Sources/HometaskGit/A.swift", text: text)
        #expect(lines(ArchitectureRules.documentation(of: file)) == [1, 7, 17])
    }

    @Test("A file of 400 lines is short enough, one of 401 is not")
    func longFiles() {
        func file(lines: Int) -> SourceFile {
            SourceFile(path: "Sources/HometaskGit/A.swift", text: String(repeating: "x\n", count: lines))
        }
        #expect(ArchitectureRules.length(of: file(lines: 400)).isEmpty)
        #expect(lines(ArchitectureRules.length(of: file(lines: 401))) == [401])
    }

    @Test("Strict memory safety that is missing, or in another target, is found")
    func strayMemorySafety() {
        func manifest(_ text: String) -> SourceFile { SourceFile(path: "Package.swift", text: text) }
        let right = manifest(".target(name: \"HometaskGit\",\n swiftSettings: [.strictMemorySafety()])\n")
        let missing = manifest(".target(name: \"HometaskGit\")\n")
        let both = manifest(
            ".target(name: \"HometaskGit\", s: [.strictMemorySafety()]),\n"
                + ".target(name: \"HometaskTime\", s: [.strictMemorySafety()])\n")
        #expect(ArchitectureRules.strictMemorySafety(in: right, edge: ["HometaskGit"]).isEmpty)
        #expect(lines(ArchitectureRules.strictMemorySafety(in: missing, edge: ["HometaskGit"])) == [1])
        #expect(lines(ArchitectureRules.strictMemorySafety(in: both, edge: ["HometaskGit"])) == [2])
    }
}
