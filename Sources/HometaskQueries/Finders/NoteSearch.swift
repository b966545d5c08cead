// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily

/// A search for notes, shown newest first.
public struct NoteSearch: Hashable, Sendable {
    /// Words that must all occur in the heading, the text or the checklist, in any letter case.
    public var words: [String]
    /// The task or pin that a note must be about.
    public var subject: DocumentID?
    /// The folder that a note must be in, at any depth; empty for notes in no folder.
    public var folder: String?
    /// Whether only notes in the trash are shown.
    public var isTrash: Bool

    /// Creates a search, by default for all notes that are not in the trash. Converts `words` to lower case.
    public init(words: [String] = [], subject: DocumentID? = nil, folder: String? = nil, isTrash: Bool = false) {
        self.words = words.map { $0.lowercased() }
        self.subject = subject
        self.folder = folder
        self.isTrash = isTrash
    }

    /// Returns the matching notes, newest first; notes without a creation time come last.
    public func notes(among notes: [NoteRecord]) -> [NoteRecord] {
        notes.filter(matches).sorted { left, right in
            guard left.createdAt == right.createdAt else {
                return left.createdAt?.seconds ?? .min > right.createdAt?.seconds ?? .min
            }
            return left.id < right.id
        }
    }

    private func matches(_ note: NoteRecord) -> Bool {
        guard note.isDeleted == isTrash, subject == nil || note.aboutID == subject, isInFolder(note)
        else { return false }
        if words.isEmpty { return true }
        let text = ([note.title ?? ""] + note.text + note.items.map { $0.text }).joined(separator: "\n").lowercased()
        return words.allSatisfy { text.contains(run: $0) }
    }

    private func isInFolder(_ note: NoteRecord) -> Bool {
        guard let folder else { return true }
        return folder.isEmpty ? note.folder == nil : note.folder.map { NoteFolder.contains(folder, $0) } ?? false
    }
}
