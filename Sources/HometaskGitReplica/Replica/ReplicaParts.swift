// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit
import HometaskReplica

/// The parts of a replica, over one open repository. One call of the replica uses them at a time (``StorePool``).
final class ReplicaParts {
    let store: FamilyStore
    let workTree: WorkTree?
    let branch: FamilyBranch
    let writer: TransactionWriter
    /// Wraps every operation: repairs damage if possible, and translates errors.
    let recovery: DamageRecovery
    let upkeep: UpkeepSchedule
    let dependencies: Dependencies

    /// - Parameter shared: the values shared by all parts of the replica.
    init(_ store: FamilyStore, sharing shared: SharedParts) {
        workTree = WorkTree(store, store.local)
        branch = FamilyBranch(
            store, workTree: workTree, headWatch: shared.headWatch, upkeep: shared.upkeep,
            dependencies: shared.dependencies)
        recovery = DamageRecovery(store: store, folder: shared.folder)
        writer = TransactionWriter(
            store, branch, workTree: workTree, recovery: recovery, dependencies: shared.dependencies)
        upkeep = shared.upkeep
        dependencies = shared.dependencies
        self.store = store
    }

    /// Returns the current version of the documents.
    func reader() throws -> GitReader {
        let tip = try store.branch().tip
        return GitReader(store, tree: try store.tree(of: tip), workTree: workTree, commit: tip)
    }

    var history: HistoryReader { HistoryReader(store: store) }

    var commandUndo: CommandUndo { CommandUndo(store: store, log: branch.undoLog, writer: writer) }

    var status: StatusReader { StatusReader(store: store, workTree: workTree) }

    var remoteSettings: RemoteSettings { RemoteSettings(store: store) }

    var photos: PhotoLibrary {
        PhotoLibrary(
            store: store, identities: branch.identities, upkeep: upkeep, recovery: recovery, dependencies: dependencies)
    }

    var handEdits: HandEditIntake {
        HandEditIntake(store: store, branch: branch, workTree: workTree, writer: writer)
    }

    var repair: DocumentRepair { DocumentRepair(store: store, branch: branch, clock: dependencies.clock) }

    var familyDocument: FamilyDocumentCheck { FamilyDocumentCheck(store: store, repair: repair, writer: writer) }

    var doctor: RepositoryDoctor {
        RepositoryDoctor(
            store: store, mergeDriver: MergeDriverCheck(store: store, branch: branch, clock: dependencies.clock),
            family: familyDocument, documents: DocumentCheck(store: store, repair: repair, status: status),
            workTree: WorkTreeCheck(store: store, follower: branch.follower),
            remotes: RemoteCheck(store: store, dependencies: dependencies), erasure: photos.erasure)
    }
}

/// The values shared by the parts of a replica, across its open repositories.
struct SharedParts: Sendable {
    /// The working tree's folder, or the bare repository's, where further handles are opened.
    let folder: String
    /// Reports to observers when HEAD may have moved.
    let headWatch: HeadWatch
    let upkeep = UpkeepSchedule()
    let dependencies: Dependencies
}
