// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskMerging

/// The names of the references that lead to the files of photos.
///
/// Invariant: only one actor writes a reference, so two devices never write the same one. No device has to fetch before
/// it can upload, and nothing is merged. Each month has a reference of its own, so that none grows without limit.
enum PhotoReferences {
    /// The files that a reference leads to.
    enum Content: String, CaseIterable {
        /// The files as they were attached.
        case originals = "photos"
        /// Small pictures of them.
        case thumbnails = "thumbs"
    }

    /// The prefix of the references of all actors.
    static let root = "refs/hometask/"

    /// Returns the name of an actor's reference for the month of a time, in UTC.
    static func name(_ content: Content, of actor: ActorID, at time: Timestamp) -> String {
        "\(folder(content, of: actor))\(month(of: time))"
    }

    /// Returns the month of a time in UTC, in the form used in names of references.
    static func month(of time: Timestamp) -> Substring { time.rfc3339.prefix(7) }

    /// Returns the prefix of an actor's references.
    static func folder(_ content: Content, of actor: ActorID) -> String {
        "\(root)\(content.rawValue)/\(actor.text)/"
    }

    /// Returns the references of this device's own photos, thumbnails first.
    static func own(in store: FamilyStore) throws -> [(name: String, id: ObjectID)] {
        try [Content.thumbnails, .originals].flatMap {
            try store.repository.references.all(under: "\(root)\($0.rawValue)/")
        }
    }

    /// The folders of references that only record the state of remotes: a sync recreates them.
    static let records = ["refs/remotes", "\(root)remotes"]

    /// Returns the prefix of the references that record a remote's state.
    static func noted(at remote: String) -> String { "\(root)remotes/\(remote)/" }

    /// Returns the local reference that records a remote's reference.
    static func recordName(of reference: String, at remote: String) -> String {
        noted(at: remote) + reference.dropFirst(root.count)
    }
}

/// The location of photo references at a remote.
enum PhotoPlace: String, CaseIterable {
    /// The same names as here: a plain `git clone` does not fetch them.
    case references
    /// Among the branches, for hosts that refuse references of other kinds.
    case branches

    /// The prefix of the references there.
    var root: String {
        switch self {
        case .references: PhotoReferences.root
        case .branches: "refs/heads/hometask/"
        }
    }

    /// Returns the name of a reference there.
    func name(of reference: String) -> String { root + reference.dropFirst(PhotoReferences.root.count) }

    /// Returns the local name for a reference there; nil for a name that is not exactly that of a photo reference, such
    /// as the family's own branch.
    func reference(_ name: String) -> String? {
        guard name.hasPrefix(root) else { return nil }
        let parts = name.dropFirst(root.count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, PhotoReferences.Content(rawValue: String(parts[0])) != nil,
            ActorID(parts[1]) != nil, Self.isMonth(parts[2])
        else { return nil }
        return PhotoReferences.root + parts.joined(separator: "/")
    }

    /// Returns whether a branch holds photos and not documents.
    static func holdsPhotos(_ branch: String) -> Bool { branches.reference(branch) != nil }

    private static func isMonth(_ text: Substring) -> Bool {
        let digits = text.utf8.enumerated().allSatisfy { place, byte in
            place == 4 ? byte == UInt8(ascii: "-") : (0x30...0x39).contains(byte)
        }
        return digits && text.utf8.count == 7
    }
}
