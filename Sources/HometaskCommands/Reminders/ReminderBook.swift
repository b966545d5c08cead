// SPDX-License-Identifier: Apache-2.0

import HometaskReminders
import HometaskReplica

/// The ledger of this device, and where it is kept.
struct ReminderBook {
    var ledger: ReminderLedger
    private let replica: any Replica

    /// Opens the ledger. A device that has none begins to remind now, and keeps that.
    static func open(_ session: FamilySession) async throws -> ReminderBook {
        let bytes = try await session.replica.localData(ReminderLedger.localName)
        let known = bytes.flatMap { ReminderLedger($0) }
        var book = ReminderBook(
            ledger: known ?? ReminderLedger(since: session.now), replica: session.replica)
        if bytes != nil, known == nil {
            session.output.remark("note: the list of reminders that were sent was damaged, and begins anew")
        }
        book.ledger.adjust(to: session.now)
        if known != book.ledger { try await book.save() }
        return book
    }

    /// The ledger as it stands, for who only looks.
    static func peek(_ session: FamilySession) async throws -> ReminderLedger {
        let bytes = try await session.replica.localData(ReminderLedger.localName)
        return bytes.flatMap { ReminderLedger($0) } ?? ReminderLedger(since: session.now)
    }

    /// Keeps it, so that not even a power cut takes it back.
    func save() async throws {
        try await replica.setLocalData(ReminderLedger.localName, ledger.bytes, durably: true)
    }
}
