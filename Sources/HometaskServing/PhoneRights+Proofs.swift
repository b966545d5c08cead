// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

// Proofs: a completion may only name a photo that proves the task.

extension PhoneRights {
    /// Returns the objection unless the photo that a child names as proof is attached to the task and meets the task's
    /// current requirement. If the requirement changes later, ``ProofRule`` still accepts the photo because it is
    /// attached.
    func objectionToProof(_ change: Change) -> Objection? {
        guard !change.isThere, let photo = Completion(change.new)?.photo else { return nil }
        return isProof(photo, of: change) ? nil : adults("name a photo that does not prove the task")
    }

    private func isProof(_ photo: DocumentID, of change: Change) -> Bool {
        var members = change.standing ?? change.typed
        members["completion"] = nil
        guard let task = TaskRecord(members), let photos = try? origins(of: photo), let named = photos.first,
            named.aboutID == task.id, !named.isDeleted,
            let rule = try? ProofRule(of: [task], among: photos, reading: reader)
        else { return false }
        return !task.needsPhoto || rule.objection(to: named, of: task.id) == nil
    }

    /// Returns a photo and the photos that it was made from, latest first.
    private func origins(of photo: DocumentID) throws(ReplicaError) -> [PhotoRecord] {
        var (photos, next): ([PhotoRecord], DocumentID?) = ([], photo)
        while let id = next, !photos.contains(where: { $0.id == id }), let path = DocumentPath(kind: .photo, id: id),
            let record = try reader.readableMembers(at: path).flatMap({ PhotoRecord($0) })
        {
            photos.append(record)
            next = record.madeFrom
        }
        return photos
    }
}
