// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskReminders
import HometaskSQLite
import HometaskServing
public import HometaskWebPush

extension SignInStore {
    private static let nameOfKey = "push"
    /// The placeholder for a subscription that has ended.
    private static let noSubscription = ""
    /// The maximum age, in seconds, of the new ledger that replaces an unreadable one: a reminder may be repeated, but
    /// none is lost.
    private static let lookBack: Int64 = 86_400

    /// Returns the key that identifies this server to push services, generating it on first use.
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

    /// Turns on reminders for a phone. If they are already on, the subscription is replaced, and no reminder is
    /// repeated.
    ///
    /// - Throws: ``SignInFault`` (`signedOut`, `unavailable`).
    public func remind(_ device: DocumentID, by subscription: PushSubscription) throws {
        try Self.translating {
            try database.transaction(writes: true) {
                guard try storedAccount(of: device) != nil else {
                    throw SignInFault(.signedOut, "the phone was signed out")
                }
                let (now, text) = (clock(), subscription.json.canonicalText)
                // One browser is one phone, so the subscription moves to the most recent phone.
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

    /// Turns off reminders for a phone.
    ///
    /// - Returns: false if reminders were already off.
    @discardableResult
    public func stopReminding(_ device: DocumentID) throws -> Bool {
        try Self.translating {
            try database.run("delete from pushes where phone = \(device.description)")
            return database.changedRows == 1
        }
    }

    /// Records the end of a subscription. If the phone subscribes again, it gets the outstanding reminders, without
    /// duplicates.
    public func endSubscription(_ subscription: PushSubscription, of device: DocumentID) throws {
        try Self.translating {
            try database.run(
                """
                update pushes set subscription = \(Self.noSubscription) where phone = \(device.description)
                and subscription = \(subscription.json.canonicalText)
                """)
        }
    }

    /// Returns the phones of a family with reminders turned on. A phone whose subscription this version cannot read is
    /// omitted.
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
                    ledger: ReminderLedger(Array(row.bytes(3)))
                        ?? ReminderLedger(since: max(since, Timestamp(seconds: clock().seconds - Self.lookBack))))
            }.compactMap(\.self)
        }
    }

    /// Returns whether a phone gets reminders; if a subscription is given, whether it gets them by that subscription.
    public func isReminded(_ device: DocumentID, by subscription: PushSubscription? = nil) throws -> Bool {
        try Self.translating {
            let rows = try database.rows("select subscription from pushes where phone = \(device.description)") { row in
                row.text(0)
            }
            let found = rows.first ?? Self.noSubscription
            return subscription.map { $0.json.canonicalText == found } ?? (found != Self.noSubscription)
        }
    }

    /// Stores a phone's ledger, durably on return. A no-op if the phone's reminders are off.
    public func keep(_ ledger: ReminderLedger, of device: DocumentID) throws {
        try Self.translating {
            try database.run(
                "update pushes set ledger = \(Self.text(of: ledger)) where phone = \(device.description)")
        }
    }

    private static func text(of ledger: ReminderLedger) -> String { String(decoding: ledger.bytes, as: UTF8.self) }
}

/// A phone with reminders turned on.
public struct RemindedPhone: Hashable, Sendable {
    /// The id of the phone's document in the family.
    public let device: DocumentID
    /// The member who owns the phone.
    public let member: DocumentID
    /// The push subscription of the phone.
    public let subscription: PushSubscription
    /// The time from which the phone gets reminders.
    public let since: Timestamp
    /// The ledger of the phone's reminders.
    public let ledger: ReminderLedger
}
