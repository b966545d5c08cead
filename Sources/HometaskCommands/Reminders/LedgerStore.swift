// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskReminders
import HometaskReplica

/// The ledger of this device, and where it is kept.
struct LedgerStore {
    var ledger: ReminderLedger
    private let replica: any Replica

    /// Opens the ledger. A device that has none begins to remind now, and keeps that; where it was damaged, a day ago:
    /// what was sent since then is sent again, and nothing of it is lost.
    static func open(_ session: FamilySession) async throws -> LedgerStore {
        let bytes = try await session.replica.localData(ReminderLedger.localName)
        let known = bytes.flatMap { ReminderLedger($0) }
        let isDamaged = bytes != nil && known == nil
        if isDamaged {
            session.output.remark(
                "note: the list of sent reminders was damaged; those of the last day are sent again")
        }
        let since = Timestamp(seconds: session.now.seconds - (isDamaged ? DeviceContext.usualFailoverDelay : 0))
        var store = LedgerStore(ledger: known ?? ReminderLedger(since: since), replica: session.replica)
        store.ledger.adjust(to: session.now)
        if known != store.ledger { try await store.save() }
        return store
    }

    /// The ledger as it stands, for who only looks.
    static func peek(_ session: FamilySession) async throws -> ReminderLedger {
        let bytes = try await session.replica.localData(ReminderLedger.localName)
        return bytes.flatMap { ReminderLedger($0) } ?? ReminderLedger(since: session.now)
    }

    /// Keeps it, so that not even a power cut takes it back.
    func save() async throws { try await keep(ledger) }

    /// Keeps a later state of it, in the same way.
    func keep(_ ledger: ReminderLedger) async throws {
        try await replica.setLocalData(ReminderLedger.localName, ledger.bytes, durably: true)
    }
}
