// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import Schemas

/// A member of a `plugin.json` that the schema does not define: from a later version, or misspelt.
public struct UnknownMember: Hashable, Sendable {
    /// Its path in the manifest: `offers/commands/0/sumary`.
    public let place: String
    /// A known member with a similar spelling; nil if there is none.
    public let near: String?

    /// Returns the unknown members of a manifest.
    public static func all(in manifest: JSONObject) -> [UnknownMember] {
        guard let schema = try? JSONObject.parse(SchemaFiles.pluginManifest) else { return [] }
        var found: [UnknownMember] = []
        collect(.object(manifest), .object(schema), definitions: schema["$defs"] ?? [:], place: "", into: &found)
        return found
    }

    private static func collect(
        _ value: JSON, _ node: JSON, definitions: JSON, place: String, into found: inout [UnknownMember]
    ) {
        if let target = node["$ref"]?.stringValue, let name = target.split(separator: "/").last {
            return collect(
                value, definitions[String(name)] ?? [:], definitions: definitions, place: place, into: &found)
        }
        if let items = node["items"] {
            for (index, item) in (value.arrayValue ?? []).enumerated() {
                collect(item, items, definitions: definitions, place: "\(place)\(index)/", into: &found)
            }
        }
        guard let known = node["properties"]?.objectValue, let object = value.objectValue else { return }
        for (name, member) in object.members {
            if let next = known[name.string] {
                collect(member, next, definitions: definitions, place: "\(place)\(name.string)/", into: &found)
            } else {
                let near = Spelling.nearest(to: name.string, among: known.members.map { $0.0.string })
                found.append(UnknownMember(place: place + name.string.excerpt(limit: 60), near: near))
            }
        }
    }
}
