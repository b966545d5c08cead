// SPDX-License-Identifier: Apache-2.0

import CSchemas

/// The JSON Schemas of the documents, compiled into the program.
public enum SchemaFiles {
    /// The kinds that have a schema, in byte order.
    public static let kinds = [
        "category", "comment", "device", "family", "hunt", "member", "note", "photo", "pin", "task", "team", "template",
        "view",
    ]

    /// The bytes of a kind's schema; nil if the kind has none.
    public static func bytes(of kind: String) -> [UInt8]? {
        var count = 0
        return hometask_schema(kind, &count).map { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }

    /// The bytes of the schema of a plugin's `plugin.json`.
    public static var pluginManifest: [UInt8] {
        var count = 0
        return Array(UnsafeBufferPointer(start: hometask_plugin_schema(&count), count: count))
    }

    /// The bytes of the schema of the messages between the host and a plugin.
    public static var pluginProtocol: [UInt8] {
        var count = 0
        return Array(UnsafeBufferPointer(start: hometask_plugin_protocol_schema(&count), count: count))
    }
}
