// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskReminders
import HometaskReplica

/// The ledger of this device and its storage.
struct LedgerStore {
    var ledger: ReminderLedger
    private let storage: any DeviceStorage

    /// Opens the ledger. A missing ledger is created, beginning now. A damaged ledger is replaced by one that began a
    /// day ago: reminders sent since then are sent again, and none is lost.
    static func open(_ session: FamilySession) async throws -> LedgerStore {
        let bytes = try await session.replica.localData(ReminderLedger.localName)
        let known = bytes.flatMap { ReminderLedger($0) }
        let isDamaged = bytes != nil && known == nil
        if isDamaged {
            session.output.remark(
                "note: the list of sent reminders was damaged; those of the last day are sent again")
        }
        if bytes == nil, session.environment.isOutputTerminal {
            session.output.remark("note: this device reminds from now on; what fell due before is not sent")
        }
        let since = Timestamp(seconds: session.now.seconds - (isDamaged ? DeviceContext.usualFailoverDelay : 0))
        var store = LedgerStore(ledger: known ?? ReminderLedger(since: since), storage: session.replica)
        store.ledger.adjust(to: session.now)
        if known != store.ledger { try await store.save() }
        return store
    }

    /// Returns the current ledger, for commands that only read it.
    static func peek(_ session: FamilySession) async throws -> ReminderLedger {
        let bytes = try await session.replica.localData(ReminderLedger.localName)
        return bytes.flatMap { ReminderLedger($0) } ?? ReminderLedger(since: session.now)
    }

    /// Saves the ledger durably, so that it survives a power failure.
    func save() async throws { try await keep(ledger) }

    /// Saves a later state of the ledger durably.
    func keep(_ ledger: ReminderLedger) async throws {
        try await storage.setLocalData(ReminderLedger.localName, ledger.bytes, durably: true)
    }
}
