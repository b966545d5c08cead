// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// A search for photos, shown newest first.
public struct PhotoSearch: Hashable, Sendable {
    /// Words that must all occur in the name, in any letter case.
    public var words: [String]
    /// The task, pin or note that a photo must be about.
    public var subject: DocumentID?
    /// Whether only photos in the trash are shown.
    public var isTrash: Bool

    /// Creates a search, by default for all photos that are not in the trash. Converts `words` to lower case.
    public init(words: [String] = [], subject: DocumentID? = nil, isTrash: Bool = false) {
        self.words = words.map { $0.lowercased() }
        self.subject = subject
        self.isTrash = isTrash
    }

    /// Returns the matching photos, sorted by the time when they were taken or, if unknown, attached.
    public func photos(among photos: [PhotoRecord]) -> [PhotoRecord] {
        photos.filter(matches).sorted { left, right in
            let (earlier, later) = (Self.seconds(right), Self.seconds(left))
            return earlier == later ? left.id < right.id : later > earlier
        }
    }

    private static func seconds(_ photo: PhotoRecord) -> Int64 {
        (photo.takenAt ?? photo.createdAt)?.seconds ?? .min
    }

    private func matches(_ photo: PhotoRecord) -> Bool {
        guard photo.isDeleted == isTrash, subject == nil || photo.aboutID == subject else { return false }
        let text = photo.name.lowercased()
        return words.allSatisfy { text.contains(run: $0) }
    }
}
