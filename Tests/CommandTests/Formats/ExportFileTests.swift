// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("Exported files")
struct ExportFileTests {
    @Test("An existing file is overwritten only with --force or after confirmation")
    func overwriting() throws {
        let device = try Family().device
        try device.run("add", "Bins").expect()
        let path = device.home + "/tasks.csv"
        func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
        try "precious".write(toFile: path, atomically: true, encoding: .utf8)
        try device.expectRefusal(
            WrongUse("export", "csv", "-o", path, status: 73, message: "already exists", hint: "--force"))
        #expect(try text() == "precious")
        let refusing = try Terminal(device, "export", "csv", "-o", path)
        try refusing.answer("Overwrite it? [y/N]", "n\n")
        refusing.finish().expect(status: 73)
        #expect(try text() == "precious")
        let agreeing = try Terminal(device, "export", "csv", "-o", path)
        try agreeing.answer("Overwrite it? [y/N]", "y\n")
        agreeing.finish().expect()
        #expect(try text().contains("Bins"))
        try "precious".write(toFile: path, atomically: true, encoding: .utf8)
        try device.run("export", "csv", "-o", path, "--force").expectQuietly("Wrote")
        #expect(try text().contains("Bins"))
        try device.expectRefusal(WrongUse("export", "csv", "--force", status: 64, message: "--output FILE"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: device.home).filter { $0.hasSuffix(".new") } == [])
    }
}
