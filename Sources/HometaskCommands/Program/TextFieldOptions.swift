// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskFamily
import HometaskMerging

/// A kind of documents with ``TextField``s, as a type, because the parser creates options by type alone.
protocol TextFieldOwner {
    static var kind: DocumentKind { get }
    /// Whether the options change an existing document, and therefore have the help text for changes.
    static var isChange: Bool { get }
    /// The fields for which the command has options.
    static var part: TextFieldPart { get }
}

/// The fields of a kind for which a command has one group of options.
enum TextFieldPart {
    case all
    /// The fields that name a document.
    case headings
    /// The fields other than headings: the command takes the heading as words, or in a group of its own.
    case others

    func contains(_ field: TextField) -> Bool {
        switch self {
        case .all: true
        case .headings: field.isHeading
        case .others: !field.isHeading
        }
    }
}

enum MemberTextFields: TextFieldOwner { static let kind = DocumentKind.member }

enum PinTextFields: TextFieldOwner { static let kind = DocumentKind.pin }

enum NoteHeading: TextFieldOwner {
    static let kind = DocumentKind.note
    static let part = TextFieldPart.headings
}

/// The heading of notes, with the help text for changing a note.
enum NoteHeadingChanges: TextFieldOwner {
    static let kind = DocumentKind.note
    static let isChange = true
    static let part = TextFieldPart.headings
}

enum NoteTextFields: TextFieldOwner {
    static let kind = DocumentKind.note
    static let part = TextFieldPart.others
}

/// The fields of notes, with the help text for changing a note.
enum NoteTextChanges: TextFieldOwner {
    static let kind = DocumentKind.note
    static let isChange = true
    static let part = TextFieldPart.others
}

enum PhotoTextFields: TextFieldOwner { static let kind = DocumentKind.photo }

/// The fields of photos, with the help text of the command that makes an edited copy.
enum PhotoTextChanges: TextFieldOwner {
    static let kind = DocumentKind.photo
    static let isChange = true
}

enum CategoryTextFields: TextFieldOwner { static let kind = DocumentKind.category }

/// The fields of photos for the command that changes the caption, which is given in words.
enum PhotoOtherTexts: TextFieldOwner {
    static let kind = DocumentKind.photo
    static let isChange = true
    static let part = TextFieldPart.others
}

/// The fields of new hunts, whose title is given in words.
enum HuntTextFields: TextFieldOwner {
    static let kind = DocumentKind.hunt
    static let part = TextFieldPart.others
}

enum HuntTextChanges: TextFieldOwner { static let kind = DocumentKind.hunt }

enum CommentTextFields: TextFieldOwner { static let kind = DocumentKind.comment }

enum TemplateTextFields: TextFieldOwner { static let kind = DocumentKind.template }

enum ViewTextFields: TextFieldOwner { static let kind = DocumentKind.view }

extension TextFieldOwner {
    static var isChange: Bool { false }
    static var part: TextFieldPart { .all }

    /// The fields whose options the table declares.
    static var fields: [TextField] { TextField.all(of: kind).filter { $0.help != nil && part.contains($0) } }
}

/// The options that set the text fields of a kind of documents, one for each field of the table, shared by `add` and
/// `edit`.
struct TextFieldOptions<Owner: TextFieldOwner>: TableOptions {
    static var declared: [TableOption] {
        Owner.fields.compactMap { TableOption.setting($0, isChange: Owner.isChange) }
    }

    /// The given strings, by field, as typed.
    private(set) var texts: [FieldName: String] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
        let options = try decoder.container(keyedBy: TableOption.Key.self)
        for field in Owner.fields {
            texts[field.key] = try options.decodeIfPresent(String.self, forKey: TableOption.Key(field.name))
        }
    }

    /// The values for a new document: an empty string that would clear the field counts as not given.
    ///
    /// - Throws: `ReplicaError` if a string is not valid for its field, such as a malformed email address.
    var drafted: [FieldName: JSON] {
        get throws { try changes.filter { !$0.value.isNull } }
    }

    /// The changes to an existing document; null clears a field.
    ///
    /// - Throws: `ReplicaError` if a string is not valid for its field, such as a malformed email address.
    var changes: [FieldName: JSON] {
        get throws {
            var changes: [FieldName: JSON] = [:]
            for field in Owner.fields {
                guard let text = texts[field.key] else { continue }
                let clears = text.isEmpty && field.removal == nil && !field.isHeading
                changes[field.key] = clears ? .null : .string(try field.checked(text))
            }
            return changes
        }
    }
}

/// The options that clear the text fields of a kind of documents, such as `--no-address`.
struct TextFieldRemovals<Owner: TextFieldOwner>: TableOptions {
    static var declared: [TableOption] { Owner.fields.compactMap { TableOption.removing($0) } }

    private(set) var removed: Set<FieldName> = []

    init() {}

    init(from decoder: any Decoder) throws {
        let options = try decoder.container(keyedBy: TableOption.Key.self)
        for field in Owner.fields where field.removal != nil {
            let option = TableOption.Key("no-\(field.name)")
            if try options.decode(Bool.self, forKey: option) { removed.insert(field.key) }
        }
    }

    /// Returns the changes from the options that set fields, combined with these removals.
    ///
    /// - Throws: `UsageError` if a field is both set and cleared.
    func joined(with options: TextFieldOptions<Owner>) throws -> [FieldName: JSON] {
        var changes = try options.changes
        for field in Owner.fields where removed.contains(field.key) {
            if options.texts[field.key] != nil {
                throw UsageError("--\(field.name) and --no-\(field.name) cannot be used together")
            }
            changes[field.key] = .null
        }
        return changes
    }
}

extension TextFieldOwner {
    /// The options of the fields in a usage line: `[--address TEXT]`.
    static var usage: String {
        fields.map { "[--\($0.name) \(($0.help?.value ?? $0.name).uppercased())]" }.joined(separator: " ")
    }

    /// The options as the end of a usage line, after a space; empty if there are none.
    static var usageEnd: String { fields.isEmpty ? "" : " \(usage)" }

    /// The names of the options that set the fields: `--address`.
    static var optionNames: [String] { fields.map { "--\($0.name)" } }

    /// The names of the options that clear the fields: `--no-address`.
    static var removalNames: [String] { fields.filter { $0.removal != nil }.map { "--no-\($0.name)" } }
}
