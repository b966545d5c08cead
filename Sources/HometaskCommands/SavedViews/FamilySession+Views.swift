// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries
import HometaskReplica

extension FamilySession {
    /// The saved view that a word names, with `@` before it or without.
    func view(_ word: String, isTrash: Bool = false) async throws -> ViewRecord {
        let name = word.hasPrefix("@") ? String(word.dropFirst()) : word
        let views = try await replica.read { try ViewRecord.all(reading: $0).filter { $0.isDeleted == isTrash } }
        let id = try resolve(
            name, among: views.map { ($0.id, $0.name) }, noun: isTrash ? "view in the trash" : "view")
        guard let view = views.first(where: { $0.id == id }) else {
            throw ReplicaError(.notFound, "there is no view called ‘\(name)’")
        }
        return view
    }

    /// The current state of a view.
    func view(_ id: DocumentID) async throws -> ViewRecord {
        let view = try await replica.read { try ViewRecord.all(reading: $0).first { $0.id == id } }
        guard let view else { throw ReplicaError(.notFound, "there is no view #\(id)") }
        return view
    }
}

/// A view as `--json` prints it.
enum ViewJSON {
    /// `conflict`, `id`, `name`, `query`, `sort` (or null); and `extensions` (by plugin and field) if plugins added
    /// fields.
    static func object(_ view: ViewRecord) -> JSONObject {
        var object: JSONObject = [
            "conflict": .bool(view.hasConflict), "id": .string(view.id.description), "name": .string(view.name),
            "query": view.query.json, "sort": view.sort.json,
        ]
        object.put(extensions: view.extensions)
        return object
    }
}

extension ViewRecord {
    /// The view's name as queries write it.
    var reference: String { "@\(QuerySyntax.Value(naming: name))" }
}
