// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@Suite("Changes that stay unsent for a day")
struct SyncLagTests {
    private static let words = "the remote ‘origin’ was not reached"

    @Test("status and doctor report unsent changes from a day after the last sync until the next sync")
    func lag() throws {
        let family = try Family.withHub(prepared: [["add", "Take out the bins"]])
        let device = family.device
        try device.run("sync").expect()
        let nextDay = device.at("2026-11-22T10:00:00Z")
        // There are no unsent changes.
        for command in ["status", "doctor"] { try nextDay.run(command).expectQuietly(.lacks("was not reached")) }
        try device.run("add", "Feed the cat").expect()
        for command in ["status", "doctor"] {
            try device.run(command).expectQuietly(.lacks("was not reached"))
            try nextDay.run(command).expectQuietly("\(Self.words) since yesterday")
            try device.at("2026-11-24T10:00:00Z").run(command).expectQuietly("\(Self.words) for 3 days")
        }
        try nextDay.run("sync").expect()
        for command in ["status", "doctor"] { try nextDay.run(command).expectQuietly(.lacks("was not reached")) }
    }
}
