// SPDX-License-Identifier: Apache-2.0

import HometaskCommands
import HometaskDocuments
import HometaskGitReplica
import HometaskPlatform
import HometaskPluginHost
import HometaskProcess

StandardStreams.reserve()

/// Returns the machine's clock, or the fixed one of `HOMETASK_NOW` for tests and demonstrations.
func clock(_ variables: [String: String]) -> @Sendable () -> Timestamp {
    if let fixed = variables["HOMETASK_NOW"].flatMap({ Timestamp(rfc3339: $0) }) { return { fixed } }
    return { Timestamp(seconds: Int64(time(nil))) }
}

/// Returns the folder in which the command was started.
func currentFolder() -> String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
}

/// The path of this program.
let programPath = ProgramPath.own ?? "hometask"

/// Returns the bytes of the arguments after the program's name.
func givenWords() -> [[UInt8]] {
    (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
        CommandLine.unsafeArgv[index].map { word in
            Array(UnsafeRawBufferPointer(start: word, count: strlen(word)))
        }
    }
}

let (arguments, unreadable) = CommandLineTool.arguments(givenWords())
if let unreadable { exit(unreadable) }
if arguments.count == 2, arguments[0] == BundledPlugin.word {
    guard let plugin = BundledPlugins.all.first(where: { $0.id == arguments[1] }) else { exit(64) }
    plugin.serve()
    exit(0)
}
/// Returns the plugins of this user.
func plugins(_ variables: [String: String]) -> PluginHost? {
    return PluginPlaces(variables, program: programPath).map { places in
        PluginHost(
            places: places, bundled: BundledPlugins.all, program: programPath, variables: variables,
            version: CommandLineTool.version, ownNames: { CommandLineTool.ownNames },
            requiresSandbox: { CommandLineTool.requiresSandbox(variables) })
    }
}

/// Starts the upkeep of a family's repository in a separate process, and does not wait for it.
func beginUpkeep(_ folder: String, _ variables: [String: String]) {
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nothing >= 0 else { return }
    defer { close(nothing) }
    var start = ProgramStart(
        programPath, ["upkeep", "--background", "-C", folder], environment: variables, output: nothing,
        errors: nothing)
    // The process must not keep a folder busy.
    start.folder = "/"
    _ = try? start.start()
}

let variables = EnvironmentVariables.all
var environment = CommandEnvironment(
    provider: GitReplicaProvider(clock: clock(variables), endsWithSignals: true),
    plugins: { [variables] in plugins(variables) },
    clock: clock(variables), variables: variables, folder: currentFolder(), isOutputTerminal: isatty(1) == 1,
    isInputTerminal: isatty(0) == 1)
environment.beginUpkeep = { [variables] in beginUpkeep($0, variables) }
MainThread().exit { [environment, arguments] in await CommandLineTool.run(arguments, in: environment) }
