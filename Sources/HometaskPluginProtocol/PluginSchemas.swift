// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import Schemas

/// The JSON Schemas of the protocol, compiled into the program.
public enum PluginSchemas {
    /// Returns the schema of `plugin.json`.
    public static func manifest() throws(SchemaError) -> Schema { try Schema(SchemaFiles.pluginManifest) }

    /// Returns the schema of one part of the protocol: a method's parameters or its result (`initialize-result`).
    public static func part(_ name: String) throws(SchemaError) -> Schema {
        guard var part = parts[name]?.objectValue else {
            throw SchemaError("there is no part ‘\(name)’ of the protocol")
        }
        part["$defs"] = .object(parts)
        return try Schema(part.compactBytes())
    }

    /// All parts by name, loaded lazily.
    private static let parts: JSONObject =
        (try? JSONObject.parse(SchemaFiles.pluginProtocol))?["$defs"]?.objectValue ?? JSONObject()
}
