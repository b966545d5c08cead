// SPDX-License-Identifier: Apache-2.0

import CSchemas

/// The JSON Schemas of the documents, compiled into the program.
public enum SchemaFiles {
    /// The kinds that have a schema, in byte order.
    public static let kinds = [
        "category", "comment", "device", "family", "hunt", "member", "note", "photo", "pin", "task", "team", "template",
        "view",
    ]

    /// The bytes of a kind's schema; nil where the kind has none here.
    public static func bytes(of kind: String) -> [UInt8]? {
        kinds.contains(kind) ? file(named: kind) : nil
    }

    /// The bytes of the schema of a plugin's `plugin.json`.
    public static var pluginManifest: [UInt8] { file(named: "plugin") }

    /// The bytes of the schema of the messages between the host and a plugin.
    public static var pluginProtocol: [UInt8] { file(named: "plugin-protocol") }

    private static func file(named name: String) -> [UInt8] {
        var count = 0
        return Array(UnsafeBufferPointer(start: hometask_schema(name, &count), count: count))
    }
}
