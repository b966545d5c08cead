// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Encodings of imported files")
struct ImportEncodingTests {
    private func imported(_ bytes: [UInt8], as format: String = "todotxt", on device: Device) throws -> Outcome {
        let path = device.home + "/file"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return try device.run("import", format, path)
    }

    @Test("Text that is not UTF-8 is read as Windows-1252, with a note")
    func windows1252() throws {
        let device = try Family().device
        let long = Array(String(repeating: "- a line\n", count: 70_000).utf8)
        try imported(long + [0xDC, 0x62, 0x65, 0x72, 0x20, 0x80, 0xFC], on: device).expect(
            stderr: "the file is not in UTF-8; it was read as Windows-1252")
        #expect(try device.titles().contains("Über €ü"))
    }

    @Test(
        "A byte order mark is not part of the text", arguments: ["todotxt", "csv", "taskwarrior", "dstask", "geojson"])
    func mark(format: String) throws {
        let device = try Family().device
        let texts = [
            "todotxt": "(A) Milk\n", "csv": "title,priority\nMilk,high\n",
            "taskwarrior":
                #"[{"uuid":"11111111-1111-4111-8111-111111111111","status":"pending","description":"Milk","priority":"H"}]"#,
            "dstask":
                #"[{"uuid":"11111111-1111-4111-8111-111111111111","status":"pending","summary":"Milk","priority":"P1"}]"#,
            "geojson":
                #"{"type":"Feature","geometry":{"type":"Point","coordinates":[7,46]},"properties":{"name":"Milk"}}"#,
        ]
        let text = try #require(texts[format])
        try imported([0xEF, 0xBB, 0xBF] + Array(text.utf8), as: format, on: device).expect()
        if format == "geojson" {
            try device.run("pin", "list").expect(stdout: "Milk")
            return
        }
        let task = try #require(try device.run("list", "--json").objects().first)
        #expect(task["title"] as? String == "Milk" && task["priority"] != nil)
    }

    @Test("UTF-16 is detected by its byte order mark")
    func utf16() throws {
        let device = try Family().device
        let bytes = "\u{FEFF}Grüße 🦊\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        try imported(bytes, on: device).expect()
        #expect(try device.titles() == ["Grüße 🦊"])
    }

    @Test("Binary data is refused, and so is UTF-8 with an invalid byte")
    func noText() throws {
        let device = try Family().device
        for bytes in [[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x01], [0x61, 0x81]] as [[UInt8]] {
            try device.expectUnchanged {
                let outcome = try imported(bytes, on: device)
                #expect(outcome.status != 0)
            }
        }
        let piece = Array(String(repeating: "é", count: 400_000).utf8)
        let outcome = try imported(piece + [0x0A, 0xFF, 0x0A], on: device)
        #expect(outcome.status != 0)
    }
}
