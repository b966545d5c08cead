// SPDX-License-Identifier: Apache-2.0

import HometaskCrypto
public import HometaskDocuments
import HometaskSQLite

extension SignInStore {
    /// Stores a passkey that was created on a phone, which must still be signed in, for the phone's member.
    ///
    /// - Throws: ``PasskeyFault``, ``SignInFault`` (`signedOut`, `unavailable`).
    public func add(
        _ registration: PasskeyRegistration, on phone: SignedInPhone, at party: RelyingParty
    ) throws -> Passkey {
        let (made, counter) = try registration.credential(at: party)
        return try Self.translating {
            try database.transaction(writes: true) {
                guard try storedAccount(of: phone.device) != nil else {
                    throw SignInFault(.signedOut, "the phone was signed out")
                }
                guard try passkeys(of: phone.member, in: phone.family).count < Passkey.most else {
                    throw PasskeyFault.tooMany
                }
                guard try storedPasskey(made.id) == nil else {
                    throw PasskeyFault(.full, "this passkey has already been added")
                }
                let passkey = Passkey(
                    id: .random(using: &generator), credential: made.id, family: phone.family, member: phone.member,
                    name: phone.name, added: clock(), used: nil)
                try insert(passkey, of: phone.device, with: made.key, counter: counter)
                return passkey
            }
        }
    }

    /// Returns the passkeys of a family, oldest first.
    public func passkeys(of family: DocumentID) throws -> [Passkey] {
        try Self.translating { try passkeys(where: "family = \(family.description)").map(\.passkey) }
    }

    /// Returns the passkeys of a member, oldest first.
    public func passkeys(of member: DocumentID, in family: DocumentID) throws -> [Passkey] {
        try Self.translating {
            try passkeys(where: "family = \(family.description) and member = \(member.description)").map(\.passkey)
        }
    }

    /// Returns the passkey with a credential id; nil if there is none.
    public func passkey(with credential: [UInt8]) throws -> Passkey? {
        try Self.translating { try storedPasskey(credential)?.passkey }
    }

    /// Removes a passkey and its unused invitations. Phones that have joined stay signed in.
    ///
    /// - Returns: false if there is no such passkey.
    public func removePasskey(_ id: DocumentID) throws -> Bool {
        try Self.translating {
            try database.transaction(writes: true) { try removePasskeys(where: "id = \(id.description)") > 0 }
        }
    }

    /// Invites the member who proves possession of a passkey.
    ///
    /// - Throws: ``PasskeyFault``, ``SignInFault`` (`unavailable`).
    public func invite(by assertion: PasskeyAssertion, at party: RelyingParty) throws -> Invitation {
        try assertion.check(at: party)
        return try Self.translating {
            try database.transaction(writes: true) {
                guard let stored = try storedPasskey(assertion.credential) else {
                    throw PasskeyFault(.unknown, "a passkey was shown that is not known, or was removed")
                }
                let passkey = stored.passkey
                let handle = Passkey.handle(of: passkey.member, in: passkey.family)
                try assertion.check(by: stored.key, handle: handle, after: stored.counter)
                try database.run(
                    """
                    update passkeys set counter = \(assertion.authenticatorData.counter), used = \(clock().seconds)
                    where id = \(passkey.id.description)
                    """)
                return try makeInvitation(of: passkey.member, to: passkey.family, by: passkey.id)
            }
        }
    }

    /// Signs a phone out, and removes the passkeys that could sign it in again: those added on the phone, and the one
    /// with which it joined.
    ///
    /// - Returns: false if there is no such phone.
    public func revoke(_ device: DocumentID) throws -> Bool {
        try Self.translating {
            try database.transaction(writes: true) {
                let phone = device.description
                _ = try removePasskeys(
                    where: "phone = \(phone) or id in (select passkey from phones where id = \(phone))")
                return try deletePhone(device)
            }
        }
    }

    // MARK: Rows

    /// A passkey with its server-side data.
    private struct StoredPasskey {
        let passkey: Passkey
        let key: P256PublicKey
        let counter: Int64
    }

    private func storedPasskey(_ credential: [UInt8]) throws -> StoredPasskey? {
        try passkeys(where: "credential = \(Base64.urlSafe.encoded(credential))").first
    }

    private func passkeys(where condition: SQL) throws -> [StoredPasskey] {
        let query: SQL = """
            select id, credential, family, member, name, added, used, key, counter from passkeys
            where \(condition) order by added, id
            """
        return try database.rows(query) { row in
            guard let credential = Base64.urlSafe.decoded(row.text(1)), let point = Base64.urlSafe.decoded(row.text(7)),
                let key = P256PublicKey(point: point), let counter = row.integer(8)
            else { throw SQLiteError.damaged("a passkey is not as this version writes it") }
            let passkey = Passkey(
                id: try Self.id(row.text(0)), credential: credential, family: try Self.id(row.text(2)),
                member: try Self.id(row.text(3)), name: row.text(4), added: Timestamp(seconds: row.integer(5) ?? 0),
                used: row.integer(6).map { Timestamp(seconds: $0) })
            return StoredPasskey(passkey: passkey, key: key, counter: counter)
        }
    }

    private func insert(
        _ passkey: Passkey, of phone: DocumentID, with key: P256PublicKey, counter: Int64
    ) throws {
        try database.run(
            """
            insert into passkeys (id, credential, family, member, phone, key, counter, name, added)
            values (\(passkey.id.description), \(Base64.urlSafe.encoded(passkey.credential)), \(passkey.family.description),
                \(passkey.member.description), \(phone.description), \(Base64.urlSafe.encoded(key.point)), \(counter),
                \(passkey.name), \(passkey.added.seconds))
            """)
    }

    /// Removes passkeys and their unused invitations.
    ///
    /// - Returns: the number of passkeys removed.
    private func removePasskeys(where condition: SQL) throws -> Int {
        try database.run(
            """
            delete from invitations
            where phone is null and passkey in (select id from passkeys where \(condition))
            """)
        try database.run("delete from passkeys where \(condition)")
        return database.changedRows
    }
}
