// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskGit
import HometaskMerging
import HometaskReplica

/// Checks whether the family's own document exists, and restores it.
struct FamilyDocumentCheck {
    let store: FamilyStore
    let repair: DocumentRepair
    let writer: TransactionWriter

    private func fault() throws -> String? { try GitReader(tipOf: store).familyFault() }

    /// Returns the findings about the family's own document if a commit removed it, even if it has been restored since.
    func findings(repairs: Bool) throws -> [Finding] {
        guard let fault = try fault() else { return [] }
        if repairs, store.repository.state == .clean {
            // The seal of another tool's commit contains the document, as a deleted one.
            _ = try repair.branch.sealed()
            if try GitReader(tipOf: store).bytes(at: .family) == nil {
                _ = try repair.putBack([.family])
            }
            _ = try writer.write(command: nil) { transaction in
                guard try transaction.document(at: .family)?.isDeleted == true else { return }
                try transaction.changeDocument(at: .family) { $0.restore(by: transaction.author) }
                transaction.describe("put family.json back")
            }
            if try self.fault() == nil { return [Finding(.mended, "family", message: "family.json was restored")] }
        }
        return [Finding(.problem, "family", message: fault, hint: "\(.repair) restores it.")]
    }
}
