// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskMerging

/// A note that is about to be written.
public struct NoteDraft: Hashable, Sendable {
    /// Its heading.
    public var title: String?
    /// Its lines.
    public var text: [String]
    /// The texts of its checklist.
    public var items: [String] = []
    /// The folder it is in.
    public var folder: String?
    /// What it is about.
    public var subject: Subject?
    /// The fields of plugins.
    public var extensions: [ExtensionName: JSON] = [:]

    /// A draft.
    public init(title: String? = nil, text: [String], subject: Subject? = nil) {
        self.title = title
        self.text = text
        self.subject = subject
    }

    /// Whether there is nothing in it to read.
    public var isBlank: Bool {
        title == nil && items.isEmpty && text.allSatisfy { $0.allSatisfy(\.isWhitespace) }
    }

    /// The values by field, without those that are empty.
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

/// Changes to a note; what is nil stays as it is.
public struct NoteChanges: Hashable, Sendable {
    /// Another heading.
    public var title: String?
    /// Whether the heading is taken away.
    public var removesTitle = false
    /// Other lines.
    public var text: [String]?
    /// Another folder.
    public var folder: String?
    /// Whether it is in no folder from now on.
    public var removesFolder = false
    /// Another subject.
    public var subject: Subject?
    /// Whether it is about nothing but itself from now on.
    public var removesSubject = false
    /// Changes to the fields of plugins.
    public var extensions = ExtensionChange()

    /// No changes.
    public init() {}
}
