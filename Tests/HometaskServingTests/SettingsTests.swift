// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica
import HometaskServing
import TestSupport
import Testing

/// Settings changed on phones: reminders, the family's settings, the order of tasks, a phone's name.
@Suite("Settings from phones")
struct SettingsTests {
    private let hours: JSON = ["from": "20:00", "to": "07:30"]

    private func path(of member: DocumentID) throws -> DocumentPath {
        try #require(DocumentPath(kind: .member, id: member))
    }

    @Test("A child can set only its own reminders, whatever its phone sends")
    func reminders() async throws {
        let home = try await Home()
        let (mine, others) = (try path(of: home.tom), try path(of: home.mia))
        var phone = try await home.phone(of: home.tom)
        phone.write(hours, to: "quietHours", of: mine)
        phone.write("08:15", to: "remindAt", of: mine)
        phone.edit(mine) { document, author in document.insert("P1D", into: "reminders", by: author) }
        phone.write(hours, to: "quietHours", of: others)
        phone.write("08:15", to: "remindAt", of: others)
        phone.edit(others) { document, author in document.insert("none", into: "reminders", by: author) }
        try await phone.exchange(with: home)
        #expect(phone.refused.map(\.path) == [others, others, others])
        #expect(phone.refused.map(\.field) == ["quietHours", "remindAt", "reminders"])
        let (own, other) = (try await home.document(mine), try await home.document(others))
        #expect(own["quietHours"] == hours && own["remindAt"] == "08:15" && own["reminders"] == ["P1D"])
        #expect(other["quietHours"] == nil && other["remindAt"] == nil && other["reminders"] == nil)
    }

    @Test("An adult can change the family's settings, and a child cannot", arguments: [true, false])
    func family(isAdult: Bool) async throws {
        let home = try await Home()
        var phone = try await home.phone(of: isAdult ? home.mia : home.tom)
        phone.write("sunday", to: "weekStart", of: .family)
        phone.write("imperial", to: "units", of: .family)
        try await phone.exchange(with: home)
        let family = try await home.document(.family)
        #expect(phone.refused.map(\.field) == (isAdult ? [] : ["units", "weekStart"]))
        #expect(family["units"] == (isAdult ? "imperial" : nil) && family["weekStart"] == (isAdult ? "sunday" : nil))
    }

    @Test("A child may order tasks; concurrent moves of different tasks are both applied")
    func order() async throws {
        let home = try await Home()
        let (bins, milk) = (try await home.add("Bins"), try await home.add("Milk"))
        var (child, adult) = (try await home.phone(of: home.tom), try await home.phone(of: home.mia))
        let before = try await home.commits()
        child.edit(bins) { $0.writeValue("z1", to: "order", rule: .register, by: $1.weakly) }
        adult.edit(milk) { $0.writeValue("z2", to: "order", rule: .register, by: $1.weakly) }
        try await child.exchange(with: home)
        try await adult.exchange(with: home)
        #expect(child.refused.isEmpty && adult.refused.isEmpty)
        #expect(try await home.document(bins)["order"] == "z1")
        #expect(try await home.document(milk)["order"] == "z2")
        #expect(try await home.commits() == before + 2)
        // A move does not restore a deleted task.
        _ = try await home.replica.write(command: "delete") { try $0.trash.delete(bins, called: "Bins") }
        child.edit(bins) { $0.writeValue("z3", to: "order", rule: .register, by: $1.weakly) }
        try await child.exchange(with: home)
        #expect(try await home.document(bins).isDeleted)
    }

    @Test("A renamed phone keeps exchanging; the family gets the new name once it knows the phone")
    func name() async throws {
        let home = try await Home()
        let task = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        let device = try #require(DocumentPath(kind: .device, id: phone.device))
        let before = try await home.commits()
        #expect(try await home.exchanges.rename(phone.device, to: " Tom's\n phone ") == "Tom's phone")
        #expect(try await home.commits() == before)
        phone.write("Bins and bottles", to: "title", of: task)
        try await phone.exchange(with: home)
        #expect(try await home.document(device)["name"] == "Tom's phone")
        #expect(try await home.exchanges.rename(phone.device, to: "Tablet") == "Tablet")
        #expect(try await home.document(device)["name"] == "Tablet")
        let entry = try #require(try await home.replica.history(since: nil, path: device, limit: 1).first)
        #expect(entry.author == "Tom" && entry.subject.contains("Tablet"))
        let renamed = try await home.commits()
        #expect(try await home.exchanges.rename(phone.device, to: "Tablet") == "Tablet")
        #expect(try await home.commits() == renamed)
        phone.write("Bins", to: "title", of: task)
        try await phone.exchange(with: home)
        #expect(phone.fresh == 0 && phone.refused.isEmpty)
        #expect(try await home.document(task)["title"] == "Bins")
        #expect(try await home.exchanges.rename(phone.device, to: "\u{7}") == "phone")
        await #expect(throws: ExchangeFault.self) {
            _ = try await home.exchanges.rename(home.mia, to: "Nobody's")
        }
    }

    @Test("A name set during an exchange is not lost")
    func nameMeanwhile() async throws {
        let home = try await Home()
        let task = try await home.add("Bins")
        var phone = try await home.phone(of: home.tom)
        for number in 0..<10 {
            phone.write(.string("Bins \(number)"), to: "title", of: task)
            let (request, device) = (try ExchangeRequest(phone.prepare()), phone.device)
            async let answer = home.exchanges.answer(request, from: device)
            async let name = home.exchanges.rename(device, to: "Phone \(number)")
            let (answered, _) = (try await answer, try await name)
            try phone.take(answered)
            #expect(try await home.accounts.account(of: phone.device)?.name == "Phone \(number)")
        }
        #expect(phone.fresh == 0)
    }
}
