// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging

/// The contents of a file at a document's path.
///
/// The merge, the checks of `doctor` and `status`, and the repair all read files through this type, so they agree on
/// what is unreadable.
enum StoredDocument {
    /// A document that belongs at this path.
    case document(Document)
    /// A document that a later version wrote; it is neither merged nor rewritten here.
    case newer(DocumentError)
    /// Not a document, or one that belongs elsewhere; with the reason, and with line and column for an error in the
    /// text.
    case unreadable(String)

    /// - Throws: `GitError` if the repository itself cannot be read.
    init(_ entry: TreeEntry, at path: String, in store: FamilyStore) throws(GitError) {
        guard entry.mode.isFile else {
            self = .unreadable("a link or a folder has its path")
            return
        }
        do throws(GitError) {
            let bytes = try store.repository.readBlob(entry.id, limit: JSONLimits.document.bytes)
            self.init(bytes, at: DocumentPath(text: path))
        } catch {
            guard error.code == .tooLarge else { throw error }
            self = .unreadable(error.detail)
        }
    }

    /// - Parameter path: the path of the bytes; nil if no kind that this version knows belongs there.
    init(_ bytes: [UInt8], at path: DocumentPath?) {
        do throws(DocumentError) {
            let document = try Document(decoding: bytes)
            let fault = path?.fault(id: document.id, kind: document.kind)
            self = fault.map { .unreadable($0) } ?? .document(document)
        } catch {
            switch error {
            case .unreadable, .malformed: self = .unreadable("\(error)")
            case .newerFormat, .unsupported: self = .newer(error)
            }
        }
    }

    /// The reason why it cannot be read; nil for a document of any version.
    var fault: String? {
        if case .unreadable(let reason) = self { reason } else { nil }
    }
}
