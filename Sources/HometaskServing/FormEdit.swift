// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskReplica

/// An edit of a task by a form: the differences between the typed values and the version that the form showed.
///
/// The differences are written as an edit of that version and merged into the family's task. Concurrent edits of
/// different fields by two forms are both kept, and edits of the same field conflict, as between two devices. The actor
/// is derived from the form and the version, so that resubmitting a form is a no-op.
struct FormEdit {
    let form: TaskForm
    /// The task in the version that the form showed.
    let base: Document
    let path: DocumentPath
    let author: FormAuthor

    /// Writes the permitted changes to the task.
    ///
    /// - Returns: the refusals, by field.
    /// - Throws: ``ExchangeFault``, and `ReplicaError` if a typed value is invalid for its field.
    func applyEdit(in transaction: Transaction) throws -> [Refusal] {
        let member = try transaction.received.act(for: author.member)
        guard let standing = try transaction.document(at: path) else { throw PhoneForms.noTask }
        // A version with events that the family lacks is not part of its history.
        guard standing.seen.covers(base.seen) else { throw PhoneForms.outdated }
        let viewpoint = try Viewpoint(reading: transaction, member: author.member, now: transaction.now)
        let before = base.shown
        let typed = try form.changing(before, from: viewpoint)
        let rights = PhoneRights(member: member, now: transaction.now, reading: transaction)
        let refused = objections(to: typed, from: before, besides: standing.shown, under: rights)
        let allowed = try addingEffects(
            to: DocumentAdmission.without(refused, typed, since: base), from: before, seenFrom: viewpoint)
        let actor = actor(without: refused)
        if DocumentAdmission.changes(from: before, to: allowed).isEmpty || standing.seen[actor] > 0 { return refused }
        let writer = Author(actor: actor, time: transaction.now)
        var edited = base
        edited.applyEdit(by: writer) {
            _ = $0.applyHandEdit(allowed, rule: { transaction.rules.rule(of: $0, in: base) }, by: writer)
        }
        try transaction.received.join(edited, at: path)
        return refused
    }

    /// Adds the effects of changing a recurring task: the series entries, and a due date that matches the rule.
    private func addingEffects(
        to typed: JSONObject, from before: JSONObject, seenFrom viewpoint: Viewpoint
    ) throws(ReplicaError) -> JSONObject {
        let changed = Set(DocumentAdmission.changes(from: before, to: typed))
        var values: [FieldName: JSON?] = [:]
        for field in changed { values.updateValue(typed[field.key.string], forKey: field) }
        // A due date set by the new rule rather than typed belongs to the series.
        let isTyped = form.due.map { $0 != TaskForm(of: before, from: viewpoint).due } ?? false
        let isOfRule = changed.contains("repeat") && !isTyped
        try SeriesEditing(now: viewpoint.now, familyZone: viewpoint.zone).addEffects(to: &values, of: base) {
            form.isOfSeries || isOfRule && $0 == "due"
        }
        var typed = typed
        for (field, value) in values { typed[field.key.string] = value }
        return typed
    }

    private func objections(
        to typed: JSONObject, from before: JSONObject, besides standing: JSONObject, under rights: PhoneRights
    ) -> [Refusal] {
        DocumentAdmission.changes(from: before, to: typed).compactMap { field in
            let key = field.key.string
            let change = PhoneRights.Change(
                field: field, path: path, before: before, new: typed[key], typed: typed, standing: standing)
            return rights.refusal(of: change)
        }
    }

    /// Derives the actor of this edit. The time is excluded, so that resubmitting the same form later yields the same
    /// actor.
    private func actor(without refused: [Refusal]) -> ActorID {
        let fields = refused.compactMap { $0.field?.description }.joined(separator: ",")
        let origin = "form\n\(author.device)\n\(path.text)\n\(fields)\n"
        return .unvouched(Array(origin.utf8) + form.bytes + base.encoded())
    }
}

/// The sender of a form: an authenticated phone and its member.
public struct FormAuthor: Hashable, Sendable {
    let device: DocumentID
    let member: DocumentID

    /// Creates an author.
    ///
    /// - Parameters:
    ///   - device: the id of the phone's document.
    ///   - member: the member who owns the phone.
    public init(device: DocumentID, member: DocumentID) { (self.device, self.member) = (device, member) }
}
