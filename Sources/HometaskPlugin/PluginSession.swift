// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskTime

/// The contents of the host's `initialize` message.
public struct PluginSession: Sendable {
    /// The id under which the plugin is known.
    public let plugin: String
    /// The family's id; nil if there is no family.
    public let family: DocumentID?
    /// The family's name; empty if there is no family.
    public let familyName: String
    /// The family's time zone, an IANA name.
    public let zone: String
    /// The start time of the conversation.
    public let now: Timestamp
    /// The member that this device belongs to.
    public let member: DocumentID?
    /// The plugin's settings on this device, by name.
    public let settings: JSONObject
    /// The kinds of documents that the plugin may read.
    public let reads: Set<DocumentKind>
    /// The kinds of documents that the plugin may change.
    public let writes: Set<DocumentKind>
    /// The first day of the family's week, in lower-case English; nil if it is not set.
    public let weekStart: String?
    /// The plugin's data folder, which the plugin may write to; nil if there is none.
    public let folder: String?

    /// Reads the parameters of `initialize`.
    init(_ params: JSONObject) {
        plugin = params["plugin"]?.stringValue ?? ""
        family = params["family"]?["id"]?.stringValue.flatMap { DocumentID($0) }
        familyName = params["family"]?["name"]?.stringValue ?? ""
        zone = params["family"]?["zone"]?.stringValue ?? "UTC"
        now = params["now"]?.stringValue.flatMap { Timestamp(rfc3339: $0) } ?? Timestamp(seconds: 0)
        member = params["member"]?.stringValue.flatMap { DocumentID($0) }
        settings = params["settings"]?.objectValue ?? [:]
        func kinds(_ name: String) -> Set<DocumentKind> {
            let words = params["granted"]?[name]?.arrayValue?.compactMap(\.stringValue) ?? []
            return Set(words.map { DocumentKind(rawValue: $0) })
        }
        reads = kinds("read")
        writes = kinds("write")
        weekStart = params["family"]?["weekStart"]?.stringValue
        folder = params["folder"]?.stringValue
    }

    /// Returns the value of a setting on this device, without surrounding spaces; nil if not set.
    public func setting(_ name: String) -> String? {
        guard let value = settings[name] else { return nil }
        let text = (value.stringValue ?? value.compactText).trimmed
        return text.isEmpty ? nil : text
    }
}

extension String {
    /// The text without surrounding white space.
    fileprivate var trimmed: String {
        var rest = Substring(self).drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}

extension PluginSession {
    /// The rules of the family's time zone; those of UTC if this machine does not know the zone.
    public var zoneRules: TimeZoneRules {
        do throws(TimeZoneError) {
            return try TimeZoneRules(identifier: zone)
        } catch {
            return .utc
        }
    }
}
