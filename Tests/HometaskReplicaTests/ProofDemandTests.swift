// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskTime
import Testing

@testable import HometaskFamily
@testable import HometaskReplica

@Suite("Requirements of a task for its photo")
struct ProofDemandTests {
    private static let task = DocumentID.test(1)
    private static let pin = DocumentID.test(2)

    /// The objection to a photo for a task at a pin at 0°, 0° that demands a place within 100 metres or certain hours,
    /// in the zone of Amsterdam.
    private func objection(
        to members: JSONObject, task fields: JSONObject = ["place": ["pin": .string(pin.description), "within": 100]],
        pin location: JSON? = ["latitude": 0, "longitude": 0]
    ) throws -> ProofObjection? {
        let reader = MemoryReader()
        reader.putFamily(zone: "Europe/Amsterdam")
        var pin: JSONObject = ["name": "Dam"]
        pin["location"] = location
        reader.putMembers(.pin, Self.pin, members: pin)
        var task: JSONObject = ["id": .string(Self.task.description), "proof": "photo", "title": "Glass"]
        var photo: JSONObject = ["id": .string(DocumentID.test(3).description), "sha256": "00"]
        for (name, value) in fields.members { task[name.string] = value }
        for (name, value) in members.members { photo[name.string] = value }
        let (record, found) = (try #require(TaskRecord(task)), try #require(PhotoRecord(photo)))
        return try ProofDemand(of: record, reading: reader).objection(to: found)
    }

    private func place(_ latitude: Double, _ source: String?, accuracy: Double? = nil, at: String? = nil) throws -> JSON
    {
        var place: JSONObject = ["longitude": 0, "latitude": .number(try #require(JSONNumber(latitude)))]
        place["source"] = source.map { .string($0) }
        place["accuracy"] = try accuracy.map { .number(try #require(JSONNumber($0))) }
        place["at"] = at.map { .string($0) }
        return .object(place)
    }

    @Test("Without further requirements, any photo is accepted, even unchecked, unless an adult refused it")
    func nothing() throws {
        #expect(try objection(to: [:], task: [:]) == nil)
        #expect(try objection(to: ["unchecked": true], task: [:]) == nil)
        #expect(
            try objection(to: ["verdict": ["approved": false, "at": "2026-11-21T09:00:00Z", "why": "dark"]], task: [:])
                == .refused(why: "dark"))
    }

    @Test("A place counts from the file, or from the device in that hour; not if typed, coarse or far away")
    func places() throws {
        // A thousandth of a degree of latitude is 111 metres.
        #expect(try objection(to: ["location": place(0.0008, "exif")]) == nil)
        #expect(try objection(to: ["location": place(-0.0008, nil)]) == nil)
        guard case .far(let distance, 100) = try objection(to: ["location": place(0.01, "exif")]) else {
            throw Failure()
        }
        #expect(abs(distance - 1_110) < 10)
        #expect(try objection(to: [:]) == .noPlace)
        #expect(try objection(to: ["location": place(0, "hand")]) == .placeByHand)
        #expect(try objection(to: ["location": place(0, "exif", accuracy: 100)]) == nil)
        #expect(
            try objection(to: ["location": place(0, "exif", accuracy: 101)]) == .coarse(accuracy: 101, within: 100))
        #expect(try objection(to: ["location": place(0, "exif"), "unchecked": true]) == .unchecked)
        let taken: JSON = "2026-11-21T09:00:00Z"
        let device = { try self.place(0, "device", at: $0) }
        #expect(try objection(to: ["location": device("2026-11-21T10:00:00Z"), "takenAt": taken]) == nil)
        #expect(
            try objection(to: ["location": device("2026-11-21T10:00:01Z"), "takenAt": taken]) == .placeOfAnotherTime)
        #expect(
            try objection(to: ["location": device("2026-11-21T07:59:59Z"), "takenAt": taken]) == .placeOfAnotherTime)
        #expect(try objection(to: ["location": device("2026-11-21T10:00:00Z")]) == .placeOfAnotherTime)
    }

    @Test("A pin without a place proves nothing, unless an adult accepts the photo")
    func noPin() throws {
        #expect(try objection(to: ["location": place(0, "exif")], pin: nil) == .noPin)
        let accepted: JSON = ["approved": true, "at": "2026-11-21T09:00:00Z"]
        #expect(try objection(to: ["verdict": accepted], pin: nil) == nil)
        #expect(try objection(to: ["unchecked": true, "verdict": accepted]) == nil)
    }

    @Test("A refused photo proves nothing, nor does its copy, until an adult accepts the copy")
    func copies() throws {
        let reader = MemoryReader()
        reader.putFamily(zone: "UTC")
        let task = try #require(
            TaskRecord(["id": .string(Self.task.description), "proof": "photo", "title": "Glass"]))
        let ids = (3...5).map { DocumentID.test($0) }
        func photo(_ place: Int, of other: Int? = nil, verdict: JSON? = nil) throws -> PhotoRecord {
            var members: JSONObject = [
                "id": .string(ids[place].description), "sha256": "00",
                "about": ["kind": "task", "id": .string(Self.task.description)],
            ]
            members["madeFrom"] = other.map { .string(ids[$0].description) }
            members["verdict"] = verdict
            return try #require(PhotoRecord(members))
        }
        let at: JSON = "2026-11-21T09:00:00Z"
        let refused: JSON = ["approved": false, "at": at, "why": "dark"]
        let photos = try [photo(0, verdict: refused), photo(1, of: 0), photo(2, of: 1)]
        let rule = try ProofRule(of: [task], among: photos, reading: reader)
        for photo in photos { #expect(rule.objection(to: photo, of: task.id) == .refused(why: "dark")) }
        #expect(rule.proof(of: task.id) == nil)
        let accepted = try photo(2, of: 1, verdict: ["approved": true, "at": at])
        let other = try ProofRule(of: [task], among: [photos[0], photos[1], accepted], reading: reader)
        #expect(other.proof(of: task.id) == accepted)
        // A refusal applies to an original and its copies, but not from a copy to its original.
        let fine = try [photo(0), photo(1, of: 0, verdict: refused)]
        #expect(try ProofRule(of: [task], among: fine, reading: reader).proof(of: task.id) == fine[0])
    }

    struct Failure: Error {}

    /// The hours, the task's due date, the photo's time, and whether it is accepted. Amsterdam is an hour ahead of UTC
    /// in November.
    private static let windows: [(String, JSON?, String, Bool)] = [
        ("07:00-09:00", ["date": "2026-11-21"], "2026-11-21T06:00:00Z", true),
        ("07:00-09:00", ["date": "2026-11-21"], "2026-11-21T07:59:59Z", true),
        ("07:00-09:00", ["date": "2026-11-21"], "2026-11-21T08:00:00Z", false),
        ("07:00-09:00", ["date": "2026-11-21"], "2026-11-21T05:59:59Z", false),
        ("07:00-09:00", ["date": "2026-11-21"], "2026-11-20T07:00:00Z", false),
        ("07:00-09:00", ["date": "2026-11-21"], "2026-11-22T07:00:00Z", false),
        ("07:00-09:00", nil, "2026-11-22T07:00:00Z", true),
        ("07:00-09:00", ["at": "2026-11-20T23:30:00Z"], "2026-11-21T07:00:00Z", true),
        ("22:00-06:00", ["date": "2026-11-21"], "2026-11-21T21:00:00Z", true),
        ("22:00-06:00", ["date": "2026-11-21"], "2026-11-22T04:59:59Z", true),
        ("22:00-06:00", ["date": "2026-11-21"], "2026-11-22T05:00:00Z", false),
        ("22:00-06:00", ["date": "2026-11-21"], "2026-11-21T04:00:00Z", false),
    ]

    @Test(
        "Hours apply to the due day, past midnight too, in the family's zone or their own",
        arguments: windows)
    func window(hours: String, due: JSON?, taken: String, isRight: Bool) throws {
        let span = try #require(ClockSpan(text: hours))
        for zone in [nil, "Europe/Amsterdam"] {
            var task: JSONObject = ["window": ProofWindow(span, zone: zone).json]
            task["due"] = due
            let found = try objection(to: ["takenAt": .string(taken)], task: task)
            #expect(found == (isRight ? nil : .outsideWindow(ProofWindow(span, zone: zone))))
        }
        var task: JSONObject = ["window": ProofWindow(span, zone: "Asia/Tokyo").json]
        task["due"] = due
        #expect(try objection(to: ["takenAt": .string(taken)], task: task) != nil || due != nil || !isRight)
        #expect(try objection(to: [:], task: task) == .noTime)
    }
}
