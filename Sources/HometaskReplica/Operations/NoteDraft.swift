// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
import HometaskMerging

/// A note that is about to be written.
public struct NoteDraft: Hashable, Sendable {
    /// The heading; nil for a note without one.
    public var title: String?
    /// The lines of the note; empty for one that is only a heading or a checklist.
    public var text: [String]
    /// The texts of its checklist.
    public var items: [String] = []
    /// The folder that contains it.
    public var folder: String?
    /// The document that it is about, such as a task; nil for none.
    public var subject: Subject?
    /// The fields of plugins.
    public var extensions: [ExtensionName: JSON] = [:]

    /// Creates a draft without checklist, folder and plugin fields, which can be added afterwards.
    public init(title: String? = nil, text: [String], subject: Subject? = nil) {
        self.title = title
        self.text = text
        self.subject = subject
    }

    /// Whether it has no content.
    public var isBlank: Bool {
        title == nil && items.isEmpty && text.allSatisfy { $0.allSatisfy(\.isWhitespace) }
    }

    /// The values by field, without empty ones.
    var fields: [FieldName: JSON] {
        var fields: [FieldName: JSON] = [:]
        fields["title"] = title.map { .string($0) }
        if !text.isEmpty { fields["text"] = .array(text.map { .string($0) }) }
        if !items.isEmpty { fields["items"] = .array(items.map { ["text": .string($0)] }) }
        fields["folder"] = folder.map { .string($0) }
        fields["about"] = subject?.json
        return fields
    }
}

/// Changes to a note; nil leaves a value unchanged.
public struct NoteChanges: Hashable, Sendable {
    /// The new heading; ``removesTitle`` overrides it.
    public var title: String?
    /// Whether to remove the heading.
    public var removesTitle = false
    /// The new lines, in place of all old ones.
    public var text: [String]?
    /// The folder that the note moves to; it overrides ``removesFolder``.
    public var folder: String?
    /// Whether to move the note out of its folder.
    public var removesFolder = false
    /// The new subject; it overrides ``removesSubject``.
    public var subject: Subject?
    /// Whether to remove the subject.
    public var removesSubject = false
    /// Changes to the fields of plugins.
    public var extensions = ExtensionChange()

    /// Creates an empty change.
    public init() {}
}
