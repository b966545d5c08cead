// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskPlatform
import HometaskSQLite
public import HometaskServing
import HometaskSystem

/// The database of joined phones and open invitations, stored outside the families' repositories and readable only by
/// its owner.
///
/// Several processes may use it concurrently, such as a server and the invite command. Secrets are stored as digests.
/// Leases are stored in plain text, because they are useless without the phone's secret.
public actor SignInStore {
    let path: String
    let database: Database
    let clock: @Sendable () -> Timestamp
    var generator: any RandomNumberGenerator & Sendable

    /// Opens the database, creating it (mode 0600) if absent. Its folder must exist.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - clock: the server's time.
    ///   - generator: the source of secrets; it must be unpredictable.
    /// - Throws: ``SignInFault`` (`unavailable`).
    public init(
        at path: String, clock: @escaping @Sendable () -> Timestamp,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) throws {
        self.clock = clock
        self.generator = generator
        self.path = path
        database = try Self.translating { try Self.open(path) }
    }

    // MARK: Addresses

    /// Records the server's address for the phones of a family.
    public func setAddress(_ address: String, of family: DocumentID) throws {
        try Self.translating {
            try database.run("replace into servers (family, address) values (\(family.description), \(address))")
        }
    }

    /// Returns the server's address for a family's phones; nil if the server has never run.
    public func address(of family: DocumentID) throws -> String? {
        try Self.translating {
            try database.rows("select address from servers where family = \(family.description)") { $0.text(0) }.first
        }
    }

    // MARK: Invitations

    /// Invites a member to join with one phone.
    public func invite(_ member: DocumentID, to family: DocumentID) throws -> Invitation {
        try Self.translating { try makeInvitation(of: member, to: family) }
    }

    /// - Parameter passkey: the passkey with which the member requests the invitation; nil if there is none.
    func makeInvitation(
        of member: DocumentID, to family: DocumentID, by passkey: DocumentID? = nil
    ) throws -> Invitation {
        let now = clock()
        let invitation = Invitation(
            code: .random(using: &generator), family: family, member: member,
            expires: Timestamp(seconds: now.seconds + Invitation.lifetime))
        try forgetInvitations(at: now)
        try database.run(
            """
            insert into invitations (code, family, member, expires, passkey)
            values (\(invitation.code.digest), \(family.description), \(member.description), \(invitation.expires.seconds),
                nullif(\(passkey?.description ?? ""), ''))
            """)
        return invitation
    }

    /// Returns the member and family of an invitation, which stays unused.
    ///
    /// - Throws: ``SignInFault`` (`noInvitation`).
    public func invitee(of code: Secret) throws -> (member: DocumentID, family: DocumentID) {
        try Self.translating {
            try forgetInvitations(at: clock())
            guard let open = try invitation(code) else { throw Self.noInvitation }
            return (member: open.member, family: open.family)
        }
    }

    /// Lets a phone join.
    ///
    /// An invitation is valid once. If the response is lost, the phone may retry with the same attempt token, and gets
    /// a new secret unless it has already used the first one.
    ///
    /// - Parameters:
    ///   - code: the code of the invitation.
    ///   - attempt: a random token of the phone for this invitation.
    ///   - name: the phone's name, for the family.
    /// - Returns: the phone's account, its family, and the secret that authenticates it from now on.
    /// - Throws: ``SignInFault``.
    public func join(with code: Secret, attempt: Secret, as name: String) throws -> JoinedPhone {
        try Self.translating {
            try database.transaction(writes: true) {
                let now = clock()
                try forgetInvitations(at: now)
                guard let open = try invitation(code) else { throw Self.noInvitation }
                let secret = Secret.random(using: &generator)
                guard let phone = open.phone else {
                    let account = PhoneAccount(
                        device: .random(using: &generator), named: name, member: open.member, using: &generator)
                    try insert(account, of: open.family, with: secret, at: now)
                    // The passkey can sign the phone in again, so `revoke` must find it.
                    try database.run(
                        """
                        update phones set passkey = (select passkey from invitations where code = \(code.digest))
                        where id = \(account.device.description)
                        """)
                    try database.run(
                        """
                        update invitations set phone = \(account.device.description), attempt = \(attempt.digest)
                        where code = \(code.digest)
                        """)
                    return JoinedPhone(account: account, family: open.family, secret: secret)
                }
                try database.run(
                    """
                    update phones set secret = \(secret.digest)
                    where id = \(phone.description) and seen is null and \(attempt.digest) = \(open.attempt)
                    """)
                guard database.changedRows == 1, let account = try storedAccount(of: phone) else {
                    throw Self.noInvitation
                }
                return JoinedPhone(account: account, family: open.family, secret: secret)
            }
        }
    }

    // MARK: Phones

    /// Returns the phone with a secret; nil if there is none.
    public func phone(with secret: Secret) throws -> SignedInPhone? {
        try Self.translating {
            let now = clock()
            guard let phone = try phones(where: "secret = \(secret.digest)").first else { return nil }
            // Updated at most hourly, so that a request does not cost a write.
            if phone.seen.map({ now.seconds - $0.seconds < 3600 }) == true { return phone }
            try database.run("update phones set seen = \(now.seconds) where id = \(phone.device.description)")
            return phone
        }
    }

    /// Returns the phones of a family, in order of joining.
    public func phones(of family: DocumentID) throws -> [SignedInPhone] {
        try Self.translating { try phones(where: "family = \(family.description)") }
    }

    /// Signs a phone out, revoking its secret. Its passkeys stay valid: see ``revoke(_:)``.
    ///
    /// - Returns: false if there is no such phone.
    public func signOut(_ device: DocumentID) throws -> Bool {
        try Self.translating {
            try database.transaction(writes: true) { try deletePhone(device) }
        }
    }

    func deletePhone(_ device: DocumentID) throws -> Bool {
        try database.run("delete from pushes where phone = \(device.description)")
        try database.run("delete from phones where id = \(device.description)")
        return database.changedRows == 1
    }

    // MARK: Rows

    private static let noInvitation = SignInFault(
        .noInvitation, "this invitation has already been used, or has expired; ask for a new one")

    private struct OpenInvitation {
        let family: DocumentID
        let member: DocumentID
        /// The phone that used the invitation; nil if unused.
        let phone: DocumentID?
        /// The digest of that phone's attempt token.
        let attempt: String
    }

    private func forgetInvitations(at now: Timestamp) throws {
        try database.run("delete from invitations where expires <= \(now.seconds)")
    }

    private func invitation(_ code: Secret) throws -> OpenInvitation? {
        try database.rows("select family, member, phone, attempt from invitations where code = \(code.digest)") { row in
            OpenInvitation(
                family: try Self.id(row.text(0)), member: try Self.id(row.text(1)), phone: DocumentID(row.text(2)),
                attempt: row.text(3))
        }.first
    }

    private func insert(
        _ account: PhoneAccount, of family: DocumentID, with secret: Secret, at now: Timestamp
    ) throws {
        try database.run(
            """
            insert into phones (id, family, account, secret, joined)
            values (\(account.device.description), \(family.description), \(account.json.canonicalText), \(secret.digest),
                \(now.seconds))
            """)
    }

    func storedAccount(of device: DocumentID) throws -> PhoneAccount? {
        try database.rows("select account from phones where id = \(device.description)") { row in
            try Self.account(row.bytes(0))
        }.first
    }

    private func phones(where condition: SQL) throws -> [SignedInPhone] {
        let query: SQL = "select account, family, joined, seen from phones where \(condition) order by joined, id"
        return try database.rows(query) { row in
            let account = try Self.account(row.bytes(0))
            return SignedInPhone(
                device: account.device, family: try Self.id(row.text(1)), member: account.member, name: account.name,
                joined: Timestamp(seconds: row.integer(2) ?? 0), seen: row.integer(3).map { Timestamp(seconds: $0) })
        }
    }

    static func account(_ bytes: [UInt8]) throws -> PhoneAccount {
        guard let json: JSONObject = try? JSONObject.parse(bytes), let account = PhoneAccount(json) else {
            throw SQLiteError.damaged("an account is not as this version writes it")
        }
        return account
    }

    static func id(_ text: String) throws -> DocumentID {
        guard let id = DocumentID(text) else { throw SQLiteError.damaged("‘\(text)’ is not the id of a document") }
        return id
    }

    // MARK: The file

    private static func open(_ path: String) throws -> Database {
        do throws(FileError) {
            try WholeFile.create(path, with: [], mode: 0o600)
        } catch {
            guard error.number == EEXIST else { throw error }
            try requirePrivacy(of: path)
        }
        let database = try Database(at: path)
        try database.transaction(writes: true) {
            let found = try database.integer("pragma user_version") ?? 0
            guard (0...Int64(SignInTables.steps.count)).contains(found) else {
                throw SQLiteError.damaged("a newer version of hometask has written it")
            }
            for step in SignInTables.steps.dropFirst(Int(found)) { try database.execute(step) }
            try database.execute("pragma user_version = \(SignInTables.steps.count)")
        }
        return database
    }

    private static func requirePrivacy(of path: String) throws {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw FileError(path, "open", number: errno) }
        guard status.st_mode & 0o077 == 0 else {
            throw SignInFault(
                .unavailable,
                "others may use \(path), which has the family's phones in it; 'chmod 600' makes it yours alone")
        }
    }

    static func translating<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SQLiteError {
            throw SignInFault(.unavailable, "the database of phones cannot be used: \(error)")
        } catch let error as FileError {
            throw SignInFault(.unavailable, "the database of phones cannot be used: \(error)")
        }
    }
}

extension SignInStore: PhoneAccounts {
    /// Returns the account of a phone; nil if there is none, or if the phone was signed out.
    public func account(of device: DocumentID) throws -> PhoneAccount? {
        try Self.translating { try storedAccount(of: device) }
    }

    /// Stores the account of a phone, durably on return.
    ///
    /// - Throws: ``SignInFault`` (`signedOut`) if the phone was signed out.
    public func store(_ account: PhoneAccount) throws {
        try Self.translating {
            try database.run(
                "update phones set account = \(account.json.canonicalText) where id = \(account.device.description)")
            guard database.changedRows == 1 else { throw SignInFault(.signedOut, "the phone was signed out") }
        }
    }
}

/// An invitation for one phone of a member.
public struct Invitation: Hashable, Sendable {
    /// The lifetime of an invitation, in seconds.
    public static let lifetime: Int64 = 3600

    /// The code that the phone presents, known only to the invitation's creator.
    public let code: Secret
    /// The id of the family that the phone is to join.
    public let family: DocumentID
    /// The member who will own the phone.
    public let member: DocumentID
    /// The expiry time of the invitation.
    public let expires: Timestamp
}

/// A phone that has just joined.
public struct JoinedPhone: Hashable, Sendable {
    /// The phone's account on the server.
    public let account: PhoneAccount
    /// The id of the family that the phone has joined.
    public let family: DocumentID
    /// The secret that authenticates the phone from now on. The server does not store the secret itself.
    public let secret: Secret
}

/// The exclusive right to remind the phones of a family. Of the servers that share a database, only one holds the claim
/// at a time, so that no phone is reminded twice. The claim is released when this object is deallocated or the process
/// exits.
public final class ReminderClaim: Sendable {
    private let lock: LockFile

    init(holding lock: LockFile) { self.lock = lock }
}

extension SignInStore {
    /// Claims the right to remind the phones of a family.
    ///
    /// - Returns: the claim; nil if another server holds it.
    /// - Throws: ``SignInFault`` (`unavailable`) if the lock file beside the database cannot be used.
    public func claimReminders(of family: DocumentID) throws -> ReminderClaim? {
        let name = "\(path).\(family).lock"
        return try Self.translating { try LockFile.acquire(name).map { ReminderClaim(holding: $0) } }
    }
}

/// A phone that has joined and was not signed out.
public struct SignedInPhone: Hashable, Sendable {
    /// The id of the phone's document in the family.
    public let device: DocumentID
    /// The id of the family that the phone has joined.
    public let family: DocumentID
    /// The member who owns the phone.
    public let member: DocumentID
    /// The name that the phone gave itself.
    public let name: String
    /// The time at which the phone joined, by the server's clock.
    public let joined: Timestamp
    /// The time at which the phone was last seen, to the hour; nil if it has not been seen since it joined.
    public let seen: Timestamp?
}
