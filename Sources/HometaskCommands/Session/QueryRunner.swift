// SPDX-License-Identifier: Apache-2.0

import HometaskQueries
import HometaskReplica
import HometaskTerminal

/// Runs queries from this device's viewpoint.
struct QueryRunner: Sendable {
    let session: FamilySession

    /// The data that queries are resolved with: the device's member and settings, and the current time.
    var viewpoint: Viewpoint {
        Viewpoint(
            directory: session.directory, member: session.member, now: session.now, zone: session.zone,
            weekStart: session.settings.weekStart, order: session.settings.order, urgency: session.settings.urgency,
            extensions: session.extensions)
    }

    /// Resolves queries and lists tasks on a consistent snapshot of the current version of the documents.
    func snapshot<Result: Sendable>(
        _ body: @Sendable (FamilySnapshot) throws -> Result
    ) async throws -> Result {
        try await WorkingLine.during("Reading the tasks") {
            try await session.snapshot(body)
        }
    }
}
