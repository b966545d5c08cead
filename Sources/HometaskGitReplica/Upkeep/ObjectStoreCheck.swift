// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskGit

/// Checks how objects are stored.
struct ObjectStoreCheck {
    /// The number of loose objects above which packing is worthwhile.
    private static let manyLooseObjects = 5_000

    let store: FamilyStore

    func looseObjectsFinding(repairs: Bool) throws -> Finding {
        let count = store.repository.packs.looseObjectCount()
        guard count >= Self.manyLooseObjects else {
            return Finding(.fine, "objects", message: "about \(count) loose objects")
        }
        guard repairs else {
            return Finding(
                .advice, "objects", message: "about \(count) objects are not packed",
                hint: "\(.repair) packs them.")
        }
        do {
            return Finding(
                .mended, "objects", message: "\(try store.repository.packs.consolidate()) objects were packed")
        } catch {
            throw error.replicaError(subject: "the objects")
        }
    }

    /// Returns the finding about files that killed programs left in the object store; a fetch removes them as well.
    func leftoverFinding(repairs: Bool) -> Finding? {
        let count = store.repository.packs.leftoverCount()
        if count == 0 { return nil }
        let removed = repairs ? store.repository.packs.removeLeftovers() : 0
        if removed > 0 {
            return Finding(
                .mended, "leftovers", message: "\(Self.files(removed)) of killed programs removed from the objects")
        }
        return Finding(
            .advice, "leftovers", message: "\(Self.files(count)) of killed programs among the objects",
            hint: "\(.repair) removes them, unless a program still has them open.")
    }

    private static func files(_ count: Int) -> String { count == 1 ? "1 file" : "\(count) files" }
}
