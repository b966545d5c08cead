// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Error locations in imported files")
struct ImportFaultLineTests {
    /// Files with a fault in the fourth line.
    private static let files = [
        "csv": "title,due\nMow,2026-11-27\nRake,\nBins,some day\n",
        "todotxt": "Mow\nRake\n\nBins rec:never\n",
        "taskwarrior": """
        [
        {"uuid": "a", "status": "pending", "description": "Mow, \\"[{\\""},
        {"uuid": "b", "status": "pending", "description": "Rake"},
        {"uuid": "c", "status": "pending"}
        ]
        """,
        "dstask": """
        [
          {"uuid": "a", "summary": "Mow",
           "status": "pending"},
          {"uuid": "b", "status": "pending"}
        ]
        """,
        "todoist": """
        {"projects": [{"id": "1", "name": "items"}], "items": [
        {"id": "1", "content": "Mow"},
        {"id": "2", "content": "Rake"},
        {"id": "3", "content": ""}
        ]}
        """,
        "google-tasks": """
        {"items": [{"title": "Home", "items": [
        {"id": "a", "title": "Mow"},
        {"id": "b", "title": "Rake"},
        {"id": "c"}
        ]}]}
        """,
        "microsoft-todo": """
        {"value": [{"displayName": "Home", "tasks": [
        {"id": "a", "title": "Mow"},
        {"id": "b", "title": "Rake"},
        {"id": "c", "title": "Bins", "status": "deferred"}
        ]}]}
        """,
        "trello": """
        {"name": "Home", "lists": [], "cards": [
        {"id": "a", "name": "Mow"},
        {"id": "b", "name": "Rake"},
        {"id": "c", "name": "Bins", "closed": true}
        ]}
        """,
        "ics": "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:Bins\nDUE:tomorrow\nEND:VTODO\nEND:VCALENDAR\n",
        "jsonl": "{}\n",
        "geojson": """
        {"type": "FeatureCollection", "features": [
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [4.89, 52.37]}, "properties": {"name": "a"}},
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [4.9, 52.37]}, "properties": {"name": "b"}},
        {"type": "Feature", "geometry": null, "properties": {"name": "c"}}
        ]}
        """,
    ]

    @Test("are reported by line number in every format", arguments: files.keys.sorted())
    func line(format: String) throws {
        let file = try #require(Self.files[format])
        let line = format == "jsonl" ? 1 : 4
        try Family().device.run("import", format, "-", input: file).expect(
            status: 65, stderr: .contains("standard input:\(line): "))
    }

    @Test("An empty file is reported as empty and changes nothing", arguments: files.keys.sorted(), ["", "\n \r\n"])
    func empty(format: String, file: String) throws {
        let device = try Family().device
        try device.expectRefusal(
            WrongUse("import", format, "-", input: file, status: 65, message: "standard input is empty"))
    }

    @Test("A row with more cells than the first line is reported, and imported without them")
    func cells() throws {
        let device = try Family().device
        try device.run("import", "csv", "-", input: "title,tags\nMow,out\nRake,out,away,\nBins,,,\n").expect(
            status: 65, stdout: "Added 3 tasks.",
            stderr: .exactly(
                "standard input:3: the row has 4 cells, but the first line has 2: the others are left out\n"))
    }

    @Test("An unknown member is reported once, with the number of rows that name them")
    func strangers() throws {
        let rows = (1...47).map { "Task \($0),Max\n" }.joined()
        let device = try Family().device
        let outcome = try device.run("import", "csv", "-", input: "title,assignees\n\(rows)Last,Nobody\n").expect(
            status: 65, stdout: "Added 48 tasks.",
            stderr: [
                "standard input:2: 47 rows name ‘Max’, who is not a member",
                "standard input:49: no member is called ‘Nobody’",
            ])
        #expect(outcome.stderr.components(separatedBy: "Max").count == 2)
    }

    @Test("A fault in many lines is reported once, with the number of lines")
    func repeated() throws {
        let lines = String(repeating: "Mow due:tomorrow\n", count: 30)
        let outcome = try Family().device.run("import", "todotxt", "-", input: lines).expect(
            status: 65, stderr: "(and 29 more)")
        #expect(outcome.stderr.contains("standard input:1: "))
        #expect(outcome.stderr.components(separatedBy: "standard input").count == 2, "\(outcome)")
    }

    @Test("A folder and a missing file are named as typed")
    func noFile() throws {
        let device = try Family().device
        try device.expectRefusal(
            WrongUse(
                "import", "csv", "../", status: 74, message: "cannot read ../: it is a folder",
                hint: "Name a file, or - for standard input."))
        try device.expectRefusal(
            WrongUse(
                "import", "csv", "./no.csv", status: 66, message: "there is no file ./no.csv",
                hint: "'-' stands for standard input."))
    }
}
