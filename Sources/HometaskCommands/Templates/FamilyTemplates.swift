// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// The templates of a session's family, as commands find and print them.
struct FamilyTemplates: Sendable {
    let session: FamilySession

    /// The template that words name.
    func find(_ words: [String], isTrash: Bool = false) async throws -> TemplateRecord {
        try await session.replica.read { try TemplateFinder(reading: $0).template(words, isTrash: isTrash) }
    }

    /// Prints the current state of the template with an id as JSON.
    func print(_ id: DocumentID) async throws {
        try session.output.print(TemplateFormatter.json(try await find(["#\(id)"]), in: session))
    }
}
