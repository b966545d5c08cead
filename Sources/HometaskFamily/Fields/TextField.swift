// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// A field whose value is one line of text, of documents other than tasks: its name, its values, and where it appears.
/// The fields of tasks are ``TaskField``.
///
/// ``all`` is the only table of these fields. The options of `add` and `edit`, completion, JSON, `show`, searches and
/// templates use it; records, drafts and changes hold the texts by field. A field needs only its declaration here and
/// its schema.
public final class TextField: Sendable {
    /// The type of a field's values.
    public enum Values: Hashable, Sendable {
        /// Any line of text.
        case line
        /// An email address that ``EmailAddress/checked(_:)`` accepts.
        case email
        /// One of several words.
        case choice([String])
        /// The path of a folder, which ``NoteFolder/checked(_:)`` accepts.
        case folder
        /// A colour, `#rrggbb`; shown and entered by name if it is in the ``Palette``.
        case color
        /// An order of tasks, by the keys of lists.
        case order
    }

    /// The kind of documents that have the field.
    public let kind: DocumentKind
    /// The document's member that contains the value.
    public let key: FieldName
    /// The type of its values.
    public let values: Values
    /// The label that `show` prints before the value; nil if `show` prints the field elsewhere.
    public let label: String?
    /// The help text of the field's option, and the name of the option's value, by default the option's own name. The
    /// help text of an order ends with a colon, which the keys follow. Nil if the commands declare its options
    /// themselves.
    public let help: (text: String, value: String?)?
    /// The help text of the option in a command that changes a document; nil if it is the same.
    public let changeHelp: String?
    /// The help text of the option that clears the field, such as `--no-address`; nil if an empty value clears the
    /// field, unless the field is a heading.
    public let removal: String?
    /// Whether JSON has `null` for a missing value, rather than no member.
    public let isNullInJSON: Bool
    /// Whether the text is the document's display name, such as the title of a note.
    public let isHeading: Bool

    init(
        _ key: FieldName, of kind: DocumentKind, values: Values, label: String? = nil,
        help: (text: String, value: String?)? = nil, changeHelp: String? = nil, removal: String? = nil,
        isNullInJSON: Bool = false, isHeading: Bool = false
    ) {
        self.kind = kind
        self.key = key
        self.values = values
        self.label = label
        self.help = help
        self.changeHelp = changeHelp
        self.removal = removal
        self.isNullInJSON = isNullInJSON
        self.isHeading = isHeading
    }

    /// The name of its option, without dashes.
    public var name: String { key.description }

    /// Whether searches look for words in the text, in addition to the headings.
    public var isSearched: Bool { !isHeading && values != .folder && values != .color }

    /// The fields of a kind of documents, in the order of the table.
    public static func all(of kind: DocumentKind) -> [TextField] { byKind[kind] ?? [] }

    /// The fields by kind, grouped only once for speed.
    private static let byKind = Dictionary(grouping: all) { $0.kind }

    /// The members of documents of a kind that contain the texts.
    public static func members(of kind: DocumentKind) -> Set<ExactString> { Set(all(of: kind).map { $0.key.key }) }

    /// Returns the texts among the members of a document, by field.
    package static func texts(of kind: DocumentKind, in members: JSONObject) -> [FieldName: String] {
        var texts: [FieldName: String] = [:]
        for field in all(of: kind) { texts[field.key] = members[field.key.key]?.stringValue }
        return texts
    }

    /// Converts typed text to the stored value.
    ///
    /// - Throws: `ReplicaError.Code.invalidValue` if the text is not a valid value of the field.
    public func checked(_ text: String) throws(ReplicaError) -> String {
        switch values {
        case .email: return try EmailAddress.checked(text)
        case .folder: return try NoteFolder.checked(text)
        case .color: return try Palette.code(of: text)
        case .line, .choice, .order: return text
        }
    }

    /// Formats a value for display: a palette colour by name, any other value unchanged.
    public func shown(_ text: String) -> String { values == .color ? Palette.name(of: text) : text }
}

extension TextField {
    /// All fields, in the order in which help and `show` list them.
    public static let all: [TextField] = [
        TextField(
            "role", of: .member, values: .choice(["adult", "child"]), label: "Role",
            help: ("Whether they are an adult or a child.", nil), isNullInJSON: true),
        TextField(
            "email", of: .member, values: .email, label: "Address",
            help: ("Their address, used as the author of their changes.", "address"), isNullInJSON: true),
        TextField("color", of: .member, values: .color, isNullInJSON: true),
        TextField(
            "address", of: .pin, values: .line, label: "Address", help: ("The postal address.", "text"),
            removal: "Remove the address."),
        TextField(
            "title", of: .note, values: .line, label: "Title", help: ("Its title.", nil), changeHelp: "The new title.",
            removal: "Remove the title.", isHeading: true),
        TextField(
            "folder", of: .note, values: .folder, label: "Folder",
            help: ("The folder, such as House or House/Keys.", "folder"),
            changeHelp: "The new folder, such as House or House/Keys.", removal: "Remove it from its folder."),
        TextField(
            "caption", of: .photo, values: .line, label: "Caption", help: ("A caption.", nil),
            changeHelp: "The new photo's caption; the old one by default.", isHeading: true),
        TextField("color", of: .category, values: .color, label: "Colour", isNullInJSON: true),
        TextField("title", of: .hunt, values: .line, help: ("Another title.", nil), isHeading: true),
        TextField("query", of: .view, values: .line, isNullInJSON: true),
        TextField(
            "sort", of: .view, values: .order, help: ("The order of its lists:", "keys"), isNullInJSON: true),
    ]
}
