// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlatform
import TestSupport

/// A run of a program, such as the `hometask` built beside the test bundle or named by HOMETASK_PROGRAM.
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

    /// Starts a program in a subfolder of the temporary folder, with that folder as its HOME.
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

    /// Kills the program with SIGKILL.
    func kill() { HometaskPlatform.kill(process.processIdentifier, SIGKILL) }

    /// Waits for the program to exit; returns the exit code (a signal's number negated) and the text of standard error.
    func finish() -> (status: Int32, errors: String) {
        process.waitUntilExit()
        let code = process.terminationStatus
        let text = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
        try? FileManager.default.removeItem(atPath: errors)
        return (process.terminationReason == .exit ? code : -code, text)
    }

    /// Multiplier for the number of runs: HOMETASK_TEST_RUNS, 1 by default.
    static let runs = ProcessInfo.processInfo.environment["HOMETASK_TEST_RUNS"].flatMap { Int($0) } ?? 1
}

extension TemporaryFolder {
    /// Lock files and temporary files left behind in a git directory.
    func leftovers(in gitDirectory: String) -> [String] {
        let names =
            FileManager.default.enumerator(atPath: path + "/" + gitDirectory)?.compactMap { $0 as? String } ?? []
        // The family index is recreated from any state that a killed process leaves.
        return names.filter { !$0.hasPrefix("hometask/index.") }.filter { name in
            name.hasSuffix(".lock") || name.hasSuffix(".new") || name.contains("index.hometask-")
        }
    }

    /// Every JSON blob in the history of HEAD, parsed, with its path.
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

    /// Dots that denote two different writes in the history; must be empty.
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
