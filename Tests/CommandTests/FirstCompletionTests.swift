// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Tasks done on two devices")
struct FirstCompletionTests {
    private static let evening = "2026-11-20T18:00:00Z"
    private static let morning = "2026-11-21T08:00:00Z"

    /// Ben completes the task on the laptop, offline, in the evening, and Mia on the phone the next morning.
    private func doneApart(_ added: [String] = []) throws -> (family: Family, phone: Device, laptop: Device) {
        let (family, laptop) = try Family.pair(
            members: ["Mia", "Ben"], prepared: [["add", "Bins", "--points", "3"] + added])
        try laptop.at(Self.evening).run("done", "Bins").expect()
        try family.device.at(Self.morning).run("done", "Bins").expect()
        return (family, family.device.at("2026-11-21T09:00:00Z"), laptop.at("2026-11-21T09:00:00Z"))
    }

    private func sync(_ devices: [Device]) throws {
        for device in devices + [devices[0]] { try device.run("sync").expect() }
        let trees = try devices.map { try $0.git("rev-parse", "HEAD^{tree}").stdout }
        #expect(Set(trees).count == 1)
        for device in devices { try device.expectClean() }
    }

    private func completion(in path: String) throws -> [String: Any]? {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return try (JSONSerialization.jsonObject(with: data) as? [String: Any])?["completion"] as? [String: Any]
    }

    @Test("The sync that merges two completions reports a conflict")
    func told() throws {
        let (_, phone, laptop) = try doneApart()
        try phone.at("2026-11-21T09:00:00Z").run("sync").expect()
        try laptop.at("2026-11-21T09:00:00Z").run("sync").expect(stdout: "1 document has conflicting edits")
    }

    @Test("The first completion wins, whoever syncs first, and the later one is listed until resolved")
    func first() throws {
        let (family, phone, laptop) = try doneApart()
        for turned in [false, true] {
            let devices = try turned ? family.twin(of: [phone, laptop]).reversed() : [phone, laptop]
            try sync(devices.map { $0.at("2026-11-21T09:00:00Z") })
            for device in devices.map({ $0.at("2026-11-21T09:00:00Z") }) {
                try device.run("conflicts").expectQuietly([
                    "completion", "1  done by Ben", "Ben on laptop, yesterday 19:00", "2  done by Mia",
                    "Mia on phone, 1 hour ago",
                ])
                try device.run("status").expect(stdout: "conflict")
                #expect(try completion(in: device.onlyFile(in: "tasks"))?["at"] as? String == Self.evening)
                try device.run("stats").expectQuietly(["Ben        0     1", "Mia        0     0"])
            }
        }
    }

    @Test("A resolution applies to all devices", arguments: ["1", "2"])
    func choice(number: String) throws {
        let (_, phone, laptop) = try doneApart()
        try sync([phone, laptop])
        try phone.run("resolve", "Bins", "--take", number).expect()
        try sync([phone, laptop])
        for device in [phone, laptop] {
            try device.run("conflicts").expectQuietly("no conflicts")
            let at = number == "1" ? Self.evening : Self.morning
            #expect(try completion(in: device.onlyFile(in: "tasks"))?["at"] as? String == at)
        }
        try phone.run("undo").expect()
        try phone.run("conflicts").expectQuietly(["1  done by Ben", "2  done by Mia"])
    }

    @Test("The next due date counts from the first completion, or from the other completion once chosen")
    func next() throws {
        let (_, phone, laptop) = try doneApart(["--every", "3 days after done"])
        try sync([phone, laptop])
        let due = { (device: Device) in try device.run("list", "--json").objects().map { "\($0["due"] ?? "")" } }
        for device in [phone, laptop] { #expect(try due(device).only?.contains("2026-11-23") == true) }
        try phone.run("resolve", "Bins", "--field", "completion", "--take", "2").expect()
        try sync([phone, laptop])
        for device in [phone, laptop] { #expect(try due(device).only?.contains("2026-11-24") == true) }
    }

    @Test("After a merge by git, the first completion counts from the next command that writes")
    func git() throws {
        let (family, phone, laptop) = try doneApart()
        try laptop.run("push").expect()
        let bin = try family.root.folder("bin")
        try FileManager.default.createSymbolicLink(atPath: bin + "/hometask", withDestinationPath: Program.path)
        try phone.with(["PATH": "\(bin):\(phone.environment["PATH"] ?? "")"])
            .git("pull", "-q", "--no-rebase", family.hubPath, "main").expect()
        try phone.run("add", "Milk").expect()
        try phone.run("conflicts").expectQuietly(["1  done by Ben", "2  done by Mia"])
    }
}

extension Array {
    fileprivate var only: Element? { count == 1 ? first : nil }
}
