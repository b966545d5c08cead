// SPDX-License-Identifier: Apache-2.0

/// The JSON Schemas of the documents, compiled into the program.
public enum SchemaFiles {
    /// The kinds that have a schema, in byte order.
    public static let kinds = [
        "category", "comment", "device", "family", "hunt", "member", "note", "photo", "pin", "task", "team", "template",
        "view",
    ]

    /// The bytes of a kind's schema; nil where the kind has none here.
    public static func bytes(of kind: String) -> [UInt8]? {
        switch kind {
        case "category": PackageResources.category_schema_json
        case "comment": PackageResources.comment_schema_json
        case "device": PackageResources.device_schema_json
        case "family": PackageResources.family_schema_json
        case "hunt": PackageResources.hunt_schema_json
        case "member": PackageResources.member_schema_json
        case "note": PackageResources.note_schema_json
        case "photo": PackageResources.photo_schema_json
        case "pin": PackageResources.pin_schema_json
        case "task": PackageResources.task_schema_json
        case "team": PackageResources.team_schema_json
        case "template": PackageResources.template_schema_json
        case "view": PackageResources.view_schema_json
        default: nil
        }
    }

    /// The bytes of the schema of a plugin's `plugin.json`.
    public static var pluginManifest: [UInt8] { PackageResources.plugin_schema_json }

    /// The bytes of the schema of the messages between the host and a plugin.
    public static var pluginProtocol: [UInt8] { PackageResources.plugin_protocol_schema_json }
}
