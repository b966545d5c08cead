// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlatform
import Synchronization
import TestSupport
import Testing

/// A cache of families, created once per process and copied for each test.
///
/// A copy is the same family on the same devices, with the devices' recorded paths rewritten.
enum FamilyCopies {
    private static let made = Mutex<[String: TemporaryFolder]>([:])

    /// Copies the named original into a folder: a family on its first device, with its hub or further devices.
    ///
    /// - Parameters:
    ///   - items: the paths to copy; existing ones are replaced.
    ///   - make: creates the original in an empty folder, if it is not cached.
    static func copy(
        _ items: [String], to root: TemporaryFolder, named name: String, making make: (TemporaryFolder) throws -> Void
    ) throws {
        try copy(items, from: original(named: name, making: make), to: root)
    }

    /// Copies devices and hubs from one folder to another.
    ///
    /// - Parameter items: the paths of the devices and hubs; existing files are replaced.
    static func copy(_ items: [String], from original: TemporaryFolder, to root: TemporaryFolder) throws {
        for item in items { try? FileManager.default.removeItem(atPath: "\(root.path)/\(item)") }
        try RunningProgram(
            "/bin/cp", ["-a", "--parents"] + items + [root.path], environment: [:], folder: original.path, input: ""
        ).finish().expect()
        for item in items { try settle(item, in: root, from: original) }
    }

    /// Not locked while creating, because an original may need others; of two created concurrently, the first is kept.
    private static func original(
        named name: String, making make: (TemporaryFolder) throws -> Void
    ) throws -> TemporaryFolder {
        if let known = made.withLock({ $0[name] }) { return known }
        let folder = try TemporaryFolder()
        try make(folder)
        return made.withLock { made in
            if let known = made[name] { return known }
            made[name] = folder
            return folder
        }
    }

    /// Updates the devices' recorded paths; otherwise the devices would detect the copy and become new devices.
    private static func settle(_ item: String, in root: TemporaryFolder, from original: TemporaryFolder) throws {
        for folder in ["", "/family"] {
            for end in ["/.git", ""] {
                let place = "/\(item)\(folder)\(end)"
                try replace([original.path: root.path], in: root.path + place + "/config", isNeeded: false)
                let file = place + "/hometask/device.json"
                guard FileManager.default.fileExists(atPath: root.path + file) else { continue }
                let (old, new) = (try inode(original.path + place), try inode(root.path + place))
                try replace(
                    ["\"\(original.path)\(place)\"": "\"\(root.path)\(place)\"", "\"\(old)\"": "\"\(new)\""],
                    in: root.path + file)
            }
        }
        try replace(
            [original.path: root.path], in: "\(root.path)/\(item)/.config/hometask/config.json", isNeeded: false)
    }

    private static func replace(_ texts: [String: String], in file: String, isNeeded: Bool = true) throws {
        guard isNeeded || FileManager.default.fileExists(atPath: file) else { return }
        var text = try String(contentsOfFile: file, encoding: .utf8)
        let before = text
        for (old, new) in texts {
            if isNeeded { try #require(text.contains(old)) }
            text = text.replacing(old, with: new)
        }
        if text != before { try text.write(toFile: file, atomically: true, encoding: .utf8) }
    }

    private static func inode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int)
    }
}

/// The paths in a folder with size and modification time, for detecting writes: equal if nothing was written.
struct FolderState: Equatable {
    private let items: [String: [Int]]

    init(_ path: String) throws {
        var items: [String: [Int]] = [:]
        for item in try FileManager.default.subpathsOfDirectory(atPath: path) {
            var status = stat()
            guard lstat("\(path)/\(item)", &status) == 0 else { continue }
            items[item] = [Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
        }
        self.items = items
    }
}
