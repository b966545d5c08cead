// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily
public import HometaskReplica

extension GitReplica {
    /// Whether ``upkeep()`` is due.
    public func needsUpkeep() -> Bool { upkeepSchedule.isDue }

    /// Packs objects, combines small packs, and removes from the journal what the packs hold.
    public nonisolated func upkeep() async throws -> UpkeepReport? {
        do {
            do {
                return try await StoreUpkeep.run(inFolder: folder)
            } catch let error where DamageRecovery.isDamage(error) {
                try await recover()
                return try await StoreUpkeep.run(inFolder: folder)
            }
        } catch {
            throw DamageRecovery.translated(error, in: folder)
        }
    }

    private func recover() throws { try recovery.recover() }

    /// The problem with the family's own document; nil if there is none.
    public func familyFault() throws -> String? { try familyDocument.fault() }

    /// Examines the repository and, on request, repairs what can be repaired without losing anything.
    public func examine(repairs: Bool) throws -> [Finding] {
        let disk = DiskCheck(store: store, workTree: workTree, folder: folder).findings()
        // Nothing can be repaired if nothing can be written.
        let mends = repairs && !disk.contains { $0.severity == .problem }
        // Examined first: the recovery from damage removes some of them.
        let references = ReferenceCheck(store: store).findings(repairs: mends)
        return try references + recovery.run { try doctor.findings(repairs: mends) } + disk
    }

    private var repair: DocumentRepair { DocumentRepair(store: store, branch: branch, clock: dependencies.clock) }

    private var familyDocument: FamilyDocumentCheck {
        FamilyDocumentCheck(store: store, repair: repair, writer: writer)
    }

    private var doctor: RepositoryDoctor {
        RepositoryDoctor(
            store: store, mergeDriver: MergeDriverCheck(store: store, branch: branch, clock: dependencies.clock),
            family: familyDocument, documents: DocumentCheck(store: store, repair: repair, status: statusReader),
            workTree: WorkTreeCheck(store: store, follower: branch.follower),
            remotes: RemoteCheck(store: store, dependencies: dependencies), erasure: photoLibrary.erasure)
    }
}
