// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskTime

/// A task's requirements for its proof photo: that it exists and, optionally, that it was taken near the task's pin or
/// at certain hours.
struct ProofDemand {
    private let task: TaskRecord
    /// The coordinates of the pin; nil if they are unknown.
    private let centre: Coordinates?
    private let familyZone: TimeZoneRules

    init(of task: TaskRecord, reading reader: DocumentReader) throws(ReplicaError) {
        self.task = task
        var centre: Coordinates?
        if let place = task.place, place.within != nil, let path = DocumentPath(kind: .pin, id: place.pin) {
            centre = try reader.readableMembers(at: path).flatMap { PinRecord($0) }?.coordinates
        }
        self.centre = centre
        let family = task.window == nil ? nil : try reader.readableMembers(at: .family).flatMap { FamilyRecord($0) }
        familyZone = family.flatMap { try? TimeZoneRules(identifier: $0.zone) } ?? .utc
    }

    /// Returns the objection if an attached photo does not prove the task; nil otherwise.
    func objection(to photo: PhotoRecord) -> ProofObjection? {
        if let verdict = photo.verdict { return verdict.isApproved ? nil : .refused(why: verdict.why) }
        let within = task.place?.within
        if photo.isUnchecked, within != nil || task.window != nil { return .unchecked }
        return within.flatMap { objection(to: photo, within: $0) }
            ?? task.window.flatMap { objection(to: photo, in: $0) }
    }

    private func objection(to photo: PhotoRecord, within: Double) -> ProofObjection? {
        guard let centre else { return .noPin }
        return photo.objection(near: centre, within: within)
    }

    private func objection(to photo: PhotoRecord, in window: ProofWindow) -> ProofObjection? {
        guard let taken = photo.takenAt else { return .noTime }
        return window.contains(taken, due: task.due, familyZone: familyZone) ? nil : .outsideWindow(window)
    }
}
