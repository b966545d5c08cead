// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskDocuments
import HometaskServing
import TestSupport
import Testing

@testable import HometaskSignIn

@Suite("Passkeys in the database of phones")
struct PasskeyStoreTests {
    private let folder: TemporaryFolder
    private let clock = Clock()
    private let store: SignInStore
    private let party: RelyingParty
    private let family = DocumentID.some()
    private let mia = DocumentID.some()
    private let tom = DocumentID.some()

    init() throws {
        folder = try TemporaryFolder()
        store = try SignInStore(at: folder.path + "/phones.sqlite", clock: clock.read)
        party = try #require(TestAuthenticator.party)
    }

    private func phone(of member: DocumentID, in other: DocumentID? = nil) async throws -> SignedInPhone {
        try await phone(by: try await store.invite(member, to: other ?? family))
    }

    private func phone(by invitation: Invitation) async throws -> SignedInPhone {
        let joined = try await store.join(with: invitation.code, attempt: .some(), as: "phone")
        return try #require(try await store.phone(with: joined.secret))
    }

    /// An authenticator with a passkey added on a phone.
    private func added(on phone: SignedInPhone) async throws -> (TestAuthenticator, Passkey) {
        var authenticator = TestAuthenticator()
        authenticator.handle = Passkey.handle(of: phone.member, in: phone.family)
        return (authenticator, try await store.add(authenticator.registration(), on: phone, at: party))
    }

    private func expect(
        _ code: PasskeyFault.Code, sourceLocation: SourceLocation = #_sourceLocation, body: () async throws -> Void
    ) async {
        let error = await #expect(throws: PasskeyFault.self, sourceLocation: sourceLocation) { try await body() }
        #expect(error?.code == code, sourceLocation: sourceLocation)
    }

    private func expectRefusal(
        _ authenticator: TestAuthenticator, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        await expect(.unknown, sourceLocation: sourceLocation) {
            _ = try await store.invite(by: authenticator.assertion(), at: party)
        }
    }

    @Test("A member adds a passkey and joins with other phones by it, repeatedly")
    func story() async throws {
        let first = try await phone(of: mia)
        let (authenticator, passkey) = try await added(on: first)
        #expect(passkey.member == mia && passkey.family == family && passkey.name == "phone" && passkey.used == nil)
        #expect(try await store.passkeys(of: family) == [passkey])
        #expect(try await store.passkey(with: authenticator.id) == passkey)
        clock.advance(by: 60)
        for _ in 0..<2 {
            let invitation = try await store.invite(by: authenticator.assertion(), at: party)
            #expect(invitation.member == mia && invitation.family == family)
            #expect(invitation.expires.seconds == clock.read().seconds + 3600)
            #expect(try await phone(by: invitation).member == mia)
        }
        let used = try #require(try await store.passkeys(of: mia, in: family).first)
        #expect(used.used == clock.read() && used.added == passkey.added)
        #expect(try await store.phones(of: family).count == 3)
        let other = try SignInStore(at: folder.path + "/phones.sqlite", clock: clock.read)
        #expect(try await other.passkeys(of: family) == [used])
    }

    @Test("A passkey made or used for another server, or without user verification, is refused and not stored")
    func untrusted() async throws {
        let first = try await phone(of: mia)
        let (authenticator, _) = try await added(on: first)
        let changes: [(inout TestAuthenticator) -> Void] = [
            { $0.origin = "https://evil.example" }, { $0.host = "evil.example" }, { $0.more = [("crossOrigin", true)] },
        ]
        for change in changes {
            var (new, old) = (TestAuthenticator(), authenticator)
            change(&new)
            change(&old)
            await expect(.untrusted) { _ = try await store.add(new.registration(), on: first, at: party) }
            await expect(.untrusted) { _ = try await store.invite(by: old.assertion(), at: party) }
        }
        // No user presence, or no user verification.
        for flags in [0x04, 0x01] as [UInt8] {
            var (new, old) = (TestAuthenticator(), authenticator)
            (new.flags, old.flags) = (flags | 0x40, flags)
            await expect(.untrusted) { _ = try await store.add(new.registration(), on: first, at: party) }
            await expect(.untrusted) { _ = try await store.invite(by: old.assertion(), at: party) }
        }
        #expect(try await store.passkeys(of: family).count == 1)
        await expectRefusal(TestAuthenticator())
        var stranger = authenticator
        stranger.key = TestAuthenticator().key
        await expectRefusal(stranger)
    }

    @Test("A passkey is valid only for its own member and family, whatever the user handle")
    func members() async throws {
        let (neighbours, eve) = (DocumentID.some(), DocumentID.some())
        var (authenticator, _) = try await added(on: phone(of: eve, in: neighbours))
        #expect(try await store.invite(by: authenticator.assertion(), at: party).family == neighbours)
        #expect(try await store.passkeys(of: family).isEmpty)
        #expect(try await store.passkeys(of: eve, in: family).isEmpty)
        for handle in [Passkey.handle(of: mia, in: family), Passkey.handle(of: eve, in: family), []] {
            authenticator.handle = handle
            await expectRefusal(authenticator)
        }
        // Another member's credential id with the attacker's own key.
        let (tomsKey, _) = try await added(on: phone(of: tom))
        var thief = try await added(on: phone(of: mia)).0
        thief.id = tomsKey.id
        await expectRefusal(thief)
        await expect(.full) { _ = try await store.add(thief.registration(), on: phone(of: mia), at: party) }
    }

    @Test("A copy of a passkey with an older counter is refused, and its counter is not stored")
    func counter() async throws {
        let first = try await phone(of: mia)
        var authenticator = TestAuthenticator()
        (authenticator.handle, authenticator.counter) = (Passkey.handle(of: mia, in: family), 5)
        _ = try await store.add(authenticator.registration(), on: first, at: party)
        await expectRefusal(authenticator)
        authenticator.counter = 9
        _ = try await store.invite(by: authenticator.assertion(), at: party)
        for behind in [9, 8, 0] as [UInt32] {
            authenticator.counter = behind
            await expectRefusal(authenticator)
        }
        authenticator.counter = 10
        _ = try await store.invite(by: authenticator.assertion(), at: party)
    }

    @Test("Removing a passkey revokes it and its unused invitation")
    func removed() async throws {
        let first = try await phone(of: mia)
        let (authenticator, passkey) = try await added(on: first)
        let second = try await phone(by: try await store.invite(by: authenticator.assertion(), at: party))
        let open = try await store.invite(by: authenticator.assertion(), at: party)
        let other = try await store.invite(mia, to: family)
        #expect(try await store.removePasskey(passkey.id))
        #expect(try await store.removePasskey(passkey.id) == false)
        await expectRefusal(authenticator)
        await #expect(throws: SignInFault.self) { _ = try await phone(by: open) }
        _ = try await phone(by: other)
        #expect(try await store.account(of: second.device) != nil)
        // The same authenticator may be added again.
        _ = try await store.add(authenticator.registration(), on: first, at: party)
        _ = try await store.invite(by: authenticator.assertion(), at: party)
    }

    @Test("Revoking a phone revokes its passkeys; signing out keeps them")
    func revoked() async throws {
        let first = try await phone(of: mia)
        let (authenticator, _) = try await added(on: first)
        #expect(try await store.signOut(first.device))
        let second = try await phone(by: try await store.invite(by: authenticator.assertion(), at: party))
        let (another, kept) = (try await added(on: second).0, try await added(on: phone(of: mia)).1)
        let open = try await store.invite(by: another.assertion(), at: party)
        #expect(try await store.revoke(second.device))
        #expect(try await store.revoke(second.device) == false)
        // The passkey by which the phone joined, and the passkey added on it.
        await expectRefusal(authenticator)
        await expectRefusal(another)
        await #expect(throws: SignInFault.self) { _ = try await phone(by: open) }
        #expect(try await store.passkeys(of: family) == [kept])
        await #expect(throws: SignInFault.self) {
            _ = try await store.add(TestAuthenticator().registration(), on: second, at: party)
        }
    }

    @Test("A member has at most ten passkeys, and each once")
    func bounded() async throws {
        let (mine, toms) = (try await phone(of: mia), try await phone(of: tom))
        for _ in 0..<9 { _ = try await added(on: mine) }
        let (authenticator, tenth) = try await added(on: mine)
        await expect(.full) { _ = try await added(on: mine) }
        await expect(.full) { _ = try await store.add(authenticator.registration(), on: toms, at: party) }
        _ = try await added(on: toms)
        #expect(try await store.removePasskey(tenth.id))
        _ = try await added(on: mine)
        #expect(try await store.passkeys(of: mia, in: family).count == 10)
    }

    @Test("A database of an earlier version is migrated to passkeys and keeps its invitations")
    func migration() async throws {
        let path = folder.path + "/old.sqlite"
        let code = Secret.some()
        let script = """
            import os, sqlite3, sys
            os.umask(0o077)
            database = sqlite3.connect(sys.argv[1])
            for step in sys.argv[5:]:
                database.executescript(step)
            database.execute(f'pragma user_version = {len(sys.argv) - 5}')
            database.execute("insert into invitations values (?, ?, ?, 1795003600, null, null)", sys.argv[2:5])
            database.commit()
            """
        let words = ["-c", script, path, code.digest, family.description, mia.description]
        #expect(try Tool("python3").run(words + SignInTables.steps.prefix(2)).status == 0)
        let old = try SignInStore(at: path, clock: clock.read)
        #expect(try await old.passkeys(of: family).isEmpty)
        let joined = try await old.join(with: code, attempt: .some(), as: "one")
        #expect(try await old.phones(of: family).map(\.device) == [joined.account.device])
    }
}
