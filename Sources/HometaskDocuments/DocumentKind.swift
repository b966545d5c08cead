// SPDX-License-Identifier: Apache-2.0

/// What a document is about: `task`, `member` and so on. Kinds of later versions or of plugins are carried along.
public struct DocumentKind: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The word as it stands in the document's member `kind`.
    public let rawValue: String

    /// A kind from its word.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The word itself.
    public var description: String { rawValue }

    /// The one document about the family itself.
    public static let family = DocumentKind(rawValue: "family")
    /// A person of the family.
    public static let member = DocumentKind(rawValue: "member")
    /// Something to do.
    public static let task = DocumentKind(rawValue: "task")
    /// A group of tasks, with a colour.
    public static let category = DocumentKind(rawValue: "category")
    /// A place.
    public static let pin = DocumentKind(rawValue: "pin")
    /// A text about a task or a place.
    public static let note = DocumentKind(rawValue: "note")
    /// A reference to a photo.
    public static let photo = DocumentKind(rawValue: "photo")
    /// A saved query.
    public static let view = DocumentKind(rawValue: "view")
    /// A device of the family.
    public static let device = DocumentKind(rawValue: "device")
}
