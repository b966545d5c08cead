// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import Testing

/// The package as it stands keeps the rules.
@Suite("The architecture")
struct ArchitectureTests {
    private static let package = PackageFiles()

    /// Swift in modules, the schemas among them. Read once for all tests.
    private static let modules = Result {
        try (["Sources"] + ModuleTable.elsewhere.values).flatMap { try package.files(under: $0, extensions: ["swift"]) }
    }

    /// Every program text beside them.
    private static let surroundings = Result {
        try package.files(under: "Sources", extensions: ["h"])
            + ["Tests", "Plugins"].flatMap { try package.files(under: $0, extensions: ["swift", "h", "py"]) }
            + ["Package.swift", ".ci/bootstrap", ".ci/run"].map(package.file)
    }

    private func sources() throws -> [SourceFile] { try Self.modules.get() }

    /// The sources of the program and of its plugins. Tests are left out: their names are sentences, and nobody imports
    /// what they share.
    private func productSources() throws -> [SourceFile] {
        let sources = try sources().filter { $0.path.hasPrefix("Sources/") || $0.path.contains("/Sources/") }
        #expect(sources.count > 800)
        return sources
    }

    private func programTexts() throws -> [SourceFile] { try sources() + Self.surroundings.get() }

    @Test("A module imports only what the table allows")
    func importsFollowTheTable() throws {
        expectNone(try sources().flatMap(ArchitectureRules.imports))
    }

    @Test("Every module of the table is there, is in the table, and was read")
    func everyModuleIsRead() throws {
        let sources = try sources()
        #expect(Set(sources.compactMap(\.module)) == Set(ModuleTable.allowed.keys))
        #expect(
            try Self.package.moduleFolders().union(ModuleTable.elsewhere.keys)
                == ModuleTable.systemLibraries.union(ModuleTable.allowed.keys))
        #expect(sources.map(\.imports.count).reduce(0, +) >= 100, "too few imports were found to have been read")
        for (module, allowed) in ModuleTable.allowed {
            let found = Set(sources.filter { $0.module == module }.flatMap(\.imports).map(\.module))
            #expect(allowed.isEmpty || !found.isEmpty, "no import of \(module) was found")
        }
    }

    @Test("Each C library is imported by one module, and by nobody else")
    func oneModuleMeetsEachCLibrary() throws {
        for (library, edge) in ModuleTable.edges {
            let importers = try sources().filter { $0.imports.contains { $0.module == library } }
            #expect(Set(importers.compactMap(\.module)) == [edge])
        }
    }

    /// The sources of the libraries that other programs embed.
    private func libraries() throws -> [SourceFile] {
        let frontEnds: Set = ["HometaskCommands", "HometaskHTTP", "HometaskWeb", "hometask", "hometask-serve"]
        let libraries = try sources().filter { $0.path.hasPrefix("Sources/") && !frontEnds.contains($0.module ?? "") }
        #expect(libraries.count > 500)
        return libraries
    }

    @Test("Libraries that other programs embed name no option of the command")
    func librariesNameNoOption() throws {
        let libraries = try libraries().filter { !ModuleTable.gitModules.contains($0.module ?? "") }
        expectOnlyExceptions(ModuleTable.optionExceptions, among: libraries.flatMap(ArchitectureRules.options))
    }

    @Test("Files are opened and flushed in HometaskSystem, and in a few named files beside it")
    func filesAreOpenedInOneModule() throws {
        let others = try sources().filter { $0.path.hasPrefix("Sources/") && $0.module != "HometaskSystem" }
        expectOnlyExceptions(ModuleTable.fileExceptions, among: others.flatMap(ArchitectureRules.fileCalls))
    }

    @Test("Libraries that other programs embed name no command: their hints name actions")
    func librariesNameNoCommand() throws {
        let libraries = try libraries()
        let table = try Self.package.file("Sources/HometaskCommands/Program/HometaskCommand.swift").lines.joined()
        let names = table.components(separatedBy: "(\"").dropFirst().compactMap { entry -> String? in
            let name = entry.prefix { $0 != "\"" }
            return entry.dropFirst(name.count).hasPrefix("\", ") ? String(name) : nil
        }
        #expect(names.count > 50)
        // Git runs that one, whatever program embeds the library.
        let driver = "Sources/HometaskGitReplica/Merging/MergeDriver.swift"
        for file in libraries where file.path != driver {
            for line in file.lines where !line.drop(while: { $0 == " " }).hasPrefix("//") {
                for rest in String(line).components(separatedBy: "hometask ").dropFirst() {
                    let word = String(rest.prefix { $0.isLetter || $0 == "-" })
                    #expect(!names.contains(word), "\(file.path) names a command: \(line)")
                }
            }
        }
    }

    @Test("A file that may import more than its module still does")
    func exceptionsAreNeeded() throws {
        for exception in ModuleTable.exceptions {
            let file = try Self.package.file(exception.path)
            #expect(
                file.imports.contains { $0.module == exception.module },
                "\(exception.path) no longer imports \(exception.module): take it out of ModuleTable.exceptions")
        }
    }

    @Test(
        "HometaskCore and HometaskKit export all their modules and hold nothing of their own",
        arguments: [("HometaskCore", ModuleTable.exportedByCore), ("HometaskKit", ModuleTable.exportedByKit)])
    func kitsExportTheirModules(name: String, modules: Set<String>) throws {
        let kit = try sources().filter { $0.module == name }
        #expect(Set(kit.flatMap(\.imports).filter(\.isExported).map(\.module)) == modules)
        #expect(kit.count == 1)
    }

    @Test("HometaskCore reaches neither git nor a database, nor the system but for the files of time zones")
    func coreReachesNoPlatform() throws {
        var reached: Set<String> = []
        var waiting: Set = ["HometaskCore"]
        while let module = waiting.popFirst() {
            reached.insert(module)
            waiting.formUnion((ModuleTable.allowed[module] ?? []).subtracting(reached))
        }
        #expect(reached.filter { $0.hasPrefix("C") }.sorted() == ["CMath", "CSchemas"])
        for file in try sources() where reached.contains(file.module ?? "") {
            for imported in file.imports where imported.module == "Glibc" || imported.module.hasPrefix("Foundation") {
                #expect(file.lines.contains("#if canImport(\(imported.module))"), "\(file.path)")
            }
        }
    }

    @Test("A command changes documents by the call that tells what it replaces, unless it has no session")
    func commandsWriteInOneWay() throws {
        let direct = try sources().filter { file in
            file.module == "HometaskCommands" && file.lines.contains { $0.contains("eplica.write(command") }
        }
        #expect(
            direct.map(\.path).sorted() == [
                "Sources/HometaskCommands/Family/InitCommand.swift",
                "Sources/HometaskCommands/Hunts/BuiltInHunt.swift",
                "Sources/HometaskCommands/Session/FamilySession+Writing.swift",
                "Sources/HometaskCommands/Upkeep/DemoStory.swift",
            ])
    }

    @Test("Every program text names the licence at its head")
    func everyFileNamesTheLicence() throws {
        let files = try programTexts()
        #expect(files.contains { $0.path.hasSuffix(".h") } && files.contains { $0.path.hasSuffix(".py") })
        expectNone(files.flatMap(ArchitectureRules.licence))
    }

    @Test("What switches a check of the compiler off says above why it may")
    func exceptionsAreProven() throws {
        expectNone(try sources().flatMap(ArchitectureRules.provenExceptions))
    }

    @Test("A file is named after a type that it declares or extends")
    func filesAreNamedAfterTypes() throws {
        expectNone(try productSources().flatMap(ArchitectureRules.name))
    }

    @Test("What several files use of an extension stands in a file of the extended type")
    func extensionsAreInFilesOfTheirTypes() throws {
        expectNone(try productSources().flatMap(ArchitectureRules.extensions))
    }

    @Test("A documentation comment says more than the name below it")
    func commentsSaySomething() throws {
        expectNone(try productSources().flatMap(ArchitectureRules.documentation))
    }

    @Test("A parameter has a label from the third on")
    func parametersHaveLabels() throws {
        let files = try programTexts().filter { $0.path.hasSuffix(".swift") }
        let signatures = files.filter { $0.path.hasPrefix("Sources/HometaskGit/") }.flatMap(Signature.all)
        #expect(signatures.count > 300, "too few signatures were found to have been read")
        expectNone(files.flatMap(ArchitectureRules.labels))
    }

    @Test("No program text is longer than a reader can keep in mind")
    func filesAreShort() throws {
        expectNone(try programTexts().flatMap(ArchitectureRules.length))
    }

    @Test("Strict memory safety holds at the C edge, and there alone")
    func memorySafetyIsStrictAtTheEdge() throws {
        expectNone(
            ArchitectureRules.strictMemorySafety(
                in: try Self.package.file("Package.swift"), edge: Set(ModuleTable.edges.values)))
    }

    /// One failure for each violation in a file that is no exception, and for each exception without one.
    private func expectOnlyExceptions(
        _ exceptions: [NamedException], among violations: [Violation],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let excepted = Set(exceptions.map(\.path))
        expectNone(violations.filter { !excepted.contains($0.path) }, sourceLocation: sourceLocation)
        for path in excepted.subtracting(violations.map(\.path)) {
            Issue.record("\(path) needs no exception any more", sourceLocation: sourceLocation)
        }
    }

    /// One failure for each violation, which names its file and line.
    private func expectNone(_ violations: [Violation], sourceLocation: SourceLocation = #_sourceLocation) {
        for violation in violations {
            Issue.record(Comment(rawValue: violation.description), sourceLocation: sourceLocation)
        }
    }
}
