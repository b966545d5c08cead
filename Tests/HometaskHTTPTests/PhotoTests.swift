// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskHashing
import HometaskKit
import HometaskServing
import HometaskSignIn
import Synchronization
import Testing

@testable import HometaskHTTP

@Suite("Photos of phones")
struct PhotoTests {
    /// A stub examiner that returns the same details for every file, or reports that it is not a photo.
    final class Examiner: PhotoExaminer {
        let hasPlace: Bool
        /// The errors to throw, in sequence.
        private let faults: Mutex<[ServiceFault]>
        /// The files it has examined.
        let files = Mutex<[String]>([])

        init(hasPlace: Bool = true, faults: [ServiceFault] = []) {
            self.hasPlace = hasPlace
            self.faults = Mutex(faults)
        }

        func examine(_ file: String, of family: String) async throws(ServiceFault) -> ExaminedPhoto? {
            files.withLock { $0.append(file) }
            if let fault = faults.withLock({ $0.popLast() }) { throw fault }
            guard let size = PixelSize(width: 4, height: 3) else { return nil }
            var details = PhotoDetails(size: size)
            if hasPlace {
                details.coordinates = Coordinates(latitude: 52.37, longitude: 4.9)
                details.takenAt = Timestamp(rfc3339: "2026-11-25T08:00:00Z")
            }
            return ExaminedPhoto(details, thumbnail: PhotoTests.jpeg(40))
        }
    }

    /// Makes a file that has only the signature of a JPEG.
    static func jpeg(_ count: Int, seed: UInt8 = 0) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xE0, seed] + (5..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    }

    static func serving(
        _ examiner: Examiner? = Examiner(), _ body: (TestServer) async throws -> Void
    ) async throws {
        try await TestServer.with({ $0.examiner = examiner }, body: body)
    }

    func attach(
        _ file: [UInt8], to task: DocumentID? = nil, from phone: TestPhone, with more: [String: JSON] = [:]
    ) async throws -> RawClient.Answer {
        var body: JSONObject = [
            "sha256": .string(SHA256.hexDigest(file)), "bytes": .number(JSONNumber(file.count)),
        ]
        body["about"] = task.map { ["kind": "task", "id": .string($0.description)] }
        for (key, value) in more { body[key] = value }
        return try await phone.send("POST", "/photos", body: body.compactBytes())
    }

    @discardableResult
    func put(
        _ part: ArraySlice<UInt8>, of file: [UInt8], from phone: TestPhone, at offset: Int? = nil
    ) async throws -> RawClient.Answer {
        try await phone.send(
            "PUT",
            "/uploads/\(SHA256.hexDigest(file))?bytes=\(file.count)&from=\(offset ?? part.startIndex)",
            headers: ["Content-Type": "application/octet-stream"], body: Array(part))
    }

    private func photos(of server: TestServer) async throws -> [PhotoRecord] {
        try await server.replica.read { try PhotoFinder(reading: $0).photos }
    }

    private func proof(_ title: String, in server: TestServer) async throws -> DocumentID {
        try await server.replica.write(command: "add") { transaction in
            var task = TaskDraft(title: title)
            task.needsPhoto = true
            return try transaction.tasks.add(task)
        }.result
    }

    @Test("A photo sent in parts, some repeated or out of order, completes its task for its member")
    func parts() async throws {
        try await Self.serving { server in
            let phone = try await server.phone(of: server.tom)
            let task = try await proof("Kitchen", in: server)
            let file = Self.jpeg(900_000)
            let first = try await attach(file, to: task, from: phone)
            #expect(first.status == 409 && first.json["received"]?.intValue == 0)
            #expect(try await put(file[..<300_000], of: file, from: phone).json["received"]?.intValue == 300_000)
            // A part repeated after a lost answer, and a part that arrives too early.
            #expect(try await put(file[..<300_000], of: file, from: phone).json["received"]?.intValue == 300_000)
            #expect(try await put(file[600_000...], of: file, from: phone).json["received"]?.intValue == 300_000)
            let second = try await attach(file, to: task, from: phone)
            #expect(second.status == 409 && second.json["received"]?.intValue == 300_000)
            try await put(file[300_000..<600_000], of: file, from: phone)
            try await put(file[600_000...], of: file, from: phone)
            let done = try await attach(
                file, to: task, from: phone,
                with: ["caption": "Clean", "position": ["latitude": 52, "longitude": 4, "at": "2026-11-25T08:00:00Z"]])
            #expect(done.status == 200 && done.json["completed"]?.stringValue == task.description)
            let photo = try #require(try await photos(of: server).first)
            #expect(photo.createdBy == server.tom && photo.caption == "Clean" && !photo.isUnchecked)
            #expect(photo.location?.source == .exif && photo.location?.coordinates.latitude == 52.37)
            let path = try #require(DocumentPath(kind: .task, id: task))
            let record = try await server.replica.read { try $0.document(at: path) }
            #expect(record?["completion"]?["by"]?.stringValue == server.tom.description)
            // Repeated as after a lost answer, without the file, which is gone.
            let again = try await attach(file, to: task, from: phone)
            #expect(again.status == 200 && again.json["photo"] == done.json["photo"])
            #expect(try await photos(of: server).count == 1)
            #expect(try FileManager.default.subpathsOfDirectory(atPath: server.folder + "/uploads").count == 1)
        }
    }

    @Test("A photo is attached to a treasure hunt")
    func hunt() async throws {
        try await Self.serving { server in
            let hunt = try await server.replica.write(command: "hunt") { try $0.hunts.add(.init(title: "Eggs")) }.result
            let (phone, file) = (try await server.phone(of: server.tom), Self.jpeg(100))
            try await put(file[...], of: file, from: phone)
            let about: JSON = ["kind": "hunt", "id": .string(hunt.description)]
            #expect(try await attach(file, to: nil, from: phone, with: ["about": about]).status == 200)
            #expect(try await photos(of: server).map(\.aboutID) == [hunt])
        }
    }

    @Test("Without an examiner program, photos are kept, and prove neither time nor place")
    func unchecked() async throws {
        try await Self.serving(nil) { server in
            let phone = try await server.phone(of: server.mia)
            let file = Self.jpeg(100)
            try await put(file[...], of: file, from: phone)
            #expect(try await attach(file, from: phone).status == 200)
            #expect(try await photos(of: server).first?.isUnchecked == true)
        }
    }

    @Test("A photo without a position gets the phone's, marked as such, unless their times differ")
    func positions() async throws {
        try await Self.serving(Examiner(hasPlace: false)) { server in
            let phone = try await server.phone(of: server.mia)
            let now = Timestamp.present
            let times: [(JSON?, Bool)] = [
                (.string(now.rfc3339), true), (.string(Timestamp(seconds: now.seconds + 7200).rfc3339), false),
                (nil, false),
            ]
            for (index, (time, isTaken)) in times.enumerated() {
                let file = Self.jpeg(100, seed: UInt8(index))
                try await put(file[...], of: file, from: phone)
                var position: JSONObject = ["latitude": 52, "longitude": 4, "accuracy": 9, "source": "exif"]
                position["at"] = time
                let id = try await attach(file, from: phone, with: ["position": .object(position)]).json["photo"]?
                    .stringValue
                let photo = try #require(try await photos(of: server).first { $0.id.description == id })
                #expect(photo.location?.source == (isTaken ? .device : nil))
                #expect(photo.location?.accuracy == (isTaken ? 9 : nil))
            }
        }
    }

    @Test(
        "A captured photo takes the phone's position, unless its time differs",
        arguments: [
            (true, "2026-11-25T08:10:00Z", .device), (true, "2026-11-25T10:00:00Z", .exif), (true, nil, .exif),
            (false, "2026-11-25T08:10:00Z", .exif),
        ] as [(Bool, String?, PhotoLocation.Source)])
    func captured(isCaptured: Bool, time: String?, source: PhotoLocation.Source) async throws {
        try await Self.serving { server in
            let phone = try await server.phone(of: server.mia)
            let file = Self.jpeg(100)
            try await put(file[...], of: file, from: phone)
            var position: JSONObject = ["latitude": 52, "longitude": 4]
            position["at"] = time.map { .string($0) }
            let words: [String: JSON] = ["captured": .bool(isCaptured), "position": .object(position)]
            #expect(try await attach(file, from: phone, with: words).status == 200)
            let photo = try #require(try await photos(of: server).first)
            #expect(photo.location?.source == source)
            #expect(photo.location?.coordinates.latitude == (source == .device ? 52 : 52.37))
        }
    }

    @Test("A failed examination is retried, and an unchecked photo is completed when sent again")
    func laterExamination() async throws {
        let examiner = Examiner(faults: [ServiceFault("the machine is busy")])
        try await Self.serving(examiner) { server in
            let phone = try await server.phone(of: server.mia)
            let file = Self.jpeg(100)
            try await put(file[...], of: file, from: phone)
            let busy = try await attach(file, from: phone)
            #expect(busy.status == 503 && busy.header("retry-after") != nil)
            #expect(try await photos(of: server).isEmpty)
            #expect(try await attach(file, from: phone).status == 200)
            #expect(try await photos(of: server).first?.isUnchecked == false)
            // The examined file has a name that is not derivable from requests.
            let names = examiner.files.withLock { $0 }
            #expect(Set(names).count == 2 && names.allSatisfy { !$0.hasSuffix(SHA256.hexDigest(file)) })
            // Attached as by a command where photos cannot be examined.
            let other = Self.jpeg(100, seed: 7)
            let kept = try await server.replica.keepPhotos([PhotoFile(original: other, thumbnail: nil)])[0]
            let id = try await server.replica.write(command: "photo add") { transaction in
                try transaction.photos.attach(PhotoDraft(kept, bytes: 100, type: "image/jpeg")).id
            }.result
            try await put(other[...], of: other, from: phone)
            #expect(try await attach(other, from: phone).json["photo"]?.stringValue == id.description)
            let record = try #require(try await photos(of: server).first { $0.id == id })
            #expect(!record.isUnchecked && record.size?.width == 4 && record.location?.source == .exif)
        }
    }

    @Test("A document without its file does not count as an attached photo")
    func withoutFile() async throws {
        try await Self.serving { server in
            let phone = try await server.phone(of: server.mia)
            let file = Self.jpeg(100)
            // Attached as by another device that has not sent the file yet.
            let names = try server.replica.photoNames(of: file)
            _ = try await server.replica.write(command: "photo add") { transaction in
                var draft = PhotoDraft(KeptPhoto(names: names, thumbnail: nil), bytes: 100, type: "image/jpeg")
                draft.details = PixelSize(width: 4, height: 3).map { PhotoDetails(size: $0) }
                return try transaction.photos.attach(draft)
            }
            #expect(try await attach(file, from: phone).status == 409)
            try await put(file[...], of: file, from: phone)
            let id = try #require(try await attach(file, from: phone).json["photo"]?.stringValue)
            #expect(Array(try await phone.send("GET", "/photos/\(id)/original").body) == file)
        }
    }

    @Test("Attaching to a deleted task is refused, and a child cannot restore another member's photo")
    func trash() async throws {
        try await Self.serving { server in
            let (tom, mia) = (try await server.phone(of: server.tom), try await server.phone(of: server.mia))
            let task = try await proof("Kitchen", in: server)
            let file = Self.jpeg(100)
            try await put(file[...], of: file, from: mia)
            let id = try await attach(file, to: task, from: mia).json["photo"]?.stringValue.flatMap { DocumentID($0) }
            let photo = try #require(id)
            _ = try await server.replica.write(command: "delete") { try $0.photos.delete(photo) }
            try await put(file[...], of: file, from: tom)
            #expect(try await attach(file, to: task, from: tom).status == 403)
            try await put(file[...], of: file, from: mia)
            #expect(try await attach(file, to: task, from: mia).status == 200)
            let path = try #require(DocumentPath(kind: .task, id: task))
            _ = try await server.replica.write(command: "delete") { try $0.trash.delete(path, called: "Kitchen") }
            let other = Self.jpeg(100, seed: 1)
            try await put(other[...], of: other, from: tom)
            #expect(try await attach(other, to: task, from: tom).status == 403)
            #expect(try await photos(of: server).count == 1)
        }
    }

    @Test("Non-photos, damaged or mismatched files and unknown documents are refused, and leave no files behind")
    func refused() async throws {
        try await Self.serving { server in
            let phone = try await server.phone(of: server.mia)
            let text = Array("<svg onload=alert(1)>".utf8)
            try await put(text[...], of: text, from: phone)
            #expect(try await attach(text, from: phone).status == 400)
            let file = Self.jpeg(100)
            var other = Self.jpeg(100)
            other[50] ^= 1
            // Announced as one file, but sent as another.
            _ = try await phone.send(
                "PUT", "/uploads/\(SHA256.hexDigest(file))?bytes=100&from=0",
                headers: ["Content-Type": "application/octet-stream"], body: other)
            let damaged = try await attach(file, from: phone)
            #expect(damaged.status == 409 && damaged.json["code"]?.stringValue == "damaged")
            try await put(file[...], of: file, from: phone)
            // The document may still arrive with the next exchange.
            for _ in 0..<2 { #expect(try await attach(file, to: server.mia, from: phone).status == 404) }
            #expect(try await photos(of: server).isEmpty)
        }
        try await Self.serving(Examiner(faults: [ServiceFault("the file is damaged", isFinal: true)])) { server in
            let phone = try await server.phone(of: server.mia)
            let file = Self.jpeg(100)
            try await put(file[...], of: file, from: phone)
            let refused = try await attach(file, from: phone)
            #expect(refused.status == 422 && refused.json["message"]?.stringValue == "the file is damaged")
            #expect(try await photos(of: server).isEmpty)
        }
    }

    @Test("Malformed requests are refused, and access no other file")
    func malformed() async throws {
        try await Self.serving { server in
            let phone = try await server.phone(of: server.mia)
            let digest = String(repeating: "a", count: 64)
            let type = ["Content-Type": "application/octet-stream"]
            for path in [
                "/uploads/..%2f..%2fphones.sqlite?bytes=10&from=0", "/uploads/\(digest.uppercased())?bytes=10&from=0",
                "/uploads/\(digest)?bytes=0&from=0", "/uploads/\(digest)?bytes=100000001&from=0",
                "/uploads/\(digest)?bytes=10&from=-1", "/uploads/\(digest)?bytes=10", "/uploads/\(digest)?from=0",
                "/uploads/\(digest)?bytes=2&from=0",
            ] {
                let answer = try await phone.send("PUT", path, headers: type, body: [1, 2, 3])
                #expect([400, 404].contains(answer.status), "\(path): \(answer.status)")
            }
            let long = [UInt8](repeating: 1, count: PhotoUploads.longestPart + 1)
            #expect(try await put(long[...], of: long, from: phone).status == 413)
            let json = try await phone.send("PUT", "/uploads/\(digest)?bytes=10&from=0", body: [1])
            #expect(json.status == 415)
            for body: JSONObject in [
                ["sha256": "x", "bytes": 1], ["sha256": .string(digest)], ["sha256": .string(digest), "bytes": -1],
                ["sha256": .string(digest), "bytes": 1, "about": ["kind": "member", "id": .string("\(server.mia)")]],
                ["sha256": .string(digest), "bytes": 1, "about": ["kind": "task", "id": "../x"]],
            ] {
                #expect(try await phone.send("POST", "/photos", body: body.compactBytes()).status == 400)
            }
            #expect(!FileManager.default.fileExists(atPath: server.folder + "/uploads/\(phone.device)"))
        }
    }

    @Test("A phone over its limit is rate-limited, and its unfinished uploads are removed when it signs out")
    func bounded() async throws {
        try await Self.serving { server in
            let phone = try await server.phone(of: server.mia)
            for number in 0..<50 {
                let file = Self.jpeg(1000, seed: UInt8(number))
                #expect(try await put(file[..<10], of: file, from: phone).status == 200)
            }
            let file = Self.jpeg(1000, seed: 99)
            let answer = try await put(file[..<10], of: file, from: phone)
            #expect(answer.status == 429 && answer.header("retry-after") != nil)
            // An upload announced as smaller than its size stays unchanged.
            let begunFirst = Self.jpeg(1000)
            let smaller: JSONObject = ["sha256": .string(SHA256.hexDigest(begunFirst)), "bytes": 5]
            #expect(try await phone.send("POST", "/photos", body: smaller.compactBytes()).status == 409)
            // An upload in progress continues.
            let begun = Self.jpeg(1000)
            #expect(try await put(begun[10...], of: begun, from: phone).json["received"]?.intValue == 1000)
            let own = server.folder + "/uploads/\(phone.device)"
            let mode = try FileManager.default.attributesOfItem(atPath: own)[.posixPermissions] as? Int
            #expect(mode == 0o700)
            #expect(try await phone.send("DELETE").status == 204)
            #expect(!FileManager.default.fileExists(atPath: own))
        }
    }

    @Test("Uploads unmodified for a week, and those of unknown phones, are removed")
    func cleaning() async throws {
        try await Self.serving { server in
            let (mia, tom) = (try await server.phone(of: server.mia), try await server.phone(of: server.tom))
            let (old, new) = (Self.jpeg(100, seed: 1), Self.jpeg(100, seed: 2))
            for file in [old, new] { try await put(file[..<50], of: file, from: mia) }
            try await put(new[..<50], of: new, from: tom)
            let folder = server.folder + "/uploads"
            let week: [FileAttributeKey: Any] = [.modificationDate: Date(timeIntervalSinceNow: -8 * 86_400)]
            try FileManager.default.setAttributes(
                week, ofItemAtPath: "\(folder)/\(mia.device)/\(SHA256.hexDigest(old))")
            try await PhotoUploads(in: folder).clean { $0.description == mia.device }
            let left = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
            #expect(left == [mia.device, "\(mia.device)/\(SHA256.hexDigest(new))"])
        }
    }
}
