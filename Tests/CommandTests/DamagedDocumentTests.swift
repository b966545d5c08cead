// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Unreadable documents")
struct DamagedDocumentTests {
    /// Kinds of damage to a document's bytes.
    enum Damage: String, CaseIterable {
        case markers, truncated, byteOrderMark, duplicateKey, large, deep, empty

        /// The damaged bytes, and the location that a report names.
        func of(_ text: String) -> (bytes: Data, place: String) {
            let title = text.components(separatedBy: "\n").firstIndex { $0.hasPrefix("  \"title\"") } ?? 0
            var lines = text.components(separatedBy: "\n")
            switch self {
            case .markers:
                lines.insert("<<<<<<< HEAD", at: title)
                return (Data(lines.joined(separator: "\n").utf8), "line \(title + 1), column 1")
            case .truncated:
                return (Data(lines[...title].joined(separator: "\n").utf8), "line \(title + 1), column")
            case .byteOrderMark: return (Data("\u{FEFF}\(text)".utf8), "line 1, column 1")
            case .duplicateKey:
                lines.insert("  \"title\": \"Twice\",", at: title)
                return (Data(lines.joined(separator: "\n").utf8), "line \(title + 2), column 3")
            case .large:
                let filler = Data(repeating: 0x78, count: 9_000_000)
                return (Data("{\"a\":\"".utf8) + filler + Data("\"}".utf8), "bytes")
            case .deep:
                return (Data(String(repeating: "[", count: 10_000).utf8), "line 1, column")
            case .empty: return (Data(), "line 1, column 1")
            }
        }
    }

    private func text(_ path: String, at commit: String = "HEAD", on device: Device) throws -> String {
        try device.git("show", "\(commit):\(path)").expect().stdout
    }

    /// Writes a document's file by hand and commits it with git.
    private func commit(_ bytes: Data, at path: String, on device: Device) throws {
        try bytes.write(to: URL(fileURLWithPath: device.folder + "/" + path))
        try device.git("commit", "-qam", "By hand").expect()
    }

    private func path(of title: String, on device: Device) throws -> String {
        try #require(try device.git("grep", "-l", title, "--", "tasks").lines.first)
    }

    @Test(
        "A synced damaged document is reported by location, kept byte-for-byte, blocks nothing and can be restored",
        arguments: Damage.allCases)
    func arriving(_ damage: Damage) throws {
        let hub = try HostileHub()
        let phone = hub.family.device
        let path = try path(of: "Take out the bins", on: phone)
        let before = try text(path, on: phone)
        let (bytes, place) = damage.of(before)
        try hub.publish(putting: [path: bytes])
        let synced = try phone.run("sync", "--json").object()
        let skipped = try #require(synced["skipped"] as? [[String: String]])
        #expect(skipped.map { $0["path"] } == [path])
        #expect(skipped.first?["reason"]?.contains(place) == true, "\(skipped)")
        let blob = try phone.git("rev-parse", "HEAD:\(path)").stdout
        #expect(try blob == hub.git(["rev-parse", "main:\(path)"]) + "\n", "its bytes are kept")

        let status = try #require(try phone.run("status", "--json").object()["unreadable"] as? [[String: String]])
        #expect(status.first?["path"] == path && status.first?["reason"]?.contains(place) == true, "\(status)")
        let found = try phone.run("doctor", "--json").objects().filter { $0["subject"] as? String == "document" }
        #expect(found.count == 1 && (found.first?["message"] as? String)?.contains(place) == true, "\(found)")
        try phone.run("doctor").expect(status: 1)
        try phone.run("add", "Water the plants").expect()
        try phone.run("list").expect(stdout: ["cat", "plants", .lacks("bins")])
        try phone.run("sync").expect()

        try phone.with(["COLUMNS": "1000"]).run("doctor", "--repair")
            .expect(stdout: "its last readable version was restored")
        #expect(try text(path, on: phone) == before)
        #expect(try phone.diary() == ["hometask put back the last readable version of \(path)"])
        let objects = try phone.git("rev-list", "--objects", "HEAD").stdout
        #expect(objects.contains(blob.prefix(40)), "its bytes are in the history")
        try phone.run("list").expect(stdout: "bins")
        try phone.run("doctor").expectQuietly("No problems found")
        try phone.expectClean()
        try phone.expectUnchanged { try phone.run("doctor", "--repair").expect() }
        try phone.run("sync").expect()
    }

    @Test("A document replaced by a folder is restored as a file, and not reported as removed by hand")
    func behindFolder() throws {
        let hub = try HostileHub()
        let phone = hub.family.device
        // Links are not checked out, so nothing blocks the file.
        let link = HostileHub.Entry("120000", "x", id: try hub.blob(Data("/etc".utf8)))
        let folder = HostileHub.Entry("40000", "family.json", id: try hub.tree([link]))
        try hub.forge(hub.tree(hub.top(without: "family.json") + [folder]))
        try phone.run("add", "Water the plants").expect()
        try phone.run("sync").expect(stdout: "the other side has a folder there, which was kept")
        try phone.run("doctor", "--repair").expect()
        #expect(FileManager.default.fileExists(atPath: phone.folder + "/family.json"))
        try phone.run("doctor").expectQuietly("No problems found.")
        try phone.expectClean()
        try phone.expectUnchanged { try phone.run("status").expect() }
        try phone.run("sync").expect(stdout: .lacks("by hand"))
    }

    @Test("CRLF line endings are accepted and not reported as damage")
    func carriageReturns() throws {
        let hub = try HostileHub()
        let phone = hub.family.device
        let path = try path(of: "Take out the bins", on: phone)
        let text = try text(path, on: phone).replacingOccurrences(of: "\n", with: "\r\n")
        try hub.publish(putting: [path: Data(text.utf8)])
        try phone.run("sync").expect(stdout: .lacks("Left alone"))
        try phone.run("list").expect(stdout: "bins")
        try phone.run("doctor").expectQuietly("No problems found")
    }

    @Test("Merging a readable and a damaged version keeps the readable one, on either side", arguments: Damage.allCases)
    func merged(_ damage: Damage) throws {
        let hub = try HostileHub()
        let phone = hub.family.device
        let path = try path(of: "Take out the bins", on: phone)
        let (bytes, place) = damage.of(try text(path, on: phone))
        try hub.publish(putting: [path: bytes])
        let laptop = try hub.family.join("laptop", as: "Ben")
        try laptop.run("doctor").expect(status: 1, stdout: .contains(path))
        try phone.run("edit", "bins", "--title", "All bins").expect()
        let reasons = try #require(try phone.run("sync", "--json").object()["skipped"] as? [[String: String]])
        #expect(reasons.map { $0["path"] } == [path] && reasons[0]["reason"]?.contains(place) == true, "\(reasons)")
        try laptop.run("add", "Water the plants").expect()
        try laptop.run("sync").expect()
        for device in [phone, laptop] {
            try device.run("doctor").expectQuietly("No problems found")
            try device.run("list").expect(stdout: "All bins")
        }
    }

    @Test("Concurrent edits before damage on both devices are merged and restored, identically on both")
    func damagedTwice() throws {
        let (family, laptop) = try Family.pair(prepared: [["add", "Bins"]])
        let phone = family.device
        let path = try path(of: "Bins", on: phone)
        try phone.run("edit", "Bins", "--title", "All bins").expect()
        try laptop.run("edit", "Bins", "--tag", "house").expect()
        try commit(Data("<<<<<<<".utf8), at: path, on: phone)
        try commit(Data(">>>>>>>".utf8), at: path, on: laptop)
        for device in [phone, laptop, phone] { try device.run("sync").expect() }
        for device in [phone, laptop] { try device.run("doctor", "--repair").expect(stdout: "version was restored") }
        #expect(try text(path, on: phone) == text(path, on: laptop))
        for device in [phone, laptop, phone] { try device.run("sync").expect() }
        #expect(try phone.head() == laptop.head())
        try phone.run("show", "bins").expect(stdout: ["All bins", "+house"])
    }

    @Test("A repair includes manual commits made before the damage")
    func editedBefore() throws {
        let phone = try Family().device
        try phone.run("add", "Bins").expect()
        let path = try path(of: "Bins", on: phone)
        let edited = try text(path, on: phone).replacingOccurrences(of: "\"Bins\"", with: "\"All bins\"")
        try commit(Data(edited.utf8), at: path, on: phone)
        try commit(Data("{".utf8), at: path, on: phone)
        try phone.run("doctor", "--repair").expect(stdout: "version was restored")
        try phone.run("list").expect(stdout: "All bins")
    }

    @Test("An unreadable hand edit is reported with its location and never overwritten, HEAD damaged or not")
    func handEdits() throws {
        let phone = try Family().device
        try phone.run("add", "Bins").expect()
        let path = try path(of: "Bins", on: phone)
        let typed = "{\n  \"title\": Bins\n}\n"
        try typed.write(toFile: "\(phone.folder)/\(path)", atomically: true, encoding: .utf8)
        let expected: TextExpectation = [.contains(path), "was edited here and cannot be read", "line 2, column 12"]
        try phone.expectUnchanged {
            try phone.run("doctor", "--repair").expect(status: 1, stdout: .anything)
            let findings = try phone.run("doctor", "--json").objects().compactMap { $0["message"] as? String }
            #expect(expected.fault(in: findings.joined(separator: "\n")) == nil, "\(findings)")
            try phone.run("status").expect(stdout: "Not recorded")
        }
        try commit(Data("<<<<<<<".utf8), at: path, on: phone)
        try typed.write(toFile: "\(phone.folder)/\(path)", atomically: true, encoding: .utf8)
        let findings = try phone.run("doctor", "--repair", "--json").objects().compactMap { $0["message"] as? String }
        #expect(expected.fault(in: findings.joined(separator: "\n")) == nil, "\(findings)")
        #expect(try String(contentsOfFile: "\(phone.folder)/\(path)", encoding: .utf8) == typed)
        #expect(try text(path, on: phone).contains("Bins"), "HEAD is mended all the same")
        try phone.git("checkout", "--", path).expect()
        try phone.run("doctor").expectQuietly("No problems")
    }

    @Test("A file corrected by hand is recorded on top of the restored version")
    func correctedByHand() throws {
        let phone = try Family().device
        try phone.run("add", "Bins").expect()
        let path = try path(of: "Bins", on: phone)
        let edited = try text(path, on: phone).replacingOccurrences(of: "\"Bins\"", with: "\"All bins\"")
        try commit(Data("<<<<<<<".utf8), at: path, on: phone)
        try edited.write(toFile: "\(phone.folder)/\(path)", atomically: true, encoding: .utf8)
        try phone.run("doctor", "--repair").expect(stdout: ["version was restored", "is not yet recorded"])
        try phone.run("status").expect(stdout: "Recorded edits by hand in 1 document")
        try phone.run("list").expect(stdout: "All bins")
        try phone.run("conflicts").expect(stdout: "no conflicts")
        try phone.expectClean()
    }

    @Test(
        "A document's content before damage on one side is merged with the other side's",
        arguments: [true, false])
    func meaningOfDamage(damagedSideSyncsFirst: Bool) throws {
        let (family, laptop) = try Family.pair(prepared: [["add", "Take out the bins"]])
        let phone = family.device
        let path = try path(of: "Take out the bins", on: laptop)
        try phone.run("edit", "bins", "--description", "The blue one").expect()
        try laptop.run("edit", "bins", "--title", "Take out all the bins").expect()
        try commit(Data("<<<<<<<".utf8), at: path, on: laptop)
        for device in damagedSideSyncsFirst ? [laptop, phone, laptop] : [phone, laptop, phone] {
            try device.run("sync").expect()
        }
        for device in [phone, laptop] {
            try device.run("show", "all the bins").expect(stdout: ["Take out all the bins", "The blue one"])
            try device.expectClean()
        }
        #expect(try text(path, on: phone) == text(path, on: laptop))
    }

    @Test("A damaged family.json blocks neither lists nor changes, and is restored")
    func familyFile() throws {
        let phone = try Family().device
        try phone.run("add", "Bins").expect()
        try commit(Data("<<<<<<<\n".utf8), at: "family.json", on: phone)
        try phone.run("list").expect(stdout: "Bins")
        try phone.run("add", "Water the plants").expect()
        try phone.run("doctor").expect(status: 1, stdout: "family.json cannot be read: line 1, column 1")
        try phone.run("doctor", "--repair").expect(stdout: "family.json")
        try phone.run("status").expect(stdout: "Berg")
    }

    @Test("A damaged document of this member or device blocks no change; a repaired device is recorded again")
    func ownDocuments() throws {
        let phone = try Family().device
        let member = try #require(try phone.git("grep", "-l", "\"Mia\"", "--", "members").lines.first)
        let device = try #require(try phone.git("ls-files", "devices").lines.first)
        try Data("<<<<<<<".utf8).write(to: URL(fileURLWithPath: phone.folder + "/" + member))
        try commit(Data("<<<<<<<".utf8), at: device, on: phone)
        // The device's document is damaged, so its new member is not recorded yet.
        try phone.run("me", "Ben").expect()
        try phone.run("add", "Bins").expect()
        try phone.run("doctor", "--repair").expect(stdout: [.contains(member), .contains(device)])
        #expect(try phone.diary() == ["hometask put back the last readable version of 2 documents"])
        try phone.run("add", "Cat").expect()
        let ben = try #require(try phone.git("grep", "-l", "\"Ben\"", "--", "members").lines.first)
        #expect(try text(device, on: phone).contains(ben.suffix(41).dropLast(5)))
        try phone.run("doctor").expectQuietly("No problems")
    }

    @Test("A document that was never readable, or has a newer format, is reported and left unchanged")
    func leftAlone() throws {
        let hub = try HostileHub()
        let phone = hub.family.device
        let path = try path(of: "Take out the bins", on: phone)
        var newer = try hub.document(path)
        var state = try #require(newer["~merge"] as? [String: Any])
        state["format"] = 99
        newer["~merge"] = state
        let id = UUID().uuidString.lowercased()
        let born = "tasks/\(id.prefix(2))/\(id).json"
        try hub.publish(putting: [path: JSONSerialization.data(withJSONObject: newer), born: Data("<<<".utf8)])
        try phone.run("sync").expect()
        // The first repair seals the foreign commit; the second has nothing left to do.
        try phone.run("doctor", "--repair").expect(status: 1, stdout: ["No version of it can be read", "update"])
        try phone.expectUnchanged { try phone.run("doctor", "--repair").expect(status: 1) }
        #expect(try text(born, on: phone) == "<<<")
        #expect(try text(path, on: phone).contains("99"))
    }

    /// Malformed lines that a git commit may put into a task, each with the JSON pointer of the faulty field.
    private static let malformed: [(line: String, pointer: String)] = [
        ("\"title\": 5", "/title"), ("\"title\": \" \"", "/title"), ("\"title\": \"Bins\",\n  \"wait\": 3", "/wait"),
        ("\"due\": \"tomorrow\",\n  \"title\": \"Bins\"", "/due"),
        ("\"due\": {\"date\": \"2026-02-30\"},\n  \"title\": \"Bins\"", "/due"),
        ("\"repeat\": \"nonsense\",\n  \"title\": \"Bins\"", "/repeat"),
        ("\"repeat\": \"FREQ=SECONDLY\",\n  \"title\": \"Bins\"", "/repeat"),
        ("\"points\": \"many\",\n  \"title\": \"Bins\"", "/points"),
        ("\"priority\": \"soon\",\n  \"title\": \"Bins\"", "/priority"),
        ("\"tags\": \"u, v\",\n  \"title\": \"Bins\"", "/tags"),
        ("\"assignees\": [7],\n  \"title\": \"Bins\"", "/assignees"),
        ("\"completion\": true,\n  \"title\": \"Bins\"", "/completion"),
        ("\"category\": \"House\",\n  \"title\": \"Bins\"", "/category"),
    ]

    @Test("Doctor reports malformed values with their location, actual and expected value, and nothing else")
    func malformedValues() throws {
        let family = try Family()
        let device = family.device
        try device.run("add", "Milk", "--every", "tue", "--tag", "shop", "--points", "3", "--priority", "high").expect()
        try device.run("category", "add", "House").expect()
        var places: [String] = []
        for (index, value) in Self.malformed.enumerated() {
            try device.run("add", "Bins\(index)").expect()
            let path = try path(of: "Bins\(index)\"", on: device)
            let text = try text(path, on: device)
            let line = value.line.replacing("\"Bins\"", with: "\"Bins\(index)\"")
            try commit(
                Data(text.replacing("\"title\": \"Bins\(index)\"", with: line).utf8), at: path, on: device)
            places.append("\(path), \(value.pointer)")
        }
        let findings = try device.run("doctor", "--json").expect(status: 1).objects()
        let named = findings.filter { $0["subject"] as? String == "value" }.compactMap { $0["message"] as? String }
        for place in places { #expect(named.contains { $0.hasPrefix(place) }, "\(place)") }
        #expect(named.count == places.count, "\(named)")
        #expect(named.contains { $0.contains("but is 5") } && named.contains { $0.contains("FREQ=WEEKLY") })
    }

    @Test("A document misplaced by git mv is reported by doctor and status until it is moved back")
    func strayCopy() throws {
        let device = try Family().device
        try device.run("add", "Bins").expect()
        let path = try path(of: "Bins", on: device)
        for place in ["Bins.json", "tasks/Bins.json"] {
            try device.git("mv", path, place).expect()
            try device.git("commit", "-qm", "Moved").expect()
            for _ in 0..<2 {
                let told = try device.run("doctor").expect(status: 1).stdout.replacing("\n", with: " ")
                #expect(told.contains(place) && told.contains("git mv"))
                try device.run("status").expectQuietly("\(place)")
            }
            try FileManager.default.createDirectory(
                atPath: "\(device.folder)/\(path.prefix(8))", withIntermediateDirectories: true)
            try device.git("mv", place, path).expect()
            try device.git("commit", "-qm", "Back").expect()
            try device.run("doctor").expectQuietly("No problems")
            try device.run("list").expectQuietly("Bins")
        }
    }

    @Test("An unmergeable version set aside is reported by doctor and status until it is removed")
    func putAside() throws {
        let device = try Family().device
        try device.run("add", "Bins").expect()
        let path = try path(of: "Bins", on: device)
        let aside = "\(path).0123456789abcdef"
        try Data(text(path, on: device).utf8).write(to: URL(fileURLWithPath: "\(device.folder)/\(aside)"))
        try device.git("add", aside).expect()
        try device.git("commit", "-qm", "Aside").expect()
        let told = try device.run("doctor").expect(status: 1).stdout.replacing("\n ", with: "").replacing(
            "\n", with: " ")
        #expect(told.contains("could not be merged"))
        try device.run("status").expectQuietly("could not be merged")
        try device.git("rm", "-q", aside).expect()
        try device.git("commit", "-qm", "Settled").expect()
        try device.run("doctor").expectQuietly("No problems")
    }
}
