// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
public import HometaskMerging

extension Transaction {
    /// Reverts the change of a document.
    public func revert(_ path: DocumentPath, from after: Document, to before: Document?) throws {
        if path.kind == .photo, before?["erased"] == nil, try document(at: path)?["erased"] != nil {
            throw ReplicaError(
                .forbidden, "\(Quotation.of(after.displayName)) was erased, and that cannot be undone",
                hint: "If somebody still has the file, attach it again to something else.")
        }
        try changeDocument(at: path, follows: Series.isUntouched) { document in
            do throws(RevertRefusal) {
                // An untouched document is derived from other documents, and is reverted together with them.
                let follows = Series.isUntouched(document)
                let author = follows ? Series.author(of: "taken back", onto: document, at: now) : author
                try document.revert(from: after, to: before, by: author)
            } catch {
                let what = error.field.map { "the \($0) of " } ?? ""
                throw ReplicaError(
                    .superseded,
                    "somebody has since changed \(what)\(Quotation.of(document.displayName)), so this cannot be undone",
                    hint: "\(.showHistory) shows who changed what; \(.editTask) sets a value by hand.")
            }
        }
    }
}
