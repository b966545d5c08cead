// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Urgency on the command line")
struct UrgencyCommandTests {
    private func device() throws -> Device {
        let device = try Family().device
        let lines = """
            Plain
            Pressing priority:high +school
            Late due:2026-11-14
            Mine @mia

            """
        try device.run("add", "--stdin", input: lines).expect()
        return device
    }

    private func titles(_ device: Device, _ arguments: String...) throws -> [String] {
        try device.run(["list"] + arguments + ["--json"]).expectQuietly().objects().compactMap {
            $0["title"] as? String
        }
    }

    @Test("lists are sorted by urgency; a task that blocks another gains urgency")
    func sorting() throws {
        let device = try device()
        #expect(try titles(device, "--sort", "urgency") == ["Late", "Pressing", "Mine", "Plain"])
        #expect(try titles(device, "--sort", "-urgency").first == "Plain")
        try device.run("edit", "late", "after:plain").expect()
        #expect(try titles(device, "--sort", "urgency") == ["Plain", "Pressing", "Late", "Mine"])
        try device.run("config", "set", "sort", "urgency").expect()
        #expect(try titles(device) == ["Plain", "Pressing", "Late", "Mine"])
    }

    @Test("why shows the terms and their sum")
    func why() throws {
        let device = try device()
        try device.run("why", "pressing").expectQuietly([
            "Pressing", "high     1.00  ×  6.00  =  6.00", "tags     0.80  ×  1.00  =  0.80", "urgency", "6.80",
        ])
        let why = try device.run("why", "late", "--json").expectQuietly().object()
        let terms = try #require(why["terms"] as? [[String: Any]])
        #expect(terms.map { $0["term"] as? String } == ["due"])
        #expect(terms.compactMap { $0["value"] as? Double } == [why["urgency"] as? Double])
        try device.run("done", "late").expect()
        try device.run("why", "late").expectQuietly("It is done")
        try device.run("why", "--help").expectQuietly(["blocking    8.00  another task waits for it"])
    }

    @Test("coefficients can be set; invalid ones are refused")
    func settings() throws {
        let device = try device()
        try device.run("config", "set", "urgency", "mine=50,+school=0.5").expectQuietly("urgency is mine=50")
        try device.run("why", "mine").expectQuietly("50.00")
        try device.run("why", "pressing").expectQuietly("+school")
        #expect(try titles(device, "--sort", "urgency").first == "Mine")
        for (value, message) in [("mine", "not a term"), ("dew=1", "no term ‘dew’"), ("due=x", "not a term")] {
            try device.run("config", "set", "urgency", value).expect(status: 64, stderr: .contains(message))
        }
    }
}
