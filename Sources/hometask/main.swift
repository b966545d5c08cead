// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskCommands
import HometaskDocuments
import HometaskGitReplica

/// The machine's clock, or the fixed one of `HOMETASK_NOW`, which tests and demonstrations use.
func clock(_ variables: [String: String]) -> @Sendable () -> Timestamp {
    if let fixed = variables["HOMETASK_NOW"].flatMap({ Timestamp(rfc3339: $0) }) { return { fixed } }
    return { Timestamp(seconds: Int64(time(nil))) }
}

/// The environment variables.
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

/// The folder the command was started in.
func currentFolder() -> String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
}

let variables = environmentVariables()
let environment = CommandEnvironment(
    provider: GitReplicaProvider(clock: clock(variables)), clock: clock(variables), variables: variables,
    folder: currentFolder(), isOutputTerminal: isatty(1) == 1, isInputTerminal: isatty(0) == 1)
let arguments = Array(CommandLine.arguments.dropFirst())
MainThread().exit { await CommandLineTool.run(arguments, in: environment) }
