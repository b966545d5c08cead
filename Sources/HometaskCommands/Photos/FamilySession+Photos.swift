// SPDX-License-Identifier: Apache-2.0

import HometaskReplica

extension FamilySession {
    /// Does something with files that were kept, and lets go of them where it fails: what was refused is sent to
    /// nobody.
    func keeping<Result>(_ drafts: [PhotoDraft], _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch {
            if !drafts.isEmpty { try? await replica.releasePhotos(drafts) }
            throw error
        }
    }
}
