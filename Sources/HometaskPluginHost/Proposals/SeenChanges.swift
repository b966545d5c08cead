// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica

/// Changes of documents in the form in which hooks receive them: with the differing fields and their authors.
struct SeenChanges {
    let directory: FamilyDirectory

    /// Returns the changes of documents of the given kinds.
    ///
    /// - Parameter answers: the plugins' reactions among these changes.
    func json(
        _ changes: [DocumentChange], of kinds: Set<DocumentKind>, answers: [DocumentPath: PluginShare] = [:]
    ) -> [JSON] {
        changes.filter { kinds.contains($0.path.kind) }.map { change in
            var object = json(change)
            object["generation"] = answers[change.path].map { .number(JSONNumber($0.generation)) }
            return .object(object)
        }
    }

    private func json(_ change: DocumentChange) -> JSONObject {
        var object: JSONObject = [
            "kind": .string(change.path.kind.rawValue), "id": .string(change.after.id.description),
            "after": .object(change.after.shown),
            "fields": .array(change.fields.map { .object(json($0, of: change.after)) }),
        ]
        object["before"] = change.before.map { .object($0.shown) }
        return object
    }

    private func json(_ field: FieldName, of document: Document) -> JSONObject {
        var object: JSONObject = ["field": .string(field.description)]
        guard let write = document.lastWrite(of: field) else { return object }
        object["at"] = .string(write.time.rfc3339)
        if let device = directory.devices.first(where: { $0.actors.contains(write.dot.actor.text) }) {
            var by: JSONObject = ["device": .string(device.name)]
            by["member"] = device.member.map { .string(directory.current($0).description) }
            object["by"] = .object(by)
        }
        return object
    }
}
