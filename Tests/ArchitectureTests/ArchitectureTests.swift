// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

/// The package complies with the architecture rules.
@Suite("The architecture")
struct ArchitectureTests {
    private static let package = PackageFiles()

    /// The Swift files of modules, schemas included. Read once for all tests.
    private static let modules = Result {
        try (["Sources"] + ModuleTable.elsewhere.values).flatMap { try package.files(under: $0, extensions: ["swift"]) }
    }

    /// All other program texts.
    private static let surroundings = Result {
        try package.files(under: "Sources", extensions: ["h"])
            + ["Tests", "Plugins"].flatMap { try package.files(under: $0, extensions: ["swift", "h", "py"]) }
            + ["Package.swift", ".ci/bootstrap", ".ci/run"].map(package.file)
    }

    private func sources() throws -> [SourceFile] { try Self.modules.get() }

    /// The sources of the program and its plugins. Tests are excluded: their names are sentences, and no other target
    /// imports shared test code.
    private func productSources() throws -> [SourceFile] {
        let sources = try sources().filter { $0.path.hasPrefix("Sources/") || $0.path.contains("/Sources/") }
        #expect(sources.count > 800)
        return sources
    }

    private func programTexts() throws -> [SourceFile] { try sources() + Self.surroundings.get() }

    @Test("Modules import only what the table allows")
    func importsFollowTheTable() throws {
        expectNone(try sources().flatMap(ArchitectureRules.imports))
    }

    @Test("The table and the folders list the same modules, and every module's imports were read")
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

    @Test("Each C library is imported by exactly one module")
    func oneModuleMeetsEachCLibrary() throws {
        for (library, edge) in ModuleTable.edges {
            let importers = try sources().filter { $0.imports.contains { $0.module == library } }
            #expect(Set(importers.compactMap(\.module)) == [edge])
        }
    }

    /// The sources of the embeddable libraries.
    private func libraries() throws -> [SourceFile] {
        let frontEnds: Set = ["HometaskCommands", "HometaskHTTP", "HometaskWeb", "hometask", "hometask-serve"]
        let libraries = try sources().filter { $0.path.hasPrefix("Sources/") && !frontEnds.contains($0.module ?? "") }
        #expect(libraries.count > 500)
        return libraries
    }

    @Test("Embeddable libraries name no option of the command")
    func librariesNameNoOption() throws {
        let libraries = try libraries().filter { !ModuleTable.gitModules.contains($0.module ?? "") }
        expectOnlyExceptions(ModuleTable.optionExceptions, among: libraries.flatMap(ArchitectureRules.options))
    }

    @Test("Only HometaskSystem and listed files open and flush files")
    func filesAreOpenedInOneModule() throws {
        let others = try sources().filter { $0.path.hasPrefix("Sources/") && $0.module != "HometaskSystem" }
        expectOnlyExceptions(ModuleTable.fileExceptions, among: others.flatMap(ArchitectureRules.fileCalls))
    }

    @Test("Embeddable libraries name no command: their hints name actions")
    func librariesNameNoCommand() throws {
        let libraries = try libraries()
        let table = try Self.package.file("Sources/HometaskCommands/Program/HometaskCommand.swift").lines.joined()
        let names = table.components(separatedBy: "(\"").dropFirst().compactMap { entry -> String? in
            let name = entry.prefix { $0 != "\"" }
            return entry.dropFirst(name.count).hasPrefix("\", ") ? String(name) : nil
        }
        #expect(names.count > 50)
        // Git runs this one, whichever program embeds the library.
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

    @Test("A file listed with an additional import still needs that import")
    func exceptionsAreNeeded() throws {
        for exception in ModuleTable.exceptions {
            let file = try Self.package.file(exception.path)
            #expect(
                file.imports.contains { $0.module == exception.module },
                "\(exception.path) no longer imports \(exception.module): take it out of ModuleTable.exceptions")
        }
    }

    @Test(
        "HometaskCore and HometaskKit export all their modules and contain nothing else",
        arguments: [("HometaskCore", ModuleTable.exportedByCore), ("HometaskKit", ModuleTable.exportedByKit)])
    func kitsExportTheirModules(name: String, modules: Set<String>) throws {
        let kit = try sources().filter { $0.module == name }
        #expect(Set(kit.flatMap(\.imports).filter(\.isExported).map(\.module)) == modules)
        #expect(kit.count == 1)
    }

    @Test("HometaskCore has no git, no database, and no system access except for time zone files")
    func coreReachesNoPlatform() throws {
        var reached: Set<String> = []
        var waiting: Set = ["HometaskCore"]
        while let module = waiting.popFirst() {
            reached.insert(module)
            waiting.formUnion((ModuleTable.allowed[module] ?? []).subtracting(reached))
        }
        #expect(reached.filter { $0.hasPrefix("C") }.sorted() == ["CMath", "CSchemas"])
        for file in try sources() where reached.contains(file.module ?? "") {
            for imported in file.imports
            where imported.module == "HometaskPlatform" || imported.module.hasPrefix("Foundation") {
                #expect(file.lines.contains { $0.hasPrefix("#if canImport(Glibc)") }, "\(file.path)")
            }
        }
    }

    @Test("Commands write through the session, except commands that have none")
    func commandsWriteInOneWay() throws {
        let direct = try sources().filter { file in
            file.module == "HometaskCommands" && file.lines.contains { $0.contains("eplica.write(command") }
        }
        #expect(
            direct.map(\.path).sorted() == [
                "Sources/HometaskCommands/Family/FamilyCreation.swift",
                "Sources/HometaskCommands/Hunts/BuiltInHunt.swift",
                "Sources/HometaskCommands/Session/FamilySession.swift",
                "Sources/HometaskCommands/Upkeep/DemoStory.swift",
            ])
    }

    @Test("Every program text names the licence at the top")
    func everyFileNamesTheLicence() throws {
        let files = try programTexts()
        #expect(files.contains { $0.path.hasSuffix(".h") } && files.contains { $0.path.hasSuffix(".py") })
        expectNone(files.flatMap(ArchitectureRules.licence))
    }

    @Test("An exception from a compiler check is justified in the comment above")
    func exceptionsAreProven() throws {
        expectNone(try sources().flatMap(ArchitectureRules.provenExceptions))
    }

    @Test("A file is named after a type it declares or extends")
    func filesAreNamedAfterTypes() throws {
        expectNone(try productSources().flatMap(ArchitectureRules.name))
    }

    @Test("Shared extension members are in a file of the extended type")
    func extensionsAreInFilesOfTheirTypes() throws {
        expectNone(try productSources().flatMap(ArchitectureRules.extensions))
    }

    @Test("A documentation comment has at least four words")
    func commentsSaySomething() throws {
        expectNone(try productSources().flatMap(ArchitectureRules.documentation))
    }

    @Test("Parameters from the third on have labels")
    func parametersHaveLabels() throws {
        let files = try programTexts().filter { $0.path.hasSuffix(".swift") }
        let signatures = files.filter { $0.path.hasPrefix("Sources/HometaskGit/") }.flatMap(Signature.all)
        #expect(signatures.count > 300, "too few signatures were found to have been read")
        expectNone(files.flatMap(ArchitectureRules.labels))
    }

    @Test("Every program text is within the length limit")
    func filesAreShort() throws {
        expectNone(try programTexts().flatMap(ArchitectureRules.length))
    }

    @Test("Strict memory safety is set at the C edge only")
    func memorySafetyIsStrictAtTheEdge() throws {
        expectNone(
            ArchitectureRules.strictMemorySafety(
                in: try Self.package.file("Package.swift"), edge: Set(ModuleTable.edges.values)))
    }

    /// Records an issue for each violation in a file without an exception, and for each unneeded exception.
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

    /// Records an issue for each violation, with its file and line.
    private func expectNone(_ violations: [Violation], sourceLocation: SourceLocation = #_sourceLocation) {
        for violation in violations {
            Issue.record(Comment(rawValue: violation.description), sourceLocation: sourceLocation)
        }
    }
}
