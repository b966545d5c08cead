// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskReminders
import HometaskSQLite
import HometaskServing
public import HometaskWebPush

extension SignInStore {
    private static let nameOfKey = "push"

    /// The key by which push services recognize this server. It is drawn when it is asked for first.
    ///
    /// - Throws: ``SignInFault`` (`unavailable`).
    public func pushKey() throws -> PushKey {
        try Self.translating {
            try database.transaction(writes: true) {
                let stored = try database.rows("select key from keys where name = \(Self.nameOfKey)") { $0.text(0) }
                if let text = stored.first {
                    guard let key = PushKey(stored: text) else {
                        throw SQLiteError.damaged("the key for push services is not one")
                    }
                    return key
                }
                let key = PushKey.random(using: &generator)
                try database.run("insert into keys (name, key) values (\(Self.nameOfKey), \(key.stored))")
                return key
            }
        }
    }

    /// Has a phone get reminders from now on; one that gets them already gets them by this subscription, and none of
    /// them a second time.
    ///
    /// - Throws: ``SignInFault`` (`signedOut`, `unavailable`).
    public func remind(_ device: DocumentID, by subscription: PushSubscription) throws {
        try Self.translating {
            try database.transaction(writes: true) {
                guard try storedAccount(of: device) != nil else {
                    throw SignInFault(.signedOut, "the phone was signed out")
                }
                let (now, text) = (clock(), subscription.json.canonicalText)
                // One browser is one phone: as whoever joined with it last.
                try database.run("delete from pushes where subscription = \(text) and phone <> \(device.description)")
                try database.run(
                    """
                    insert into pushes (phone, subscription, since, ledger)
                    values (\(device.description), \(text), \(now.seconds), \(Self.text(of: ReminderLedger(since: now))))
                    on conflict (phone) do update set subscription = excluded.subscription
                    """)
            }
        }
    }

    /// Has a phone get no reminders any more.
    ///
    /// - Parameter subscription: the only one by which it is not to get them; nil for any.
    /// - Returns: false if it got none.
    @discardableResult
    public func stopReminding(_ device: DocumentID, by subscription: PushSubscription? = nil) throws -> Bool {
        try Self.translating {
            if let subscription {
                try database.run(
                    """
                    delete from pushes where phone = \(device.description)
                    and subscription = \(subscription.json.canonicalText)
                    """)
            } else {
                try database.run("delete from pushes where phone = \(device.description)")
            }
            return database.changedRows == 1
        }
    }

    /// The phones of a family that want reminders. A phone whose subscription this version cannot read is left out.
    public func remindedPhones(of family: DocumentID) throws -> [RemindedPhone] {
        let query: SQL = """
            select phones.account, pushes.subscription, pushes.since, pushes.ledger
            from pushes join phones on phones.id = pushes.phone where phones.family = \(family.description)
            """
        return try Self.translating {
            try database.rows(query) { row -> RemindedPhone? in
                let account = try Self.account(row.bytes(0))
                let since = Timestamp(seconds: row.integer(2) ?? 0)
                guard let json: JSONObject = try? JSONObject.parse(row.bytes(1)),
                    let subscription = PushSubscription(json)
                else { return nil }
                return RemindedPhone(
                    device: account.device, member: account.member, subscription: subscription, since: since,
                    ledger: ReminderLedger(Array(row.bytes(3))) ?? ReminderLedger(since: clock()))
            }.compactMap(\.self)
        }
    }

    /// Whether a phone gets reminders.
    public func isReminded(_ device: DocumentID) throws -> Bool {
        try Self.translating {
            try database.integer("select count(*) from pushes where phone = \(device.description)") == 1
        }
    }

    /// Stores what a phone was reminded of. It is on the disk when this returns. A phone that wants no reminders any more
    /// has nothing stored.
    public func keep(_ ledger: ReminderLedger, of device: DocumentID) throws {
        try Self.translating {
            try database.run(
                "update pushes set ledger = \(Self.text(of: ledger)) where phone = \(device.description)")
        }
    }

    private static func text(of ledger: ReminderLedger) -> String { String(decoding: ledger.bytes, as: UTF8.self) }
}
