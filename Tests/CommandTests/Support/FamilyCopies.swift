// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestSupport
import Testing

/// Families that were made once in this process, for each test to have a copy of its own.
///
/// A copy is the same family on the same device, as if it had been made where it is: what the device knows of its place
/// is written anew.
enum FamilyCopies {
    private static let made = Mutex<[String: Device]>([:])

    /// Gives a device a copy of a family, which is made first where there is none of the name.
    static func copy(to device: Device, named name: String, making make: (Device) throws -> Void) throws {
        let original = try made.withLock { made in
            if let known = made[name] { return known }
            if made.isEmpty { atexit { FamilyCopies.remove() } }
            let known = try Device("phone", in: TemporaryFolder())
            try make(known)
            made[name] = known
            return known
        }
        try RunningProgram(
            "/bin/cp", ["-a", original.folder, device.folder], environment: device.environment, folder: device.home,
            input: ""
        ).finish().expect()
        try settle(device, from: original)
    }

    /// Writes where the device is now: it would take itself for a copy otherwise, and be another one.
    private static func settle(_ device: Device, from original: Device) throws {
        let isBare = !FileManager.default.fileExists(atPath: device.folder + "/.git")
        let end = isBare ? "" : "/.git"
        let file = device.folder + end + "/hometask/device.json"
        var text = try String(contentsOfFile: file, encoding: .utf8)
        for (old, new) in [
            ("\"\(original.folder + end)\"", "\"\(device.folder + end)\""),
            ("\"\(try inode(original.folder + end))\"", "\"\(try inode(device.folder + end))\""),
        ] {
            try #require(text.contains(old))
            text = text.replacing(old, with: new)
        }
        try text.write(toFile: file, atomically: true, encoding: .utf8)
    }

    private static func inode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int)
    }

    private static func remove() { made.withLock { $0 = [:] } }
}
