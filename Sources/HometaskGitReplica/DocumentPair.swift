// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMerging
import HometaskReplica

/// Two sides' versions of a document, as bytes: all that their join needs where there is nothing about it to ask the
/// repository, which is nearly always. So it can be worked out on any thread.
struct DocumentPair: Sendable {
    let path: String
    let ours: [UInt8]
    let theirs: [UInt8]
    /// The versions at the merge bases, where both sides have changed them since; empty where no line can have parted.
    let bases: [[UInt8]]

    /// What came of it.
    struct Joined: Sendable {
        let bytes: [UInt8]
        let path: DocumentPath?
        /// Whether it has conflicts that our side has not.
        let hasNewConflicts: Bool
    }

    /// The join; nil where it takes a closer look: at bytes that cannot be read, at documents that belong elsewhere, at an
    /// actor that may have gone on along two lines.
    func joined() -> Joined? {
        let place = DocumentPath(text: path)
        guard let ours = document(ours, place), let theirs = document(theirs, place), ours.id == theirs.id,
            !mayHaveParted(ours, theirs)
        else { return nil }
        let result = Document.join(ours, theirs)
        let conflicts = result.conflicts
        return Joined(
            bytes: result.encoded(), path: place, hasNewConflicts: !conflicts.isEmpty && conflicts != ours.conflicts)
    }

    private func document(_ bytes: [UInt8], _ place: DocumentPath?) -> Document? {
        guard let document = try? Document(decoding: bytes) else { return nil }
        return place?.fault(id: document.id, kind: document.kind) == nil ? document : nil
    }

    /// Whether both sides know events of a device's actor that no merge base knows; see ``ForkSearch``.
    private func mayHaveParted(_ ours: Document, _ theirs: Document) -> Bool {
        if bases.isEmpty { return false }
        let known = bases.compactMap { Document.seen(in: $0) }
        return ours.seen.actors.contains { actor in
            let both = min(ours.seen[actor], theirs.seen[actor])
            return actor.isDevice && both > 0 && !known.contains { $0[actor] >= both }
        }
    }
}
