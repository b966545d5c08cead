// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// The name of a field that merges on its own: a member of the document, or `extensions/<plugin>/<member>`.
///
/// Written as a JSON pointer (RFC 6901) without its leading slash, so a name that contains a slash remains one name.
public struct FieldName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The pointer without its leading slash.
    public let key: ExactString

    /// Creates a field from its pointer without the leading slash.
    public init(_ key: ExactString) {
        self.key = key
    }

    /// Creates a field from its pointer without the leading slash.
    public init(_ key: String) {
        self.key = ExactString(key)
    }

    /// Creates a field from a literal pointer.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// Creates a field of the document itself, by the member's name, which may contain any characters.
    public init(memberName: String) {
        self.init(member: ExactString(memberName))
    }

    /// Creates a field that a plugin adds to documents.
    public init(plugin: String, member: String) {
        self.init(path: [Self.extensions.string, plugin, member])
    }

    /// Creates a field of the document itself.
    init(member: ExactString) {
        self.init(member.isPlainName ? member : ExactString(Self.escaped(member.string)))
    }

    /// Creates a field from the components of its path.
    init(path: [String]) {
        self.init(path.map(Self.escaped).joined(separator: "/"))
    }

    /// The plugin that the field belongs to; nil for a field of the document itself.
    package var plugin: String? {
        if key.isPlainName { return nil }
        let path = path
        return path.count == 3 ? path[1] : nil
    }

    /// The plugin and the member if a plugin added the field; nil for a field of the document itself.
    public var extensionPath: (plugin: String, member: String)? {
        if key.isPlainName { return nil }
        let path = path
        return path.count == 3 && ExactString(path[0]) == Self.extensions ? (path[1], path[2]) : nil
    }

    /// The field as written by users: `title`, `noise.loudness`.
    public var words: String { extensionPath.map { "\($0.plugin).\($0.member)" } ?? description }

    /// The components of the field's path.
    var path: [String] {
        if key.isPlainName { return [key.string] }
        return key.string.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            Self.unescaped(String($0) ?? "")
        }
    }

    /// The pointer without its leading slash.
    public var description: String { key.string }

    /// Orders fields by the bytes of their keys.
    public static func < (left: FieldName, right: FieldName) -> Bool { left.key < right.key }

    /// Members of every document that are not fields: they identify the document or are derived from its state.
    static let reserved: Set<ExactString> = ["id", "kind", "conflicts", "deleted", "~merge"]

    static let extensions: ExactString = "extensions"

    /// Whether a document can hold the field: a member that is not reserved, or a member of a plugin's object under
    /// `extensions`. A name that escapes more than necessary would be a second name for one place, and is invalid.
    var isValid: Bool {
        if key.isPlainName { return key != Self.extensions && !Self.reserved.contains(key) }
        let path = path
        guard let first = path.first.map({ ExactString($0) }), !Self.reserved.contains(first) else { return false }
        return path.count == (first == Self.extensions ? 3 : 1) && FieldName(path: path) == self
    }

    private static func escaped(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return name }
        return replaced(name) { $0 == "~" ? "~0" : $0 == "/" ? "~1" : nil }
    }

    private static func replaced(_ name: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
        var text = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            if let other = replacement(scalar) {
                text.append(contentsOf: other.unicodeScalars)
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }

    private static func unescaped(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "~")) else { return name }
        var text = String.UnicodeScalarView()
        var isEscape = false
        for scalar in name.unicodeScalars {
            if isEscape {
                text.append(scalar == "1" ? "/" : "~")
                isEscape = false
            } else if scalar == "~" {
                isEscape = true
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }
}

extension ExactString {
    /// Whether the name is a single part that needs no escaping.
    fileprivate var isPlainName: Bool {
        !string.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "~") }
    }
}
