// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Files and hubs for testing photo transfer. Photos are kept unchecked: only bytes are transferred.
extension Family {
    /// Photos for a device: the first bytes of a JPEG, followed by random bytes.
    func photoFiles(_ count: Int, bytes: Int = 2000, from first: Int = 0, on device: Device) throws -> [String] {
        try device.run("plugin", "disable", "photo").expect()
        return try (first..<(first + count)).map { number in
            var random = SeededGenerator(seed: UInt64(number))
            var content: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
            for _ in 0..<(bytes >> 3) { withUnsafeBytes(of: random.next()) { content += $0 } }
            let path = "\(device.home)/photo-\(number).jpg"
            try Data(content).write(to: URL(fileURLWithPath: path))
            return path
        }
    }

    /// Attaches photos and sends them.
    func send(_ count: Int, bytes: Int = 2000, from first: Int = 0, on device: Device) throws {
        try attach(count, bytes: bytes, from: first, on: device)
        try device.run("sync").expectQuietly("\(count) photo")
    }

    /// Attaches a number of new photos on a device, without sending them.
    func attach(_ count: Int, bytes: Int = 2000, from first: Int = 0, on device: Device) throws {
        let files = try photoFiles(count, bytes: bytes, from: first, on: device)
        try device.run(["photo", "add"] + files).expect(stderr: "unchecked")
    }

    /// Makes the hub reject references that match a shell pattern.
    func refuse(_ pattern: String) throws {
        let hook = hubPath + "/hooks/update"
        try FileManager.default.createDirectory(atPath: hubPath + "/hooks", withIntermediateDirectories: true)
        try ProgramFile.write(
            """
            #!/bin/sh
            case "$1" in \(pattern)) echo "references of this kind are not allowed here"; exit 1 ;; esac
            """, to: hook)
    }

    /// The names of all references at the hub.
    func hubReferences() throws -> [String] {
        try device.git("--git-dir", hubPath, "for-each-ref", "--format=%(refname)").lines
    }
}

extension Device {
    /// A member of each photo in `photo list --json`, newest first.
    func photos(_ name: String) throws -> [Bool] {
        try run("photo", "list", "--json").expectQuietly().objects().map { $0[name] as? Bool ?? false }
    }

    /// How many originals this device holds.
    func heldPhotos() throws -> Int { try photos("held").count { $0 } }
}
