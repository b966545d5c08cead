// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("The order of imported and new tasks")
struct ImportOrderTests {
    private static let steps = (1...8).map { "step \($0)" }

    private func expectSteps(_ device: Device, sourceLocation: SourceLocation = #_sourceLocation) throws {
        for order in [[], ["--sort", "created"], ["--sort", "manual"], ["--sort", "due"], ["--sort", "priority"]] {
            let titles = try device.run(["list", "--json"] + order).objects().map { $0["title"] as? String }
            #expect(titles == Self.steps, "\(order)", sourceLocation: sourceLocation)
        }
    }

    private static let files: [String: String] = {
        let lines = steps.joined(separator: "\n")
        let todos = steps.map { "BEGIN:VTODO\nUID:\($0)\nSUMMARY:\($0)\nEND:VTODO\n" }.joined()
        func objects(_ name: String) -> String {
            let list = (1...8).map { number -> String in
                let id = "11111111-1111-4111-8111-11111111111\(number)"
                return #"{"uuid":"\#(id)","status":"pending","\#(name)":"step \#(number)"}"#
            }
            return "[" + list.joined(separator: ",") + "]"
        }
        return [
            "todotxt": lines, "csv": "title\n" + lines, "ics": "BEGIN:VCALENDAR\n\(todos)END:VCALENDAR\n",
            "dstask": objects("summary"), "taskwarrior": objects("description"),
        ]
    }()

    @Test("Tasks keep the order of the file, whatever the format", arguments: files.keys.sorted())
    func lines(format: String) throws {
        let device = try Family().device
        try device.run("import", format, "-", input: try #require(Self.files[format])).expectQuietly("Added 8 tasks")
        try expectSteps(device)
        try device.run("import", format, "-", input: try #require(Self.files[format])).expectQuietly("Changed nothing")
    }

    @Test("Lines with equal, missing or unordered dates keep the order of the file")
    func sameDay() throws {
        let device = try Family().device
        let days = ["2026-11-02", "2026-11-02", "2026-11-01", "", "2026-11-03", "2026-11-03", "2026-10-01", ""]
        let text = zip(days, Self.steps).map { "\($0) \($1)" }.joined(separator: "\n")
        try device.run("import", "todotxt", "-", input: text).expectQuietly("Added 8 tasks")
        let titles = try device.run("list", "--json").objects().map { $0["title"] as? String }
        #expect(titles == Self.steps)
    }

    @Test("Lines added to a file follow those imported before")
    func appended() throws {
        let device = try Family().device
        for count in [3, 8] {
            let text = Self.steps.prefix(count).joined(separator: "\n")
            try device.run("import", "todotxt", "-", input: text).expectQuietly("dded")
        }
        try expectSteps(device)
    }

    @Test("Tasks created in sequence at the same instant keep that order")
    func sameInstant() throws {
        let device = try Family().device
        for step in Self.steps {
            try device.run("add", step).expect()
            if step == "step 4" { try device.run("member", "add", "Tom").expect() }
        }
        try expectSteps(device)
    }

    @Test("Tasks are ordered by creation time, and a moved task stays where it was moved")
    func made() throws {
        let device = try Family().device
        for (index, step) in Self.steps.enumerated().reversed() {
            try device.at("2026-11-21T09:0\(index):00Z").run("add", step).expect()
        }
        let later = device.at("2026-11-22T09:00:00Z")
        try expectSteps(later)
        try later.run("move", "step 8", "--top").expect()
        let titles = try later.run("list", "--json").objects().compactMap { $0["title"] as? String }
        #expect(titles == ["step 8"] + Self.steps.dropLast())
    }
}
