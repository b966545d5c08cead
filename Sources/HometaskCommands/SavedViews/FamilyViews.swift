// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

/// The saved views of a session's family.
struct FamilyViews: Sendable {
    let session: FamilySession

    /// Returns the saved views outside the trash.
    func all() async throws -> [ViewRecord] {
        try await session.replica.read { try ViewRecord.all(reading: $0).filter { !$0.isDeleted } }
    }

    /// Returns the saved view named by `word`, with or without `@`.
    func find(_ word: String, isTrash: Bool = false) async throws -> ViewRecord {
        let name = word.hasPrefix("@") ? String(word.dropFirst()) : word
        let views = try await session.replica.read {
            try ViewRecord.all(reading: $0).filter { $0.isDeleted == isTrash }
        }
        let id = try Reference.id(of: name, among: views.map { ($0.id, $0.name) }, noun: "view", isTrash: isTrash)
        guard let view = views.first(where: { $0.id == id }) else {
            throw ReplicaError(.notFound, "there is no view called ‘\(name)’")
        }
        return view
    }

    /// Returns the current state of a view.
    func find(_ id: DocumentID) async throws -> ViewRecord {
        let view = try await session.replica.read { try ViewRecord.all(reading: $0).first { $0.id == id } }
        guard let view else { throw ReplicaError(.notFound, "there is no view #\(id)") }
        return view
    }
}

/// A view as `--json` prints it.
enum ViewJSON {
    /// Returns an object with `conflict`, `id`, `name`, `query`, `sort` (or null); and `extensions` (by plugin and
    /// field) if plugins added fields.
    static func object(_ view: ViewRecord) -> JSONObject {
        var object = JSONObject(view)
        object["conflict"] = .bool(view.hasConflict)
        object["name"] = .string(view.name)
        return object
    }
}
