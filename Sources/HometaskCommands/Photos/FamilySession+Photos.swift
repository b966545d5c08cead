// SPDX-License-Identifier: Apache-2.0

import HometaskReplica

extension FamilySession {
    /// Runs a closure with files that were stored, and releases them if it fails: a rejected photo is never sent to
    /// anybody.
    func keeping<Result>(_ drafts: [PhotoDraft], _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch {
            if !drafts.isEmpty { try? await replica.releasePhotos(drafts) }
            throw error
        }
    }
}
