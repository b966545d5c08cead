// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A plugin in Python that adds fields to tasks.
enum NoisePlugin {
    private static let program = """
        #!/usr/bin/env python3
        import json, sys
        for line in sys.stdin:
            message = json.loads(line)
            if "id" in message:
                result = {"protocol": 1} if message.get("method") == "initialize" else {}
                print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
        """

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

    /// Writes a plugin into a folder of a device, and enables it.
    ///
    /// - Returns: the device, on which the plugin is found.
    static func enable(_ id: String = "noise", on device: Device, fields: String = fields) throws -> Device {
        let root = device.home + "/plugins"
        let folder = "\(root)/\(id)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let manifest = """
            {"id": "\(id)", "version": "1", "summary": "How loud tasks are.", "protocol": [1], "program": "noise.py",
             "offers": {"fields": \(fields)}, "needs": {}}
            """
        try manifest.write(toFile: folder + "/plugin.json", atomically: true, encoding: .utf8)
        try program.write(toFile: folder + "/noise.py", atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder + "/noise.py")
        let device = device.with(["HOMETASK_PLUGIN_PATH": root])
        try device.run("plugin", "enable", id, "--yes").expect()
        return device
    }
}
