// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskReplica
import HometaskServing
import Testing

/// A child's attempts to remove an adult's verdict.
@Suite("Rights to verdicts")
struct VerdictRightsTests {
    /// The completion time of the judged tasks.
    private static let done = Timestamp(seconds: Home.time.seconds - 600)

    /// Adds a task completed by a member and judged by Mia; a rejected task is open again.
    private func judged(isApproved: Bool, by member: DocumentID, in home: Home) async throws -> DocumentPath {
        let path = try await home.add("Bins")
        let verdict = Verdict(isApproved: isApproved, at: Home.time, by: home.mia, done: Self.done).json
        let completion: JSON? = isApproved ? Completion(at: Self.done, by: member).json : nil
        _ = try await home.replica.write(command: "judge") {
            try $0.writeFields(["completion": completion, "verdict": verdict], to: path)
        }
        return path
    }

    private func addKim(to home: Home) async throws -> DocumentID {
        try await home.replica.write(command: "join") {
            try $0.members.add(MemberDraft(name: "Kim", role: "child"))
        }.result
    }

    @Test("A child can remove no verdict, on its own or others' tasks, approved or rejected; an adult may")
    func taking() async throws {
        let home = try await Home()
        let kim = try await addKim(to: home)
        for (member, isApproved) in [(home.tom, true), (home.tom, false), (kim, true), (kim, false)] {
            let path = try await judged(isApproved: isApproved, by: member, in: home)
            let before = try await home.document(path)
            var phone = try await home.phone(of: home.tom)
            phone.write(nil, to: "verdict", of: path)
            try await phone.exchange(with: home)
            #expect(phone.refused.map(\.field) == ["verdict"] && phone.refused.map(\.rule) == [.adults])
            #expect(try await home.document(path) == before)
            var adult = try await home.phone(of: home.mia)
            adult.write(nil, to: "verdict", of: path)
            try await adult.exchange(with: home)
            #expect(adult.refused.isEmpty)
            #expect(try await home.document(path)["verdict"] == nil)
        }
    }

    @Test("A child cannot choose between a verdict and none, even if none is shown")
    func choosing() async throws {
        let home = try await Home()
        let path = try await judged(isApproved: false, by: home.tom, in: home)
        var adults = [try await home.phone(of: home.mia), try await home.phone(of: home.mia)]
        adults[1].time = Timestamp(seconds: Home.time.seconds + 60)
        let other = Verdict(isApproved: false, at: Home.time, by: home.mia, why: "Again", done: Self.done).json
        for (index, verdict) in [other, nil].enumerated() {
            adults[index].write(verdict, to: "verdict", of: path)
            try await adults[index].exchange(with: home)
        }
        let before = try await home.document(path)
        #expect(before["verdict"] == nil)
        #expect(before.conflicts.map { $0.candidates.map(\.value) } == [[.null, other]])
        var phone = try await home.phone(of: home.tom)
        phone.write(nil, to: "verdict", of: path)
        try await phone.exchange(with: home)
        #expect(phone.refused.map(\.field) == ["verdict"] && phone.refused.map(\.rule) == [.adults])
        #expect(try await home.document(path) == before)
    }

    @Test("A child that reopens its task also removes the approval, like the command, but never a rejection")
    func reopening() async throws {
        let home = try await Home()
        let path = try await judged(isApproved: true, by: home.tom, in: home)
        var phone = try await home.phone(of: home.tom)
        phone.write(nil, to: "completion", of: path)
        phone.write(nil, to: "verdict", of: path)
        try await phone.exchange(with: home)
        #expect(phone.refused.isEmpty)
        let document = try await home.document(path)
        #expect(document["completion"] == nil && document["verdict"] == nil)
        let rejected = try await judged(isApproved: false, by: home.tom, in: home)
        try await phone.exchange(with: home)
        phone.write(nil, to: "verdict", of: rejected)
        try await phone.exchange(with: home)
        #expect(phone.refused.map(\.field) == ["verdict"])
    }

    @Test("A child that claims another child's completion removes neither the completion nor the verdict")
    func takingOver() async throws {
        let home = try await Home()
        let path = try await judged(isApproved: true, by: try await addKim(to: home), in: home)
        let before = try await home.document(path)
        var phone = try await home.phone(of: home.tom)
        phone.write(Completion(at: Home.time, by: home.tom).json, to: "completion", of: path)
        phone.write(nil, to: "verdict", of: path)
        try await phone.exchange(with: home)
        #expect(Set(phone.refused.map(\.field)) == ["completion", "verdict"])
        #expect(try await home.document(path) == before)
    }

    @Test("A verdict may be removed with a completion at another time, but not with one at the judged time")
    func times() async throws {
        let home = try await Home()
        let path = try await judged(isApproved: true, by: home.tom, in: home)
        let verdict = try await home.document(path)["verdict"]
        var phone = try await home.phone(of: home.tom)
        var generator = SystemRandomNumberGenerator()
        let same = Completion(at: Self.done, by: home.tom, photo: .random(using: &generator)).json
        phone.write(same, to: "completion", of: path)
        phone.write(nil, to: "verdict", of: path)
        try await phone.exchange(with: home)
        #expect(phone.refused.map(\.field) == ["completion", "verdict"])
        #expect(try await home.document(path)["verdict"] == verdict)
        let later = Completion(at: Home.time, by: home.tom).json
        phone.write(later, to: "completion", of: path)
        phone.write(nil, to: "verdict", of: path)
        try await phone.exchange(with: home)
        #expect(phone.refused.isEmpty)
        let document = try await home.document(path)
        #expect(document["completion"] == later && document["verdict"] == nil)
    }

    @Test("A completion that loses to the approved one removes no verdict, whatever the times of its events")
    func split() async throws {
        let home = try await Home()
        let path = try await judged(isApproved: false, by: home.tom, in: home)
        var phone = try await home.phone(of: home.tom)
        let approved = Completion(at: Home.time, by: home.tom)
        let verdict = Verdict(isApproved: true, at: Home.time, by: home.mia, done: approved.at).json
        _ = try await home.replica.write(command: "approve") {
            try $0.writeFields(["completion": approved.json, "verdict": verdict], to: path)
        }
        let actor = phone.actor
        let early = Timestamp(seconds: Home.time.seconds - 100)
        let again = Completion(at: early, by: home.tom).json
        phone.time = early
        phone.write(again, to: "completion", of: path)
        phone.time = Timestamp(seconds: Home.time.seconds + 100)
        phone.write(nil, to: "verdict", of: path)
        try await phone.exchange(with: home)
        // The completion is accepted unchanged, so it is not shown; the verdict on the shown one stays.
        let document = try await home.document(path)
        #expect(phone.actor != actor && phone.refused.map(\.field) == ["verdict"])
        #expect(document["completion"] == approved.json && document["verdict"] == verdict)
        #expect(document.writes(of: "completion").contains { $0.value == again })
    }

    @Test("A repeated request does not remove a later verdict, and nothing is refused")
    func repeating() async throws {
        let home = try await Home()
        let path = try await judged(isApproved: false, by: home.tom, in: home)
        var phone = try await home.phone(of: home.tom)
        phone.write(Completion(at: Home.time, by: home.tom).json, to: "completion", of: path)
        phone.write(nil, to: "verdict", of: path)
        let request = try ExchangeRequest(phone.prepare())
        let first = try await home.exchanges.answer(request, from: phone.device)
        #expect(first.json["refused"]?.arrayValue == [])
        #expect(try await home.document(path)["verdict"] == nil)
        let verdict = Verdict(isApproved: true, at: Home.time, by: home.mia, done: Home.time).json
        _ = try await home.replica.write(command: "approve") { try $0.writeFields(["verdict": verdict], to: path) }
        let second = try await home.exchanges.answer(request, from: phone.device)
        #expect(second.json["refused"]?.arrayValue == [])
        #expect(try await home.document(path)["verdict"] == verdict)
    }
}
