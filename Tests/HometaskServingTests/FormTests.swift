// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskQueries
import HometaskReplica
import HometaskTime
import Testing

@testable import HometaskServing

@Suite("Forms")
struct FormTests {
    private let home: Home
    private let forms: PhoneForms
    private let mia: FormAuthor
    private let tom: FormAuthor

    init() async throws {
        home = try await Home(inGit: true)
        forms = PhoneForms(of: home.replica, clock: { Home.time })
        var generator = SystemRandomNumberGenerator()
        mia = FormAuthor(device: .random(using: &generator), member: home.mia)
        tom = FormAuthor(device: .random(using: &generator), member: home.tom)
    }

    private func version() async throws -> String { try await home.replica.read { $0.version } }

    private func form(_ change: (inout TaskForm) -> Void) -> TaskForm {
        var form = TaskForm()
        change(&form)
        return form
    }

    @Test("A form's events belong to neither a phone nor the server, and resubmitting it yields the same events")
    func actors() async throws {
        let phone = try await home.phone(of: home.mia)
        let path = try await home.add("Fence")
        let id = try #require(path.id)
        let (before, version) = (try await home.document(path), try await version())
        let edit = form { $0.title = "New fence" }
        for _ in 0..<2 { #expect(try await forms.edit(id, with: edit, shownIn: version, by: mia) == []) }
        let after = try await home.document(path)
        let new = after.seen.actors.filter { !before.seen.actors.contains($0) }
        #expect(new.count == 1 && new.allSatisfy { $0.text.hasPrefix("x") } && !new.contains(phone.actor))
        #expect(after["title"] == "New fence" && after.conflicts.isEmpty)
        // The same input from another phone is a separate edit with the same value.
        #expect(try await forms.edit(id, with: edit, shownIn: version, by: tom) == [])
        let both = try await home.document(path)
        #expect(both["title"] == "New fence" && both.conflicts.isEmpty)
    }

    @Test("Resubmitting a form is a no-op, even if its edit has been overwritten")
    func again() async throws {
        let path = try await home.add("Fence")
        let id = try #require(path.id)
        let shown = try await version()
        let edit = form { $0.title = "New fence" }
        #expect(try await forms.edit(id, with: edit, shownIn: shown, by: mia) == [])
        let later = PhoneForms(of: try await home.opened(later: 60), clock: { Home.time })
        for title in ["New fence", "High fence"] {
            let edit = form { $0.title = title }
            #expect(try await forms.edit(id, with: edit, shownIn: try await version(), by: tom) == [])
            let (before, commits) = (try await home.document(path), try await home.commits())
            #expect(try await later.edit(id, with: form { $0.title = "New fence" }, shownIn: shown, by: mia) == [])
            #expect(try await home.document(path) == before)
            #expect(try await home.commits() == commits)
        }
    }

    @Test("A form does not complete a task that was completed and reopened since it was shown")
    func staleCompletion() async throws {
        let path = try await home.add("Fence")
        let id = try #require(path.id)
        let shown = try await version()
        for _ in 0..<2 { #expect(try await forms.complete(id, isDone: true, shownIn: shown, by: mia).isEmpty) }
        let commits = try await home.commits()
        #expect(try await home.document(path)["completion"]?["by"]?.stringValue == "\(home.mia)")
        // Tom is a child, and did not complete the task.
        let done = try await version()
        let refused = try await forms.complete(id, isDone: false, shownIn: done, by: tom)
        #expect(refused.map(\.field) == ["completion"] && refused.map(\.rule) == [.adults])
        #expect(try await home.commits() == commits)
        #expect(try await forms.complete(id, isDone: false, shownIn: done, by: mia).isEmpty)
        let stale = await #expect(throws: ExchangeFault.self) {
            _ = try await forms.complete(id, isDone: true, shownIn: shown, by: mia)
        }
        #expect(stale?.code == .outdated)
        #expect(try await home.document(path)["completion"] == nil)
    }

    @Test("Title words that read as a date are returned with the field they were probably meant for")
    func remainder() async throws {
        let id = try #require(DocumentID("00000000-0000-4000-8000-000000000003"))
        let added = try await forms.add("Eggs due:tomorrow 18:00", as: id, to: .mine, by: mia)
        #expect(added.remainder?.inLine == #"due:"tomorrow 18:00""# && added.refused.isEmpty)
        #expect(try await forms.add("Eggs due:tomorrow 18:00", as: id, to: .mine, by: mia).remainder == nil)
    }

    @Test("Fields that a child may not set are omitted from a new task with a reason, and its id is used once")
    func childAdds() async throws {
        let id = try #require(DocumentID("00000000-0000-4000-8000-000000000002"))
        let refused = try await forms.add("Bins points:9 +street", as: id, to: .mine, by: tom).refused
        #expect(refused.map(\.field) == ["points"] && refused.allSatisfy { $0.why.contains("Tom is a child") })
        let path = try #require(DocumentPath(kind: .task, id: id))
        let task = try await home.document(path)
        #expect(task["points"] == nil && task["tags"] == ["street"] && task["assignees"] == [.string("\(home.tom)")])
        #expect(try await forms.add("Something else", as: id, to: .all, by: mia).refused.isEmpty)
        #expect(try await home.document(path) == task)
    }

    /// Adds a weekly task, due on a Friday.
    private func weekly(_ title: String) async throws -> DocumentPath {
        let due = try #require(CivilDate(iso: "2027-01-01"))
        return try await home.add(title) { draft in
            draft.rule = RecurrenceRule(.weekly)
            draft.due = .day(due)
            draft.points = 5
        }
    }

    @Test("A form edits an occurrence or its series like the command")
    func series() async throws {
        for isOfSeries in [false, true, false] {
            let (path, other) = (try await weekly("Bins"), try await weekly("Bins"))
            let ids = try [#require(path.id), #require(other.id)]
            for title in ["All bins", "No bins", "Bins"] {
                let edit = form {
                    $0.title = title
                    $0.due = "2027-01-03"
                    $0.isOfSeries = isOfSeries
                }
                #expect(try await forms.edit(ids[0], with: edit, shownIn: try await version(), by: tom) == [])
                var change = TaskChange()
                change.values = ["title": .string(title), "due": ["date": "2027-01-03"]]
                change.isOfSeries = isOfSeries
                let made = change
                _ = try await home.replica.write(command: "edit") { try $0.tasks.edit(ids[1], by: made) }
                let (one, two) = (try await home.document(path), try await home.document(other))
                #expect(one["title"] == two["title"] && one["due"] == two["due"])
                #expect(one["series"] == two["series"] && (one["series"] == nil) == isOfSeries)
            }
        }
    }

    @Test("The same form for one occurrence and for its series makes two edits, and a rule moves the series")
    func seriesAfterwards() async throws {
        let path = try await weekly("Bins")
        let id = try #require(path.id)
        let shown = try await version()
        for isOfSeries in [false, true] {
            let edit = form { ($0.title, $0.isOfSeries) = ("All bins", isOfSeries) }
            let seen = isOfSeries ? try await version() : shown
            #expect(try await forms.edit(id, with: edit, shownIn: seen, by: mia) == [])
        }
        #expect(try await home.document(path)["series"] == [["id": "title", "value": "Bins"]])
        let again = form { ($0.title, $0.isOfSeries) = ("Both bins", true) }
        #expect(try await forms.edit(id, with: again, shownIn: try await version(), by: mia) == [])
        #expect(try await home.document(path)["series"] == nil)
        let moved = form { $0.rule = "week on sat" }
        #expect(try await forms.edit(id, with: moved, shownIn: try await version(), by: mia) == [])
        let task = try await home.document(path)
        #expect(task["due"] == ["date": "2027-01-02"] && task["series"] == nil)
    }

    /// Fields that a child may not change, with a value for each of two phones.
    private static let demands: [(FieldName, JSON, JSON)] = [
        ("points", 10, 11), ("proof", "photo", .null), ("approval", "adult", .null),
        ("window", ["from": "07:00", "to": "09:00"], ["from": "08:00", "to": "09:00"]),
        (
            "place", ["pin": "00000000-0000-4000-8000-000000000003"], ["pin": "00000000-0000-4000-8000-000000000004"]
        ),
    ]

    @Test("Only an adult settles a conflict about a task's requirements or points")
    func childSettles() async throws {
        for (field, first, second) in Self.demands {
            let path = try await home.add("Lawn") { $0.needsPhoto = field == "place" || field == "window" }
            let id = try #require(path.id)
            var phones = [try await home.phone(of: home.mia), try await home.phone(of: home.mia)]
            for (index, value) in [first, second].enumerated() {
                if value.isNull { phones[index].write(first, to: field, of: path) }
                phones[index].write(value.isNull ? nil : value, to: field, of: path)
                try await phones[index].exchange(with: home)
                #expect(phones[index].refused == [], "\(field)")
            }
            let conflict = try #require(try await home.document(path).conflicts.first { $0.field == field }, "\(field)")
            #expect(conflict.isChoice && conflict.candidates.count == 2)
            let (shown, document) = (try await version(), try await home.document(path))
            for choice in conflict.candidates.indices where !conflict.candidates[choice].value.isNull {
                let refused = try await forms.settle(field, of: id, with: choice, shownIn: shown, by: tom)
                #expect(refused.map(\.field) == [field] && refused.allSatisfy { $0.why.contains("only an adult") })
                #expect(try await home.document(path) == document, "\(field)")
            }
            for _ in 0..<2 {
                #expect(try await forms.settle(field, of: id, with: 1, shownIn: shown, by: mia) == [])
            }
            #expect(try await home.document(path).conflicts.isEmpty)
        }
    }

    @Test("A form that does not show the last edit cannot confirm the deletion of a task")
    func deletedApart() async throws {
        let path = try await home.add("Fence")
        let id = try #require(path.id)
        let first = try await version()
        _ = try await home.replica.write(command: "delete") { try $0.trash.delete(path, called: "Fence") }
        #expect(try await forms.edit(id, with: form { $0.tags = "wood" }, shownIn: first, by: mia) == [])
        let shown = try await version()
        #expect(try await home.document(path).conflicts.map(\.isDeletion) == [true])
        #expect(try await forms.edit(id, with: form { $0.title = "New fence" }, shownIn: shown, by: tom) == [])
        let stale = await #expect(throws: ExchangeFault.self) {
            _ = try await forms.settle("deleted", of: id, with: 1, shownIn: shown, by: mia)
        }
        #expect(stale?.code == .outdated)
        #expect(try await forms.settle("deleted", of: id, with: 0, shownIn: shown, by: mia) == [])
        let task = try await home.document(path)
        #expect(task.conflicts.isEmpty && !task.isDeleted && task["title"] == "New fence" && task["tags"] == ["wood"])
    }

    @Test("A version no longer on the branch is refused, although the repository still has its files")
    func lostVersion() async throws {
        let path = try await home.add("Fence")
        let id = try #require(path.id)
        let old = try home.git("rev-parse", "HEAD")
        let edit = form { $0.title = "New fence" }
        #expect(try await forms.edit(id, with: edit, shownIn: try await version(), by: mia) == [])
        let lost = try await version()
        _ = try home.git("update-ref", "HEAD", old)
        let later = form { $0.title = "High fence" }
        await #expect(throws: PhoneForms.outdated) {
            _ = try await forms.edit(id, with: later, shownIn: lost, by: mia)
        }
        await #expect(throws: PhoneForms.outdated) {
            _ = try await forms.complete(id, isDone: true, shownIn: old, by: mia)
        }
        #expect(try await home.document(path)["title"] == "Fence")
    }

    @Test("A form's edit to an untouched next occurrence is kept when the series continues")
    func untouchedOccurrence() async throws {
        let path = try await home.add("Bins") {
            $0.tags = ["street", "weekly"]
            $0.rule = RecurrenceRule(.weekly)
        }
        let id = try #require(path.id)
        #expect(try await forms.complete(id, isDone: true, shownIn: try await version(), by: tom).isEmpty)
        let next = Series.successor(of: id)
        let nextPath = try #require(DocumentPath(kind: .task, id: next))
        // Removing a tag is not an event.
        let edit = form { $0.tags = "weekly" }
        #expect(try await forms.edit(next, with: edit, shownIn: try await version(), by: tom) == [])
        #expect(try await !Series.isUntouched(home.document(nextPath)))
        _ = try await home.replica.write(command: "settle") { try $0.seriesSettling.updateSuccessors(after: [path]) }
        #expect(try await home.document(nextPath)["tags"] == ["weekly"])
    }

    @Test("A field that is missing from a form, or unchanged in it, is not edited, whatever its value")
    func unchanged() async throws {
        let path = try await home.add("  Fence\u{301}  ") {
            $0.description = ["", "two  ", ""]
            $0.due = .instant(Timestamp(seconds: 1_795_000_033), zone: "America/New_York")
            $0.assignees = [home.mia, DocumentID("00000000-0000-4000-8000-000000000001")].compactMap(\.self)
            $0.values["priority"] = "high"
        }
        let id = try #require(path.id)
        let (before, commits) = (try await home.document(path), try await home.commits())
        let shown = try await forms.task(id, for: home.mia)
        for form in [shown.form, TaskForm(), form { $0.description = TaskForm.lines("\r\ntwo  \r\n") }] {
            #expect(try await forms.edit(id, with: form, shownIn: shown.version, by: mia) == [])
        }
        #expect(try await home.document(path) == before)
        #expect(try await home.commits() == commits)
        // An assignee who is not shown in the form stays.
        let nobody = form { $0.assignees = [] }
        #expect(try await forms.edit(id, with: nobody, shownIn: shown.version, by: mia) == [])
        #expect(try await home.document(path)["assignees"] == ["00000000-0000-4000-8000-000000000001"])
        #expect(try await home.document(path)["due"] == before["due"])
    }

    @Test("A search query cannot close the parentheses around it")
    func search() async throws {
        _ = try await home.add("Fence")
        let found = try await forms.list(.done, searching: "fence or milk", limit: 10, for: home.mia)
        #expect(found.tasks.isEmpty && found.count == 0)
        await #expect(throws: ExchangeFault.self) {
            _ = try await forms.list(.done, searching: "x) or (fence", limit: 10, for: home.mia)
        }
    }
}
