// SPDX-License-Identifier: Apache-2.0

import Testing

/// The rules detect violations: each is run on files that break it.
@Suite("The rules of the architecture")
struct ArchitectureRulesTests {
    private func lines(_ violations: [Violation]) -> [Int] { violations.map(\.line) }

    @Test(
        "An import is recognised in every form",
        arguments: [
            ("import Glibc", "Glibc"), ("public import HometaskGit", "HometaskGit"), ("  import Glibc // why", "Glibc"),
            ("@_exported public import HometaskTime", "HometaskTime"), ("@preconcurrency import Dispatch", "Dispatch"),
            ("import struct Glibc.stat", "Glibc"), ("internal import func Foundation.sin", "Foundation"),
        ])
    func importForms(line: String, module: String) {
        #expect(Import(line: line[...], number: 1)?.module == module)
    }

    @Test(
        "Text that only resembles an import is ignored",
        arguments: ["// import Glibc", "let text = \"import Glibc\"", "important()", "import the list of a shop", ""])
    func notImports(line: String) {
        #expect(Import(line: line[...], number: 1) == nil)
    }

    @Test(
        "A disallowed import is found, with its line",
        arguments: [
            ("Sources/HometaskDocuments/A.swift", "Foundation"), ("Sources/HometaskMerging/A.swift", "HometaskReplica"),
            ("Sources/HometaskSystem/A.swift", "Glibc"), ("Sources/HometaskReplica/Store/A.swift", "HometaskGit"),
            ("Sources/HometaskGitReplica/A.swift", "CLibgit2"), ("Sources/HometaskGit/A.swift", "HometaskDocuments"),
            ("Sources/HometaskCommands/Tasks/A.swift", "HometaskGitReplica"),
            ("Sources/HometaskTerminal/A.swift", "FoundationEssentials"), ("Sources/Schemas/A.swift", "Glibc"),
        ])
    func forbiddenImports(path: String, module: String) {
        let file = SourceFile(path: path, text: "// A comment\n\nimport Synchronization\nimport \(module)\n")
        #expect(lines(ArchitectureRules.imports(of: file)) == [4])
    }

    @Test("A module missing from the table is found")
    func unknownModule() {
        let file = SourceFile(path: "Sources/HometaskUtilities/A.swift", text: "struct A {}\n")
        #expect(lines(ArchitectureRules.imports(of: file)) == [1])
    }

    @Test("A missing licence is found, also below the first line of a script or a manifest")
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

    @Test("An exception from a compiler check is found without a comment, and accepted with a comment above it")
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
        "A file not named after a type it declares or extends is found",
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

    private static let strayExtensionCases: [(name: String, text: String, isRight: Bool)] = [
        ("Tree", "extension Leaf {\n    var age: Int { 0 }\n}\n", false),
        ("Tree+Leaf", "extension Leaf {\n    /// The age.\n    public static func age() {}\n}\n", false),
        ("Tree", "extension Leaf {\n    fileprivate var age: Int { 0 }\n    @A init?(a: Int) {\n    }\n}\n", false),
        ("Tree", "extension Leaf: Hashable {}\nextension Tree {\n    var age: Int { 0 }\n}\n", false),
        ("Tree", "protocol Tree {\n}\nextension Leaf: Tree {}\nextension Root: Tree {}\n", true),
        ("Tree", "protocol Tree {\n}\nextension Leaf: Tree {\n    var age: Int { 0 }\n}\n", false),
        ("Tree", "struct Tree {\n    struct Leaf {\n    }\n}\nextension Leaf<Int> {\n    struct A {}\n}\n", false),
        ("Tree", "extension Leaf where A: B {\n    fileprivate var b: Int {\n        var c = 0\n    }\n}\n", true),
        ("Tree", "extension Leaf {\n    private func age(\n        a: Int\n    ) -> Int {\n    }\n}\n", true),
        ("Tree", "struct Tree {\n}\nstruct Leaf {\n}\nextension Leaf {\n    var age: Int { 0 }\n}\n", true),
        ("Tree+Age", "extension Tree.Leaf: Hashable {\n    var age: Int { 0 }\n}\n", true),
        ("Leaf+Age", "extension Tree.Leaf {\n    var age: Int { 0 }\n}\n", true),
        ("UnicodeScalar+Width", "extension Unicode.Scalar {\n    var width: Int { 0 }\n}\n", true),
        ("String+Age", "extension String? {\n    var age: Int { 0 }\n}\n", true),
    ]

    @Test(
        "A shared extension in a file of another type is found",
        arguments: strayExtensionCases)
    func strayExtensions(name: String, text: String, isRight: Bool) {
        let file = SourceFile(path: "Sources/HometaskGit/\(name).swift", text: text)
        #expect(ArchitectureRules.extensions(in: file).isEmpty == isRight)
    }

    @Test("A documentation comment of three words is found; a comment of four words is accepted")
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

    @Test(
        "A parameter from the third on without a label is found, in every kind of declaration",
        arguments: [
            ("func a(_ b: Int, _ c: Int, _ d: Int) {}", ["d"]), ("func a(_: Int, _: Int, _: Int)", ["_"]),
            ("static func a<B: C<D, E>>(f: B, g: Int, _ h: [Int: B], _ i: D) {}", ["h", "i"]),
            ("public init?(_ a: Int, b: Int = 0, _ c: Int...) {}", ["c"]), ("init<A>(b: A, c: A, _ d: A)", ["d"]),
            ("subscript(a: Int, b: Int, c: Int) -> Int { 0 }", ["c"]),
            ("macro a<B>(_ b: B, _ c: B, _ d: B) -> B = #externalMacro(module: \"A\", type: \"B\")", ["d"]),
            ("func a(b: (_ c: Int, _ d: Int, _ e: Int) -> Void, f: Int, _ g: () -> Void) {}", ["g"]),
            ("func a(b: @escaping () -> A<B, C>, c: (D, E), @F(1, 2) _ d: inout G<() -> H, I>) {}", ["d"]),
            ("func a(b: [Int] = [1, 2], c: A = B<C, D>(), _ d: Bool = 1 < 2, _ e: Int = 3) {}", ["d", "e"]),
            ("func a(b: Int, c: String = \"), _ d: \\(e(\")\"))\", _ f: Int) {}", ["f"]),
            ("func a(b: Int, /* c: Int, /* ) */ */ c: Int, _ d: Int) {}", ["d"]),
            ("func a(b: A, c: B = { _, _, _ in }, _ `in`: C) { func d(e: A, f: A, _ g: A) {} }", ["`in`", "g"]),
        ])
    func missingLabels(text: String, names: [String]) {
        let file = SourceFile(path: "Sources/HometaskGit/A.swift", text: text)
        let found = ArchitectureRules.labels(of: file).map { $0.message.split(separator: "'")[0] }
        #expect(found == names.map { $0[...] })
    }

    @Test(
        "Labels from the third parameter on are accepted, and are not required where impossible",
        arguments: [
            "func a(_ b: Int, _ c: Int, d: Int, of e: Int) {}", "init(_ a: Int, _ b: Int) { self.init(a, b, c) }",
            "subscript(_ a: Int, b: Int, c c: Int) -> Int { 0 }", "let a = b.map { (_ c: A, _ d: A, _ e: A) in c }",
            "let a: (_ b: Int, _ c: Int, _ d: Int) -> Void = e", "case a(Int, Int, _ b: Int)",
            "// func a(_ b: Int, _ c: Int, _ d: Int)", "let a = \"func a(_ b: Int, _ c: Int, _ d: Int)\"",
            "let a = #\"\\(b)\"#; func c(_ d: Int, e: Int)", "let a = .init(b: 1, c: 2, _: 3)",
            "let a = #/\"(/#; let b = (1, 2, \"func a(_ b: Int, _ c: Int, _ d: Int)\")",
            "static func < (_ a: A, _ b: A) -> Bool { a.b < b.b }", "func a(b: Int, c: Int, d: (Int, _ e: Int) -> A)",
        ])
    func rightLabels(text: String) {
        let file = SourceFile(path: "Sources/HometaskGit/A.swift", text: text)
        #expect(ArchitectureRules.labels(of: file).isEmpty)
    }

    @Test("A missing label is reported at its own line")
    func linesOfLabels() {
        let text = """
            /* Two
               lines. */
            let text = \"\"\"
                func a(_ b: Int, _ c: Int, _ d: Int) \\(e(
                    "f"))
                \"\"\"

            func attach(
                _ attachment: Attachment,  // the first
                original: [UInt8],
                @Checked(by: "(") _ found: Photo?, for member: Member,
                _ change: (inout Photo) -> Void = { _ in }
            ) {
            }
            """
        let file = SourceFile(path: "Sources/HometaskGit/A.swift", text: text)
        #expect(lines(ArchitectureRules.labels(of: file)) == [11, 12])
    }

    @Test("An option in a library's message is found; a dash in a comment or a sentence is accepted")
    func namedOptions() {
        let text = """
            // After --force, nothing is asked.
            let a = "nothing is sent without --channel \\(name)"
            let b = "--\\(name) must be given"
            let c = "After '--', every word is part of the title."
            let d = "-- a comment in SQL"
            let e = "# begins a comment in a shell"
            let f = "name its folder with -C DIR"
            let g = "a code of letters A-Z only"
            """
        let file = SourceFile(path: "Sources/HometaskQueries/A.swift", text: text)
        #expect(lines(ArchitectureRules.options(in: file)) == [2, 3, 6, 7])
    }

    @Test("Opening or flushing a file is found; a folder or a similar name is accepted")
    func fileCalls() {
        let text = """
            let a = open(path, O_RDONLY | O_CLOEXEC)
            let b = open(path, O_RDONLY | O_DIRECTORY)
            let c = open("/dev/null", O_WRONLY)
            // fsync(a)
            fsync(a)
            if fdatasync(a) != 0 { ftruncate(a, 0) }
            let d = ["core.fsync=all"]
            let e = unsafe pread(a, &bytes, 2, 0)
            open(bytes)
            """
        let file = SourceFile(path: "Sources/HometaskIndex/A.swift", text: text)
        #expect(lines(ArchitectureRules.fileCalls(in: file)) == [1, 5, 6, 8])
    }

    @Test("A file of 400 lines is accepted; a file of 401 lines is not")
    func longFiles() {
        func file(lines: Int) -> SourceFile {
            SourceFile(path: "Sources/HometaskGit/A.swift", text: String(repeating: "x\n", count: lines))
        }
        #expect(ArchitectureRules.length(of: file(lines: 400)).isEmpty)
        #expect(lines(ArchitectureRules.length(of: file(lines: 401))) == [401])
    }

    @Test("Missing or misplaced strict memory safety is found")
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
