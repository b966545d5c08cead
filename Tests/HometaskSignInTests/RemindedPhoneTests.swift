// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskReminders
import HometaskSQLite
import HometaskServing
import HometaskSignIn
import HometaskWebPush
import Synchronization
import TestSupport
import Testing

@Suite("Phones with reminders")
struct RemindedPhoneTests {
    private let folder: TemporaryFolder
    private let store: SignInStore
    private let family = DocumentID.some()
    private let mia = DocumentID.some()

    init() throws {
        folder = try TemporaryFolder()
        store = try SignInStore(at: folder.path + "/phones.sqlite", clock: { Timestamp(seconds: 1_795_000_000) })
    }

    private func phone() async throws -> DocumentID {
        let code = try await store.invite(mia, to: family).code
        return try await store.join(with: code, attempt: .some(), as: "phone").account.device
    }

    private func subscription(_ name: String) throws -> PushSubscription {
        let json: JSONObject = [
            "endpoint": .string("https://push.example.net/\(name)"),
            "keys": [
                "auth": "BTBZMqHH6r4Tts7J_aSIgg",
                "p256dh":
                    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ],
        ]
        return try #require(PushSubscription(json))
    }

    @Test("A phone gets reminders from its request until it stops them or is signed out")
    func life() async throws {
        let (first, second) = (try await phone(), try await phone())
        #expect(try await store.remindedPhones(of: family).isEmpty)
        try await store.remind(first, by: subscription("a"))
        try await store.remind(second, by: subscription("b"))
        let phones = try await store.remindedPhones(of: family)
        #expect(Set(phones.map(\.device)) == [first, second])
        #expect(phones.allSatisfy { $0.member == mia && $0.since.seconds == 1_795_000_000 })
        #expect(try await store.remindedPhones(of: .some()).isEmpty)
        #expect(try await store.isReminded(first))
        #expect(try await store.stopReminding(first))
        #expect(try await !store.isReminded(first))
        #expect(try await !store.stopReminding(first))
        #expect(try await store.signOut(second))
        #expect(try await store.remindedPhones(of: family).isEmpty)
        await #expect(throws: SignInFault.self) { try await store.remind(second, by: subscription("c")) }
    }

    @Test("A browser with a new subscription is not reminded twice of anything")
    func renewal() async throws {
        let phone = try await phone()
        try await store.remind(phone, by: subscription("a"))
        var ledger = ReminderLedger(since: Timestamp(seconds: 1_000))
        ledger.noteNear([mia])
        try await store.keep(ledger, of: phone)
        try await store.remind(phone, by: subscription("b"))
        let found = try #require(try await store.remindedPhones(of: family).first)
        #expect(found.subscription.endpoint.text.hasSuffix("/b") && found.ledger == ledger)
        // A push service's report on the first subscription does not end the second one.
        try await store.endSubscription(subscription("a"), of: phone)
        #expect(try await store.isReminded(phone))
        #expect(try await store.isReminded(phone, by: subscription("b")))
        #expect(try await !store.isReminded(phone, by: subscription("a")))
        // An ended subscription leaves its ledger for the next one.
        try await store.endSubscription(subscription("b"), of: phone)
        #expect(try await !store.isReminded(phone))
        #expect(try await store.remindedPhones(of: family).isEmpty)
        try await store.remind(phone, by: subscription("c"))
        #expect(try await store.remindedPhones(of: family).first?.ledger == ledger)
    }

    @Test("A browser that joins again gets the reminders of its latest phone alone")
    func another() async throws {
        let (first, second) = (try await phone(), try await phone())
        try await store.remind(first, by: subscription("a"))
        try await store.remind(second, by: subscription("a"))
        #expect(try await store.remindedPhones(of: family).map(\.device) == [second])
    }

    @Test("The key for push services is generated once and shared by all processes")
    func key() async throws {
        let key = try await store.pushKey()
        let other = try SignInStore(at: folder.path + "/phones.sqlite", clock: { Timestamp(seconds: 0) })
        #expect(try await other.pushKey() == key)
        #expect(try await store.pushKey().publicText.utf8.count == 87)
    }

    @Test("Only one server at a time reminds the phones of a family")
    func claims() async throws {
        let other = try SignInStore(at: folder.path + "/phones.sqlite", clock: { Timestamp(seconds: 0) })
        var claim = try await store.claimReminders(of: family)
        #expect(claim != nil)
        #expect(try await other.claimReminders(of: family) == nil)
        #expect(try await other.claimReminders(of: mia) != nil)
        withExtendedLifetime(claim) {}
        claim = nil
        #expect(try await other.claimReminders(of: family) != nil)
    }

    @Test("A database of version 1 is migrated and keeps its phones")
    func migration() async throws {
        let path = folder.path + "/old.sqlite"
        let old = try SignInStore(at: path, clock: { Timestamp(seconds: 0) })
        let code = try await old.invite(mia, to: family).code
        let joined = try await old.join(with: code, attempt: .some(), as: "phone")
        // Reverts the schema to version 1.
        let database = try Database(at: path)
        for table in try database.rows("select name from sqlite_schema where type = 'table'", { $0.text(0) })
        where !["phones", "invitations", "servers"].contains(table) {
            try database.execute("drop table \(table)")
        }
        for table in ["phones", "invitations"] { try database.execute("alter table \(table) drop column passkey") }
        try database.execute("pragma user_version = 1")
        let store = try SignInStore(at: path, clock: { Timestamp(seconds: 0) })
        #expect(try await store.phone(with: joined.secret)?.device == joined.account.device)
        try await store.remind(joined.account.device, by: subscription("a"))
        #expect(try await store.isReminded(joined.account.device))
        try database.execute("pragma user_version = 99")
        #expect(throws: SignInFault.self) { try SignInStore(at: path, clock: { Timestamp(seconds: 0) }) }
    }
}
