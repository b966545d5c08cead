// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TestSupport

/// The built `hometask` beside the test bundle, or the one that HOMETASK_PROGRAM names.
struct Command {
    static let program: String = {
        let named = ProcessInfo.processInfo.environment["HOMETASK_PROGRAM"] ?? ""
        if !named.isEmpty { return named }
        let places = [CommandLine.arguments[0], "/proc/self/exe"].map {
            URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent().path + "/hometask"
        }
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let built = package + "/.build/debug/hometask"
        return (places + [built]).first { FileManager.default.isExecutableFile(atPath: $0) } ?? built
    }()

    private let process = Process()
    private let errors: String

    /// Starts a program, in a folder below a temporary one, which is its home.
    init(_ words: [String], in folder: TemporaryFolder, at place: String = "home") throws {
        errors = folder.path + "/errors-" + UUID().uuidString
        _ = FileManager.default.createFile(atPath: errors, contents: nil)
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path + "/" + place)
        process.environment = [
            "HOME": folder.path, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8", "HOMETASK": Self.program,
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle(forWritingAtPath: errors)
        try process.run()
    }

    /// Ends the program at once, as a power cut would.
    func kill() { Glibc.kill(process.processIdentifier, SIGKILL) }

    /// Waits for the end; gives the exit code (a signal's number negated) and what was said on standard error.
    func finish() -> (status: Int32, errors: String) {
        process.waitUntilExit()
        let code = process.terminationStatus
        let text = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
        try? FileManager.default.removeItem(atPath: errors)
        return (process.terminationReason == .exit ? code : -code, text)
    }

    /// How many times as many runs as in a short test: HOMETASK_TEST_RUNS, 1 by default.
    static let runs = ProcessInfo.processInfo.environment["HOMETASK_TEST_RUNS"].flatMap { Int($0) } ?? 1
}

extension TemporaryFolder {
    /// Files that a process should not leave in a git directory: locks, and files made to be renamed.
    func leftovers(in gitDirectory: String) -> [String] {
        let names =
            FileManager.default.enumerator(atPath: path + "/" + gitDirectory)?.compactMap { $0 as? String } ?? []
        // The index of the family is made anew from whatever a killed process leaves of it.
        return names.filter { !$0.hasPrefix("hometask/index.") }.filter { name in
            name.hasSuffix(".lock") || name.hasSuffix(".new") || name.contains("index.hometask-")
        }
    }

    /// Every blob that a path has had in the history of HEAD, parsed.
    func versions(in place: String) throws -> [(path: String, members: [String: Any])] {
        var found: [(path: String, members: [String: Any])] = []
        for line in try git("log", "--format=", "--raw", "--no-abbrev", "--root", "-m", in: place).split(
            separator: "\n")
        {
            let halves = line.split(separator: "\t")
            let words = halves[0].split(separator: " ")
            guard halves.count == 2, words.count == 5, halves[1].hasSuffix(".json"), words[4] != "D" else { continue }
            let text = try git("cat-file", "blob", String(words[3]), in: place)
            let members = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            found.append((String(halves[1]), members ?? [:]))
        }
        return found
    }

    /// The dots that stand for two different writes somewhere in the history: there should be none.
    func reusedDots(in place: String) throws -> [String] {
        var writes: [String: String] = [:]
        var reused: [String] = []
        for (path, members) in try versions(in: place) {
            let merge = members["~merge"] as? [String: Any]
            for (field, stamp) in merge?["stamps"] as? [String: Any] ?? [:] {
                guard let stamp = stamp as? String ?? (stamp as? [String: Any])?["latest"] as? String else { continue }
                let parts = stamp.split(separator: "#")
                let key = "\(path) \(parts[0])"
                let write = "\(field) \(parts.last ?? "")"
                if let before = writes[key], before != write { reused.append("\(key): \(before), \(write)") }
                writes[key] = write
            }
        }
        return reused
    }
}
