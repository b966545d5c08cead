// SPDX-License-Identifier: Apache-2.0

/// The kind of a document: `task`, `member` and so on. Unknown kinds, from later versions or plugins, are preserved.
public struct DocumentKind: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The value of the document's member `kind`.
    public let rawValue: String

    /// Creates a kind from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The same as ``rawValue``, also for a kind that this version does not know.
    public var description: String { rawValue }

    /// The only document about the family itself.
    public static let family = DocumentKind(rawValue: "family")
    /// A person of the family.
    public static let member = DocumentKind(rawValue: "member")
    /// Something to be done, once or at recurring times.
    public static let task = DocumentKind(rawValue: "task")
    /// A group of tasks, with a colour.
    public static let category = DocumentKind(rawValue: "category")
    /// A place with a name, with or without coordinates.
    public static let pin = DocumentKind(rawValue: "pin")
    /// A text note about a task or a place.
    public static let note = DocumentKind(rawValue: "note")
    /// A reference to a photo.
    public static let photo = DocumentKind(rawValue: "photo")
    /// A text or a reaction about a task or a photo.
    public static let comment = DocumentKind(rawValue: "comment")
    /// A treasure hunt, with its clues.
    public static let hunt = DocumentKind(rawValue: "hunt")
    /// The members who play a hunt together, and their progress.
    public static let team = DocumentKind(rawValue: "team")
    /// Documents from which others are created.
    public static let template = DocumentKind(rawValue: "template")
    /// A saved query with a name and, optionally, a sort order.
    public static let view = DocumentKind(rawValue: "view")
    /// A device of the family.
    public static let device = DocumentKind(rawValue: "device")

    /// The kinds that this version knows. Where possible, a kind precedes the kinds that refer to it.
    public static let known: [DocumentKind] = [
        .family, .device, .member, .category, .pin, .task, .note, .hunt, .team, .photo, .comment, .template, .view,
    ]
}
