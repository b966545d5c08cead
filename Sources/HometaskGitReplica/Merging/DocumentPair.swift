// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit
import HometaskMerging

/// Two sides' versions of a document. Their join nearly always needs only the three objects of the pair, so it can be
/// computed on any thread.
struct DocumentPair: Sendable {
    let path: String
    let ours: ObjectID
    let theirs: ObjectID
    /// The versions at the merge bases; nil if no actor can have forked since.
    let bases: [ObjectID]?

    /// Reads objects on one thread.
    final class Reader {
        private let repository: Repository?

        init(_ gitDirectory: String) {
            repository = try? Repository.open(at: gitDirectory)
        }

        /// Returns an object's bytes; nil if it cannot be read, or is too large for a document.
        func bytes(_ id: ObjectID) -> [UInt8]? {
            switch repository {
            case .some(let repository): try? repository.readBlob(id, limit: JSONLimits.document.bytes)
            case nil: nil
            }
        }
    }

    /// The result of the join.
    struct JoinResult: Sendable {
        let bytes: [UInt8]
        let path: DocumentPath?
        /// Whether the joined document has conflicts that our side does not have.
        let hasNewConflicts: Bool
    }

    /// Joins the versions; nil if closer examination is needed: for bytes that cannot be read, documents that belong
    /// elsewhere, an actor that may have forked, or a join that is too large.
    func joined(_ reader: Reader) -> JoinResult? {
        let place = DocumentPath(text: path)
        guard let ours = document(reader.bytes(ours), place), let theirs = document(reader.bytes(theirs), place),
            ours.id == theirs.id, !mayHaveParted(ours, theirs, reading: reader)
        else { return nil }
        let result = Document.join(ours, theirs)
        let (bytes, conflicts) = (result.encoded(), result.conflicts)
        guard bytes.count <= JSONLimits.document.bytes else { return nil }
        return JoinResult(
            bytes: bytes, path: place, hasNewConflicts: !conflicts.isEmpty && conflicts != ours.conflicts)
    }

    private func document(_ bytes: [UInt8]?, _ place: DocumentPath?) -> Document? {
        guard let bytes, case .document(let document) = StoredDocument(bytes, at: place) else { return nil }
        return document
    }

    /// Returns whether both sides know events of a device's actor that no merge base knows; see ``ForkSearch``.
    private func mayHaveParted(_ ours: Document, _ theirs: Document, reading reader: Reader) -> Bool {
        guard let bases else { return false }
        let known = bases.compactMap { reader.bytes($0).flatMap { Document.seen(in: $0) } }
        return ours.seen.actors.contains { actor in
            let both = min(ours.seen[actor], theirs.seen[actor])
            return actor.isDevice && both > 0 && !known.contains { $0[actor] >= both }
        }
    }
}
