// SPDX-License-Identifier: Apache-2.0

/// The path of a document in the family repository.
///
/// Only paths that this version writes are recognised. Files in folders of unknown kinds have no path (nil), and code
/// that walks the tree leaves them unchanged.
public struct DocumentPath: Hashable, Sendable, CustomStringConvertible {
    /// The document's kind, which determines the folder.
    public let kind: DocumentKind

    /// The document's id; nil only for the family document, which is unique and has its id inside the file.
    public let id: DocumentID?

    /// The family document, `family.json`.
    public static let family = DocumentPath(kind: .family)

    private init(kind: DocumentKind) {
        self.kind = kind
        id = nil
    }

    /// Creates the path of a document; nil if this version knows no folder for the kind. The path of the family
    /// document does not contain its id.
    public init?(kind: DocumentKind, id: DocumentID) {
        if kind == .family {
            self = .family
            return
        }
        guard Self.folder(of: kind) != nil else { return nil }
        self.kind = kind
        self.id = id
    }

    /// Parses a path in exactly the form of ``text``; nil for anything else.
    public init?(text: String) {
        var copy = text
        guard let path = copy.withUTF8({ Self.read($0) }) else { return nil }
        self = path
    }

    /// Parses a path without creating strings, because code that walks a family's tree does this for every file.
    private static func read(_ text: UnsafeBufferPointer<UInt8>) -> DocumentPath? {
        if text.elementsEqual("family.json".utf8) { return .family }
        guard let slash = text.firstIndex(of: UInt8(ascii: "/")),
            let kind = kinds[String(decoding: text[..<slash], as: UTF8.self)], let folder = folder(of: kind)
        else { return nil }
        let name = text.count - ".json".utf8.count - idLength
        guard name == slash + 1 + (folder.isSharded ? 3 : 0), text[(name + idLength)...].elementsEqual(".json".utf8),
            let id = DocumentID(utf8: UnsafeBufferPointer(rebasing: text[name..<name + idLength]))
        else { return nil }
        if folder.isSharded {
            let shard = text[(slash + 1)..<name]
            guard shard.last == UInt8(ascii: "/"), shard.dropLast().elementsEqual(text[name..<name + 2]) else {
                return nil
            }
        }
        return DocumentPath(kind: kind, id: id)
    }

    /// The length of an id in text form.
    private static let idLength = 36

    /// The path from the root of the repository, with `/` between its parts.
    public var text: String {
        guard let id, let folder = Self.folder(of: kind) else { return "family.json" }
        let name = id.description
        return folder.isSharded ? "\(folder.name)/\(name.prefix(2))/\(name).json" : "\(folder.name)/\(name).json"
    }

    /// The same as ``text``.
    public var description: String { text }

    /// The folder of a kind, and whether its documents are in subfolders named after the first two digits of their ids.
    /// Nil for the family, which is at the root, and for kinds that this version does not know.
    public static func folder(of kind: DocumentKind) -> (name: String, isSharded: Bool)? {
        folders[kind]
    }

    private static let folders: [DocumentKind: (name: String, isSharded: Bool)] = [
        .member: ("members", false), .category: ("categories", false), .view: ("views", false),
        .device: ("devices", false), .task: ("tasks", true), .pin: ("pins", true), .note: ("notes", true),
        .photo: ("photos", true), .comment: ("comments", true), .hunt: ("hunts", false), .team: ("teams", false),
        .template: ("templates", false),
    ]

    private static let kinds: [String: DocumentKind] = Dictionary(
        uniqueKeysWithValues: folders.map { ($1.name, $0) })
}
