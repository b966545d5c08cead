// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments
import HometaskFamily
package import HometaskMerging

extension Transaction {
    /// Returns the name and email address of the commit's author: the member's, otherwise the family's.
    package func signatory() throws -> (name: String?, email: String?) {
        var signatory: (name: String?, email: String?) = (nil, nil)
        if let member, let path = DocumentPath(kind: .member, id: member),
            let record = try readableDocument(at: path).flatMap({ MemberRecord($0.shown) })
        {
            signatory = (record.name, record.email)
        }
        if signatory.name == nil || signatory.email == nil,
            let family = try readableDocument(at: .family).flatMap({ FamilyRecord($0.shown) })
        {
            signatory = (signatory.name ?? family.name, signatory.email ?? family.email)
        }
        return signatory
    }

    /// Returns a document; nil if unreadable, so that changes of other documents are not prevented.
    package func readableDocument(at path: DocumentPath) throws -> Document? {
        do {
            return try document(at: path)
        } catch {
            guard error.code == .unreadableDocument else { throw error }
            return nil
        }
    }
}
