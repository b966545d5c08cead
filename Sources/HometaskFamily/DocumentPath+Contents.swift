// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

extension DocumentPath {
    /// Why a document with this id and kind does not belong at this path; nil if it does. If two files could claim one
    /// id, people would see one document where the store has two.
    public func fault(id told: DocumentID, kind toldKind: DocumentKind) -> String? {
        if toldKind != kind { return "it says that it is a \(toldKind), but its path is that of a \(kind)" }
        if let id, told != id { return "it says that its id is \(told), but its file has another name" }
        return nil
    }

    /// Whether the members that were read from this path do not contradict it.
    public func owns(_ members: JSONObject) -> Bool {
        guard let id, let told = members["id"] else { return true }
        return told.stringValue == id.description
    }
}
