// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Reminders and modification times in other formats")
struct ReminderFormatTests {
    @Test(
        "Reminders and 'nag' round-trip through each format",
        arguments: ["ics", "taskwarrior", "todotxt", "csv"])
    func carried(format: String) throws {
        let device = try Family().device
        try device.run("add", "Bins", "--due", "2026-11-27 18:00", "--remind", "1h,1d", "--nag", "10m").expect()
        // A reminder without a due date takes effect once a due date is set.
        try device.run("add", "Mow", "--due", "tomorrow", "--remind", "2h").expect()
        try device.run("edit", "Mow", "--no-due").expect()
        try device.run("add", "Rake", "--due", "tomorrow", "--remind", "none").expect()
        let text = try device.run("export", format).stdout
        let other = try Family(isAnother: true).device
        try other.run("import", format, "-", input: text).expectQuietly("Added 3 tasks.")
        func reminders(_ device: Device) throws -> [String: [String?]] {
            let tasks = try device.run("list", "--json").objects()
            return Dictionary(
                uniqueKeysWithValues: tasks.map { task in
                    (task["title"] as? String ?? "", (task["reminders"] as? [String] ?? []) + [task["nag"] as? String])
                })
        }
        let expected = try reminders(device)
        #expect(try reminders(other) == expected && expected["Bins"]?.count == 3, "\(expected)")
    }

    @Test("A Markdown export reports the number of tasks whose reminders it omits")
    func counted() throws {
        let device = try Family().device
        try device.run("add", "Bins", "--due", "2026-11-27 18:00", "--remind", "1h").expect()
        try device.run("export", "markdown").expect(stderr: "the reminders of 1 task are left out")
    }

    @Test("DTSTAMP and LAST-MODIFIED follow edits")
    func modified() throws {
        let device = try Family().device
        try device.run("add", "Bins").expect()
        func stamps(_ device: Device) throws -> [String] {
            try device.run("export", "ics").stdout.split(whereSeparator: \.isNewline).map(String.init)
                .filter { $0.hasPrefix("DTSTAMP") || $0.hasPrefix("LAST-MODIFIED") || $0.hasPrefix("CREATED") }
        }
        let made = "20261121T090000Z"
        #expect(try stamps(device) == ["DTSTAMP:\(made)", "CREATED:\(made)", "LAST-MODIFIED:\(made)"])
        try device.at("2026-11-22T10:00:00Z").run("edit", "Bins", "--due", "2026-11-27").expect()
        try device.at("2026-11-23T11:00:00Z").run("edit", "Bins", "--no-due").expect()
        let changed = "20261123T110000Z"
        #expect(try stamps(device) == ["DTSTAMP:\(changed)", "CREATED:\(made)", "LAST-MODIFIED:\(changed)"])
        #expect(try stamps(device.at("2026-12-01T09:00:00Z")) == stamps(device), "the same tasks, the same bytes")
    }

    @Test("An Apple location alarm becomes the task's place and radius, not a reminder")
    func applePlace() throws {
        let device = try Family().device
        let file = """
            BEGIN:VCALENDAR
            BEGIN:VTODO
            UID:apple
            SUMMARY:Buy milk
            BEGIN:VALARM
            ACTION:DISPLAY
            TRIGGER;VALUE=DATE-TIME:19760401T005545Z
            X-APPLE-PROXIMITY:ARRIVE
            X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS="Dam 1\\nAmsterdam";X-APPLE-RADIUS=150;X-TITLE="Corner Shop":geo:52.373,4.893
            END:VALARM
            END:VTODO
            END:VCALENDAR
            """
        try device.run("import", "ics", "-", input: file).expectQuietly("Added 1 pin, added 1 task.")
        let task = try #require(try device.run("list", "--json").objects().first)
        #expect(task["reminders"] == nil)
        let pin = try #require(try device.run("pin", "list", "--json").objects().first)
        #expect(pin["name"] as? String == "Corner Shop" && pin["address"] as? String == "Dam 1 Amsterdam")
        try device.run("show", "Buy milk").expectQuietly(["Corner Shop", "150"])
        let leaving = file.replacing("ARRIVE", with: "DEPART").replacing("UID:apple", with: "UID:apple2")
        try device.run("import", "ics", "-", input: leaving).expect(
            status: 65, stderr: ["standard input:8: ", "leaving"])
    }
}
