// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A plugin without a program, which adds fields to documents and nothing else.
enum FieldsPlugin {
    /// Fields of one kind each: a level, tags, a day and a remark.
    private static let fields = """
        {"level": {"type": "integer", "minimum": 0, "maximum": 10, "title": "Level", "x-merge": "register"},
         "words": {"type": "array", "items": {"type": "string", "maxLength": 20}, "x-merge": "set"},
         "since": {"type": "string", "format": "date", "x-merge": "register"},
         "remark": {"type": "string", "maxLength": 200, "x-merge": "register"},
         "lines": {"type": "array", "items": {"type": "string"}, "x-merge": "text"}}
        """

    /// Writes a plugin to a device's folder and enables it.
    ///
    /// - Returns: the device with the plugin in its search path.
    static func enable(
        _ id: String = "more", for kinds: [String] = ["task", "pin", "note", "member", "category", "family", "view"],
        on device: Device
    ) throws -> Device {
        let root = device.home + "/plugins"
        let folder = "\(root)/\(id)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let offers = kinds.map { "\"\($0)\": \(fields)" }.joined(separator: ", ")
        try """
        {"id": "\(id)", "version": "1.0", "summary": "Fields of a test.", "protocol": [1],
         "offers": {"fields": {\(offers)}}}
        """.write(toFile: folder + "/plugin.json", atomically: true, encoding: .utf8)
        let device = device.with(["HOMETASK_PLUGIN_PATH": root])
        try device.run("plugin", "enable", id, "--yes").expect()
        return device
    }
}
