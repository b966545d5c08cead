// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Every command that writes a single-value field can resolve a conflict in it, and reports the value that it replaces.
@Suite("Commands that overwrite conflicting edits")
struct OverwrittenConflictTests {
    /// A field edited concurrently on two devices, and then by a command.
    private struct Field {
        /// The command that prepares both devices.
        let prepared: [String]
        let phone: [String]
        let laptop: [String]
        /// The command that runs after both edits are merged.
        let last: [String]
        /// The value that the last command replaces without having shown it.
        let replaced: String
    }

    private static let fields = [
        Field(
            prepared: ["category", "add", "Garden"], phone: ["category", "rename", "Garden", "Yard"],
            laptop: ["category", "rename", "Garden", "Lawn"], last: ["category", "rename", "Lawn", "Meadow"],
            replaced: "name ‘Yard’"),
        Field(
            prepared: ["category", "add", "Kitchen"], phone: ["category", "color", "Kitchen", "#112233"],
            laptop: ["category", "color", "Kitchen", "#445566"], last: ["category", "color", "Kitchen", "#778899"],
            replaced: "‘#112233’"),
        Field(
            prepared: ["category", "add", "School"], phone: ["category", "edit", "School", "--color", "#112233"],
            laptop: ["category", "edit", "School", "--color", "#445566"],
            last: ["category", "edit", "School", "--color", "#778899"], replaced: "‘#112233’"),
        Field(
            prepared: ["member", "add", "Uma"], phone: ["member", "rename", "Uma", "Ume"],
            laptop: ["member", "rename", "Uma", "Umi"], last: ["member", "rename", "Umi", "Umo"],
            replaced: "name ‘Ume’"),
        Field(
            prepared: ["member", "edit", "Zoë", "--email", "zoe@example.org"],
            phone: ["member", "edit", "Zoë", "--email", "one@example.org"],
            laptop: ["member", "edit", "Zoë", "--email", "two@example.org"],
            last: ["member", "edit", "Zoë", "--email", "three@example.org"], replaced: "one@example.org"),
        Field(
            prepared: ["pin", "add", "Shed"], phone: ["pin", "edit", "Shed", "--name", "Hut"],
            laptop: ["pin", "edit", "Shed", "--name", "Barn"], last: ["pin", "edit", "Barn", "--name", "Stable"],
            replaced: "name ‘Hut’"),
        Field(
            prepared: ["note", "add", "--title", "Wifi", "--folder", "House", "Upstairs"],
            phone: ["note", "edit", "Wifi", "--title", "Network"], laptop: ["note", "edit", "Wifi", "--title", "WLAN"],
            last: ["note", "edit", "WLAN", "--title", "Router"], replaced: "title ‘Network’"),
        Field(
            prepared: ["note", "add", "--title", "Keys", "Blue"], phone: ["note", "move", "Keys", "--to", "Cellar"],
            laptop: ["note", "move", "Keys", "--to", "Attic"], last: ["note", "move", "Keys", "--to", "Hall"],
            replaced: "‘Cellar’"),
        Field(
            prepared: ["view", "save", "soon", "due:tomorrow"], phone: ["view", "save", "soon", "due:week"],
            laptop: ["view", "save", "soon", "due:today"], last: ["view", "save", "soon", "due:any"],
            replaced: "‘due:week’"),
        Field(
            prepared: ["view", "save", "mine", "mine"], phone: ["view", "rename", "mine", "ours"],
            laptop: ["view", "rename", "mine", "theirs"], last: ["view", "rename", "theirs", "all of us"],
            replaced: "‘ours’"),
        Field(
            prepared: ["hunt", "new", "Forest"], phone: ["hunt", "edit", "Forest", "--title", "Woods"],
            laptop: ["hunt", "edit", "Forest", "--title", "Park"], last: ["hunt", "edit", "Park", "--title", "Garden"],
            replaced: "‘Woods’"),
        Field(
            prepared: ["comment", "add", "Dishes", "Smelly"], phone: ["comment", "edit", "Smelly", "Smelly, one"],
            laptop: ["comment", "edit", "Smelly", "Smelly, two"], last: ["comment", "edit", "Smelly", "Smelly, three"],
            replaced: "Smelly, one"),
        Field(
            prepared: ["add", "Rent", "--due", "2026-11-28"], phone: ["edit", "Rent", "--due", "2026-11-29"],
            laptop: ["edit", "Rent", "--due", "2026-11-30"], last: ["edit", "Rent", "--due", "2026-12-01"],
            replaced: "29 Nov"),
        Field(
            prepared: ["add", "Phone call"], phone: ["remind", "snooze", "Phone call", "1h"],
            laptop: ["remind", "snooze", "Phone call", "2h"], last: ["remind", "snooze", "Phone call", "3h"],
            replaced: "11:00"),
        Field(
            prepared: ["add", "Shopping", "--item", "milk"], phone: ["item", "edit", "Shopping", "milk", "oat milk"],
            laptop: ["item", "edit", "Shopping", "milk", "soy milk"],
            last: ["item", "edit", "Shopping", "soy milk", "hay milk"], replaced: "text of an item ‘oat milk’"),
        Field(
            prepared: ["device", "rename", "phone", "Desk"], phone: ["device", "rename", "Desk", "Table"],
            laptop: ["device", "rename", "Desk", "Chair"], last: ["device", "rename", "Chair", "Bench"],
            replaced: "‘Table’"),
        Field(
            prepared: ["config", "set", "--family", "name", "Berg"],
            phone: ["config", "set", "--family", "name", "Hill"],
            laptop: ["config", "set", "--family", "name", "Dale"],
            last: ["config", "set", "--family", "name", "Moor"], replaced: "‘Hill’"),
    ]

    @Test("say which value they replace")
    func overwriting() throws {
        let (family, laptop) = try Family.pair(prepared: [["add", "Dishes"]], with: "laptop")
        let phone = family.device
        for field in Self.fields { try phone.run(field.prepared).expect() }
        try sync(phone, laptop)
        for field in Self.fields {
            try phone.at("2026-11-21T10:00:00Z").run(field.phone).expect()
            try laptop.at("2026-11-21T10:05:00Z").run(field.laptop).expect()
        }
        try sync(phone, laptop)
        let late = phone.at("2026-11-21T10:10:00Z")
        for field in Self.fields {
            try late.run(field.last).expect(
                stderr: ["resolved a conflict", .contains(field.replaced), "hometask history"])
        }
        try late.run("conflicts").expectQuietly("no conflicts")
    }

    private func sync(_ phone: Device, _ laptop: Device) throws {
        for device in [phone, laptop, phone] { try device.run("sync").expect() }
    }
}
