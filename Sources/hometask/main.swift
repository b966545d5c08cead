// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskCommands
import HometaskDocuments
import HometaskGitReplica
import HometaskPluginHost
import HometaskProcess

/// Returns the machine's clock, or the fixed one of `HOMETASK_NOW` for tests and demonstrations.
func clock(_ variables: [String: String]) -> @Sendable () -> Timestamp {
    if let fixed = variables["HOMETASK_NOW"].flatMap({ Timestamp(rfc3339: $0) }) { return { fixed } }
    return { Timestamp(seconds: Int64(time(nil))) }
}

/// Returns the environment variables.
func environmentVariables() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
        if let mark = strchr(text, CInt(UInt8(ascii: "="))) {
            let name = UnsafeRawBufferPointer(start: text, count: mark - text)
            variables[String(decoding: name, as: UTF8.self)] = String(cString: mark + 1)
        }
        entry += 1
    }
    return variables
}

/// Returns the folder in which the command was started.
func currentFolder() -> String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
}

/// Returns the path of this program.
func programPath() -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : "hometask"
}

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.count == 2, arguments[0] == BundledPlugin.word {
    guard let plugin = BundledPlugins.all.first(where: { $0.id == arguments[1] }) else { exit(64) }
    plugin.serve()
    exit(0)
}
/// Returns the plugins of this user.
func plugins(_ variables: [String: String]) -> PluginHost? {
    let program = programPath()
    return PluginPlaces(variables, program: program).map { places in
        PluginHost(
            places: places, bundled: BundledPlugins.all, program: program, variables: variables,
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
        programPath(), ["upkeep", "--background", "-C", folder], environment: variables, output: nothing,
        errors: nothing)
    // The process must not keep a folder in use.
    start.folder = "/"
    _ = try? start.start()
}

let variables = environmentVariables()
var environment = CommandEnvironment(
    provider: GitReplicaProvider(clock: clock(variables), endsWithSignals: true),
    plugins: { [variables] in plugins(variables) },
    clock: clock(variables), variables: variables, folder: currentFolder(), isOutputTerminal: isatty(1) == 1,
    isInputTerminal: isatty(0) == 1)
environment.beginUpkeep = { [variables] in beginUpkeep($0, variables) }
MainThread().exit { [environment] in await CommandLineTool.run(arguments, in: environment) }
