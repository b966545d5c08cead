// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

extension Signature {
    /// The signature of a transaction's commit: the member's name and e-mail; before there is a member, the family's.
    init(of transaction: Transaction) throws {
        var name: String?
        var email: String?
        if let member = transaction.member, let path = DocumentPath(kind: .member, id: member),
            let record = try transaction.readableDocument(at: path).flatMap({ MemberRecord($0.shown) })
        {
            (name, email) = (record.name, record.email)
        }
        if name == nil || email == nil,
            let family = try transaction.readableDocument(at: .family).flatMap({ FamilyRecord($0.shown) })
        {
            (name, email) = (name ?? family.name, email ?? family.email)
        }
        self.init(
            name: Self.plain(name) ?? "hometask", email: Self.plain(email) ?? "hometask@localhost",
            seconds: transaction.now.seconds)
    }

    /// A name in the form that a commit may contain, without control codes; nil if nothing is left.
    private static func plain(_ text: String?) -> String? {
        guard let text else { return nil }
        let plain = String(decoding: text.utf8.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
        let cleaned = cleaned(plain)
        return cleaned.isEmpty ? nil : cleaned
    }
}
