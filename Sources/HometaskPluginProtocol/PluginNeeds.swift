// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The permissions that a plugin needs. They are shown before the plugin is enabled, and enforced by the host.
public struct PluginNeeds: Hashable, Sendable {
    /// The kinds of documents that the plugin reads.
    public var read: Set<DocumentKind>
    /// The kinds of documents that the plugin changes.
    public var write: Set<DocumentKind>
    /// Whether the plugin uses the network.
    public var network: Bool
    /// Whether the plugin uses the desktop, over the session bus.
    public var desktop: Bool
    /// Whether the plugin uses services of this machine, over the system bus.
    public var services: Bool
    /// Whether the plugin starts programs of this machine as the current user. No sandbox can contain such a plugin.
    public var programs: Bool

    /// Reads the member `needs` of a manifest.
    init(_ object: JSONObject) {
        func kinds(_ name: String) -> Set<DocumentKind> { Set(object.texts(name).map { DocumentKind(rawValue: $0) }) }
        read = kinds("read")
        write = kinds("write")
        network = object["network"] == true
        desktop = object["desktop"] == true
        services = object["services"] == true
        programs = object["programs"] == true
    }

    /// The needs in the form of the manifest.
    public var json: JSONObject {
        func kinds(_ set: Set<DocumentKind>) -> JSON { .array(set.map(\.rawValue).sorted().map { .string($0) }) }
        return [
            "read": kinds(read), "write": kinds(write), "network": .bool(network), "desktop": .bool(desktop),
            "services": .bool(services), "programs": .bool(programs),
        ]
    }

    /// The needs in words, one per line, for the decision to enable the plugin.
    public var words: [String] {
        func names(_ set: Set<DocumentKind>) -> String { set.map(\.rawValue).sorted().joined(separator: ", ") }
        var lines: [String] = []
        if !read.isEmpty { lines.append("read: \(names(read))") }
        if !write.isEmpty { lines.append("change: \(names(write))") }
        if network { lines.append("use the network, also what other programs offer on this machine (localhost)") }
        if desktop { lines.append("use your desktop (session bus)") }
        if services { lines.append("use services of this machine (system bus)") }
        if programs { lines.append("start programs as your user, outside any sandbox") }
        return lines
    }
}
