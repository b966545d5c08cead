// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskTime

// Requests about single documents: each contains the documents it needs, and the answer contains the result.

extension Engine {
    /// The shown values of a document, its conflicts and its state.
    func read(_ request: EngineRequest) throws(EngineError) -> JSONObject {
        let text = try request.text("document")
        let document = try EngineRequest.document(text)
        return [
            "canonical": .bool(Document.isCanonical(Array(text.utf8))),
            "conflicts": .array(document.conflicts.map { .object($0.answer) }),
            "deleted": .bool(document.isDeleted), "shown": .object(document.shown),
        ]
    }

    /// Joins any number of versions of one document.
    func join(_ request: EngineRequest) throws(EngineError) -> JSONObject {
        var joined: Document?
        for version in try request.documents("documents") {
            guard let present = joined else {
                joined = version
                continue
            }
            guard present.id == version.id, present.kind == version.kind else {
                throw EngineError(.request, "only versions of one document can be joined")
            }
            joined = Document.join(present, version)
        }
        guard let joined else { throw EngineError(.request, "no document was given") }
        return joined.answer
    }

    /// Carries edits over to another version of their document, as another actor.
    func rebase(_ request: EngineRequest) throws(EngineError) -> JSONObject {
        let edited = try request.document()
        let (since, onto) = (try request.optionalDocument("since"), try request.optionalDocument("onto"))
        let sent = try request.documents("sent")
        for other in sent + [since ?? edited, onto ?? edited] where other.id != edited.id {
            throw EngineError(.request, "only versions of one document can be rebased")
        }
        return edited.rebasingEdits(
            since: since, sent: sent, isTaken: request["taken"] == true, onto: onto, by: try request.actor("actor"),
            isLost: request["lost"] == true
        ).answer
    }

    /// Creates a document of a kind with some fields, which must be valid.
    func makeDocument(_ request: EngineRequest) throws(EngineError) -> JSONObject {
        let kind = DocumentKind(rawValue: try request.text("kind"))
        let id = try request.id("id")
        guard let path = DocumentPath(kind: kind, id: id) else {
            throw EngineError(.request, "documents of the kind ‘\(kind)’ have no place in this version")
        }
        var fields: [FieldName: JSON?] = [:]
        for (key, value) in try request.object("fields").members { fields[FieldName(key)] = value }
        let maker = DocumentMaker(author: try request.author(), rules: DocumentRules())
        do throws(ReplicaError) {
            return try maker.makeDocument(kind, id: id, at: path, fields: fields).document.answer
        } catch {
            throw EngineError(error)
        }
    }

    /// Applies edits to a document in order, atomically.
    func edit(_ request: EngineRequest) throws(EngineError) -> JSONObject {
        let before = try request.document()
        let author = try request.author()
        var document = before
        let edits = try request.list("edits")
        try document.applyEdit(by: author) { document throws(EngineError) in
            for json in edits {
                guard let members = json.objectValue else { throw EngineError(.request, "an edit is an object") }
                let (edit, earlier) = (EngineRequest(members), document)
                try DocumentEdit(edit).apply(to: &document, by: author)
                if let scope = edit["scope"] {
                    try writeEffects(of: try edit.field(), scope, on: &document, changedFrom: earlier, by: author)
                }
            }
        }
        let rules = DocumentRules()
        if let path = DocumentPath(kind: document.kind, id: document.id) {
            do throws(ReplicaError) {
                _ = try rules.check(document, changedFrom: before, at: path)
            } catch {
                throw EngineError(error)
            }
        }
        var answer = document.answer
        answer["changed"] = .bool(document != before)
        return answer
    }

    /// Writes the effects of editing a field of a recurring task, as the command does.
    ///
    /// - Parameter scope: `once` if the edit is for this occurrence alone, `series` if it also applies to later ones.
    private func writeEffects(
        of field: FieldName, _ scope: JSON, on document: inout Document, changedFrom earlier: Document,
        by author: Author
    ) throws(EngineError) {
        let isOfSeries = scope == "series"
        guard isOfSeries || scope == "once" else {
            throw EngineError(.request, "‘scope’ should be ‘once’ or ‘series’")
        }
        var values: [FieldName: JSON?] = [:]
        values[field] = .some(document[field])
        do throws(ReplicaError) {
            let zone = try FamilyDirectory(reading: family).zone
            let editing = SeriesEditing(now: author.time, familyZone: zone)
            try editing.addEffects(to: &values, of: earlier) { _ in isOfSeries }
        } catch {
            throw EngineError(error)
        }
        let rules = DocumentRules()
        for field in ["due", "series"] as [FieldName] {
            guard let value = values[field] else { continue }
            document.writeValue(value, to: field, rule: rules.rule(of: field, in: document), by: author)
        }
    }

    /// The next occurrence of a completed task, the same on every device; `null` if none follows.
    func next(_ request: EngineRequest) throws(EngineError) -> JSONObject {
        let task = try request.document()
        guard task["completion"] != nil else {
            throw EngineError(.refused, "the task is not done, so nothing follows it yet")
        }
        let zone = try request.optionalZone("zone") ?? .utc
        do throws(RecurrenceRuleError) {
            return try Series.newSuccessor(of: task, familyZone: zone)?.answer ?? ["document": .null]
        } catch {
            throw EngineError(.refused, "\(error)")
        }
    }

    /// Whether completing a task now would be in the period of the previous occurrence: who completed that one and
    /// when, and when the task is due; otherwise `null`.
    func early(_ request: EngineRequest) throws(EngineError) -> JSONObject {
        let (task, now) = (try request.id("task"), try request.time("now"))
        let zone = try request.optionalZone("zone") ?? .utc
        do throws(ReplicaError) {
            guard let early = try family.earlyCompletion(of: task, at: now, familyZone: zone) else {
                return ["early": .null]
            }
            return ["early": ["done": early.previous.json, "due": early.due.json]]
        } catch {
            throw EngineError(error)
        }
    }
}

extension Document {
    /// The document in the form of an answer.
    fileprivate var answer: JSONObject { ["document": .string(String(decoding: encoded(), as: UTF8.self))] }
}

extension Conflict {
    /// The conflict in the form of an answer.
    fileprivate var answer: JSONObject {
        var answer: JSONObject = [
            "field": .string(field.description), "values": .array(candidates.map { $0.value }),
        ]
        if let line { answer["line"] = .number(JSONNumber(line)) }
        if let member {
            answer["item"] = .string(member.item)
            answer["member"] = .string(member.name)
        }
        return answer
    }
}
