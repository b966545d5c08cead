// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily
public import HometaskReplica

extension GitReplica {
    /// Returns whether ``upkeep()`` is due.
    public nonisolated func needsUpkeep() -> Bool { pool.shared.upkeep.isDue }

    /// Packs objects, combines small packs, and removes packed records from the journal.
    public nonisolated func upkeep() async throws -> UpkeepReport? {
        do {
            do {
                return try await StoreUpkeep.run(inFolder: folder)
            } catch let error where DamageRecovery.isDamage(error) {
                try pool.withParts { try $0.recovery.recover() }
                return try await StoreUpkeep.run(inFolder: folder)
            }
        } catch {
            throw DamageRecovery.translated(error, in: folder)
        }
    }

    /// Examines the repository and, on request, repairs what can be repaired without losing anything.
    public func examine(repairs: Bool) throws -> [Finding] {
        try pool.withParts { parts in
            let disk = DiskCheck(store: parts.store, workTree: parts.workTree, folder: folder).findings()
            // Nothing can be repaired if nothing can be written.
            let mends = repairs && !disk.contains { $0.severity == .problem }
            // Examined first: the recovery from damage removes some of them.
            let references = ReferenceCheck(store: parts.store).findings(repairs: mends)
            return try references + parts.recovery.run { try parts.doctor.findings(repairs: mends) } + disk
        }
    }
}
