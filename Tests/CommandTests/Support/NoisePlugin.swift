// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A plugin in Python that adds fields to tasks.
enum NoisePlugin {
    private static let fields = """
        {"task": {
          "loudness": {"type": "integer", "minimum": 0, "maximum": 10, "title": "Loudness",
                       "description": "How loud it gets.", "x-merge": "register"},
          "level": {"enum": ["quiet", "audible", "loud"], "x-merge": "register"},
          "tools": {"type": "array", "items": {"type": "string", "maxLength": 20}, "x-merge": "set"},
          "indoors": {"type": "boolean", "x-merge": "register"},
          "heard": {"type": "string", "format": "date", "x-merge": "register"},
          "at": {"type": "string", "format": "date-time", "x-merge": "register"},
          "remark": {"type": "string", "maxLength": 40, "x-merge": "register"}}}
        """

    /// Writes a plugin to a device's folder and enables it.
    ///
    /// - Returns: the device with the plugin in its search path.
    static func enable(_ id: String = "noise", on device: Device) throws -> Device {
        let root = device.home + "/plugins"
        _ = try PluginFolder(
            id, in: root, program: PluginFolder.python("answer({})"), offers: "{\"fields\": \(fields)}", needs: "{}")
        let device = device.with(["HOMETASK_PLUGIN_PATH": root])
        try device.run("plugin", "enable", id, "--yes").expect()
        return device
    }
}
