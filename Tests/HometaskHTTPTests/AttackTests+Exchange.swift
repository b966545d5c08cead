// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import Testing

@testable import HometaskHTTP

extension AttackTests {
    // MARK: The exchange

    @Test("A child's phone changes nothing reserved for adults, whatever it sends")
    func exchange() async throws {
        try await TestServer.with { server in
            let (mia, tom) = (server.mia, server.tom)
            let made = try await server.replica.write(command: "begin") { transaction in
                var draft = TaskDraft(title: "Bins")
                (draft.points, draft.needsApproval) = (5, true)
                let pin = try transaction.pins.add(PinDraft(name: "School"))
                (draft.needsPhoto, draft.place) = (true, Place(pin: pin, within: 100))
                let chore = try transaction.tasks.add(draft)
                let done = try transaction.tasks.add(TaskDraft(title: "Done by Mia"))
                try transaction.tasks.complete(done, Completion(at: transaction.now, by: mia))
                let hunt = try transaction.hunts.add(
                    HuntChanges(title: "Eggs"),
                    clues: [Clue(id: "a", points: 2, body: .open(ClueContent(text: ["Look"])))])
                return [chore, done, pin, hunt, try transaction.teams.start("Mia", of: [mia], in: hunt).id]
            }.result
            var adult = try await server.phone(of: mia)
            _ = try await adult.exchange()
            let now: JSON = .string(Timestamp.present.rfc3339)
            let (byMia, byTom): (JSON, JSON) = (.string("\(mia)"), .string("\(tom)"))
            let about: JSON = ["id": .string("\(made[0])"), "kind": "task"]
            let comment = try adult.document(
                .comment, ["about": about, "created": ["at": now, "by": byMia], "text": ["Mine"]])
            _ = try await adult.exchange([comment])

            let verdict: JSON = ["approved": true, "at": now, "by": byTom]
            let solution: JSON = ["at": now, "by": byTom, "clue": "a", "how": "code", "id": "x"]
            let rows: [(DocumentKind, DocumentID?, [(FieldName, JSON?)])] = [
                (
                    .task, made[0],
                    [
                        ("points", 100), ("points", nil), ("approval", nil), ("proof", nil), ("place", nil),
                        ("place", ["pin": .string("\(made[2])"), "within": 100_000]), ("window", "00:00-23:59"),
                        ("repeat", "FREQ=DAILY"), ("verdict", verdict), ("created", ["at": now, "by": byTom]),
                        ("series", [["field": "points", "value": 100]]), ("completion", ["at": now, "by": byMia]),
                        ("completion", ["at": now, "by": byTom, "photo": .string("\(made[2])")]),
                        ("completion", ["at": "2100-01-01T00:00:00Z", "by": byTom]),
                    ]
                ),
                (
                    .task, made[1],
                    [
                        ("completion", nil), ("completion", ["at": now, "by": byTom]), ("verdict", verdict),
                        ("deleted", true),
                    ]
                ),
                (.member, mia, [("name", "Tom"), ("role", "child"), ("email", "evil@example.org"), ("deleted", true)]),
                (
                    .member, tom,
                    [
                        ("role", nil), ("role", "adult"), ("email", "evil@example.org"), ("keys", ["ssh-ed25519 AAAA"]),
                        ("name", "Mia"), ("mergedInto", byMia),
                    ]
                ),
                (.family, nil, [("name", "Evil"), ("zone", "UTC"), ("photos", "none"), ("deleted", true)]),
                (.pin, made[2], [("location", ["latitude": 1, "longitude": 2])]),
                (
                    .comment, comment.id,
                    [("text", ["Theirs"]), ("deleted", true), ("created", ["at": now, "by": byTom])]
                ),
                (
                    .hunt, made[3],
                    [("title", "Mine"), ("clues", []), ("finished", ["at": now, "by": byTom]), ("deleted", true)]
                ),
                (
                    .team, made[4],
                    [("name", "Toms"), ("members", []), ("deleted", true), ("progress", [solution]), ("hunt", byTom)]
                ),
            ]
            var outcomes: [(String, Bool)] = []
            for (kind, id, edits) in rows {
                for (field, value) in edits {
                    let path = try #require(kind == .family ? .family : id.flatMap { DocumentPath(kind: kind, id: $0) })
                    let before = try #require(try await server.replica.read { try $0.document(at: path) })
                    var phone = try await server.phone(of: tom)
                    _ = try await phone.exchange()
                    let edited = try phone.edited(before, field, to: value)
                    let answer = try await phone.exchange([edited])
                    let after = try #require(try await server.replica.read { try $0.document(at: path) })
                    let isRefused = answer.json["refused"]?.arrayValue?.isEmpty == false
                    outcomes.append(
                        ("\(kind.rawValue), \(field): \(value ?? .null)", isRefused && after.shown == before.shown))
                }
            }
            Self.report("the exchange", outcomes)
        }
    }
}

extension TestPhone {
    private func author() throws -> Author { Author(actor: try #require(ActorID(actor)), time: .present) }

    /// Makes a new document with the given fields.
    func document(_ kind: DocumentKind, _ fields: [FieldName: JSON]) throws -> Document {
        var generator = SystemRandomNumberGenerator()
        var document = Document(id: .random(using: &generator), kind: kind)
        for (field, value) in fields { document = try edited(document, field, to: value) }
        return document
    }

    /// Returns the document with one field edited as on the phone; `deleted` moves it to the trash.
    func edited(_ document: Document, _ field: FieldName, to value: JSON?) throws -> Document {
        var document = document
        if field == "deleted" {
            document.delete(by: try author())
        } else {
            let rule = document.rule(of: field) ?? (value?.arrayValue == nil ? .register : .set)
            _ = document.writeValue(value, to: field, rule: rule, by: try author())
        }
        return document
    }
}
