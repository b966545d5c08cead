// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily
import HometaskPlatform
import HometaskProcess
import HometaskReplica

/// `hometask serve`: executes the program `hometask-serve`, which is built separately because it contains an HTTP
/// server.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Let the family's phones exchange tasks with this machine.",
        discussion: """
            Starts the program hometask-serve, which is installed separately: see 'hometask help phones'. 'hometask serve \
            run --help' lists the options of the server; 'hometask serve invite MEMBER' prints a link with which a \
            phone joins; 'hometask serve devices' lists the phones and signs them out.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("The arguments of hometask-serve; without any, it starts the server.", valueName: "words"))
    var words: [String] = []

    private static let program = "hometask-serve"

    func run() async throws {
        guard let environment = CommandEnvironment.current else { return }
        guard let path = ProgramPath.findBesideOwn(Self.program, in: environment.variables) else {
            if words.first == "--help" || words.first == "-h" { throw CleanExit.helpRequest(self) }
            throw ReplicaError(
                .missingProgram, "the program \(Self.program) is not installed",
                hint: "Install the package hometask-serve; 'hometask help phones' says more.")
        }
        var variables = environment.variables
        do {
            if let folder = try await familyFolder(environment) { variables["HOMETASK_DIR"] = folder }
        } catch {
            // Its help needs no family, and --family names one.
            let needsNone = words.contains { word in
                ["--help", "-h", "help", "--version", "--family"].contains(word) || word.hasPrefix("--family=")
            }
            if !needsNone { throw error }
        }
        let number = replaceProcess(path, variables)
        throw ReplicaError(.inputOutput, "cannot start \(path): \(String(cString: strerror(number)))")
    }

    /// Returns the folder of the family; nil if there is none, which the program itself reports.
    ///
    /// - Throws: an error if the settings cannot be read, or the default family's folder is missing.
    private func familyFolder(_ environment: CommandEnvironment) async throws -> String? {
        let user = try UserSettings.load(environment.variables)
        do {
            return try await FamilySearch(environment, user: user).folder(global)
        } catch {
            guard user.defaultFolder != nil else { return nil }
            throw error
        }
    }

    /// Replaces this process with the program; returns only on failure, with `errno`.
    private func replaceProcess(_ path: String, _ variables: [String: String]) -> Int32 {
        var arguments = ([path] + words).map { strdup($0) } + [nil]
        var pairs = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        execve(path, &arguments, &pairs)
        return errno
    }
}
