// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension DocumentPath {
    /// Returns the reason why a document with this id and kind does not belong at this path; nil if it does. Otherwise
    /// two files could claim the same id, and users would see one document where the store has two.
    public func fault(id told: DocumentID, kind toldKind: DocumentKind) -> String? {
        if toldKind != kind { return "it says that it is a \(toldKind), but its path is that of a \(kind)" }
        if let id, told != id { return "it says that its id is \(told), but its file has another name" }
        return nil
    }

    /// Whether the members read from this path are consistent with the path.
    public func owns(_ members: JSONObject) -> Bool {
        guard let id, let told = members["id"] else { return true }
        return told.stringValue == id.description
    }
}
