// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

extension Signature {
    /// The signature of a transaction's commit: the member's name and e-mail; before there is a member, the family's.
    init(of transaction: Transaction) throws {
        let (name, email) = try transaction.signatory()
        self.init(
            name: Self.plain(name) ?? "hometask", email: Self.plain(email) ?? "hometask@localhost",
            seconds: transaction.now.seconds)
    }

    /// Returns a name in the form that a commit may contain, without control codes; nil if nothing is left.
    private static func plain(_ text: String?) -> String? {
        guard let text else { return nil }
        let plain = String(decoding: text.utf8.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
        let cleaned = cleaned(plain)
        return cleaned.isEmpty ? nil : cleaned
    }
}
