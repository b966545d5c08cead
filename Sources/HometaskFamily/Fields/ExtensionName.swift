// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// The name of a field that a plugin adds to documents: `noise.loudness`. The plugin's id may itself contain dots.
public struct ExtensionName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The id of the plugin that adds the field; it may contain dots, and is lower-cased if typed by a user.
    public let plugin: String
    /// The field's name within its plugin: the part after the last dot.
    public let member: String

    /// Creates a name from its parts, without checking them.
    public init(plugin: String, member: String) {
        self.plugin = plugin
        self.member = member
    }

    /// Parses a name as typed by users; nil if it is not one. The letter case of the plugin's part does not matter.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let plugin = String(decoding: bytes[..<dot], as: UTF8.self).lowercased()
        let member = String(decoding: bytes[(dot + 1)...], as: UTF8.self)
        guard let first = plugin.utf8.first, Self.isSmallLetter(first) || Self.isDigit(first),
            plugin.utf8.allSatisfy({ Self.isSmallLetter($0) || Self.isDigit($0) || $0 == 0x2D || $0 == 0x2E }),
            Self.isMember(member)
        else { return nil }
        self.init(plugin: plugin, member: member)
    }

    /// Creates the name of a document's field; nil if the field is not a plugin's.
    public init?(_ field: FieldName) {
        guard let (plugin, member) = field.extensionPath else { return nil }
        self.init(plugin: plugin, member: member)
    }

    /// Returns the values that plugins added to a document, in the order of their names.
    public static func values(in extensions: JSONObject) -> [(name: ExtensionName, value: JSON)] {
        var values: [(name: ExtensionName, value: JSON)] = []
        for (plugin, members) in extensions.members {
            for (member, value) in members.objectValue?.members ?? JSONObject().members where !value.isNull {
                values.append((ExtensionName(plugin: plugin.string, member: member.string), value))
            }
        }
        return values
    }

    /// The field in documents.
    public var field: FieldName { FieldName(plugin: plugin, member: member) }

    /// The name as typed by users.
    public var description: String { "\(plugin).\(member)" }

    /// Orders names by the bytes of the plugin's id, then by those of the member.
    public static func < (left: ExtensionName, right: ExtensionName) -> Bool {
        left.plugin == right.plugin
            ? ExactString(left.member) < ExactString(right.member)
            : ExactString(left.plugin) < ExactString(right.plugin)
    }

    /// Whether the name of a field can be typed in queries: a letter, and letters, digits, dashes and underscores.
    public static func isMember(_ name: String) -> Bool {
        guard let first = name.utf8.first, isLetter(first) else { return false }
        return name.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == 0x2D || $0 == 0x5F }
    }

    /// Whether a scalar may be part of a name.
    package static func mayHold(_ scalar: Unicode.Scalar) -> Bool {
        guard let byte = UInt8(exactly: scalar.value) else { return false }
        return isLetter(byte) || isDigit(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F
    }

    private static func isSmallLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool { isSmallLetter(byte | 0x20) && byte & 0x40 != 0 }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
