// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// Looks up and prints the templates of a session's family.
struct FamilyTemplates: Sendable {
    let session: FamilySession

    /// Returns the template named by `words`.
    func find(_ words: [String], isTrash: Bool = false) async throws -> TemplateRecord {
        try await session.replica.read { try TemplateFinder(reading: $0).template(words, isTrash: isTrash) }
    }

    /// Prints the current state of the template named by `words` as JSON.
    func print(_ words: [String]) async throws {
        let (session, template) = try await session.snapshot { snapshot in
            (snapshot.session, try TemplateFinder(reading: snapshot.reader).template(words))
        }
        try session.output.print(TemplateFormatter.json(template, in: session))
    }
}
