// SPDX-License-Identifier: Apache-2.0

import Foundation
import PluginTestSupport
import TestSupport
import Testing

@Suite("Photos on a screen", .enabled(if: SamplePhotos.arePossible, SamplePhotos.note))
struct PhotoViewTests {
    let family: Family
    let phone: Device

    init() throws {
        family = try Family()
        phone = family.device
        let files = try SamplePhotos.make("amsterdam.jpg", on: phone)
        try phone.run("photo", "add", files[0], "--caption", "Quarters").expect()
    }

    @Test("A terminal receives the picture itself, the right way up", arguments: ["kitty", "iterm", "sixel"])
    func drawn(form: String) throws {
        let terminal = try Terminal(
            phone.with(["HOMETASK_PICTURES": form, "TERM": "xterm-256color"]), "photo", "show", "Quarters")
        let shown = terminal.finish()
        shown.expect(stdout: "Quarters")
        let file = phone.home + "/shown.txt"
        try Data(shown.stdout.utf8).write(to: URL(fileURLWithPath: file))
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Support/drawn_picture.py").path
        let seen = try PythonModule("PIL").run([script, form, file])
        #expect(seen.status == 0, "\(seen.output)")
        let words = seen.output.split(whereSeparator: \.isWhitespace).map(String.init)
        #expect(words.suffix(4) == ["red", "green", "blue", "white"])
        let size = words.prefix(2).compactMap { Int($0) }
        #expect(size.count == 2 && size[0] * 3 == size[1] * 4, "four by three, as the photo is: \(words)")
    }

    @Test("--open passes an intact copy to the desktop's program, and reports if no program opens it")
    func opened() throws {
        let bin = phone.home + "/bin"
        try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
        let script = "#!/bin/sh\nsha256sum \"$1\" > \"$HOME/opened\"\necho \"$1\" >> \"$HOME/opened\"\n"
        try ProgramFile.write(script, to: bin + "/xdg-open")
        let path = phone.environment["PATH"] ?? ""
        try phone.with(["PATH": "\(bin):\(path)"]).run("photo", "show", "Quarters", "--open").expectQuietly("Quarters")
        let lines = try String(contentsOfFile: phone.home + "/opened", encoding: .utf8).split(separator: "\n")
        let photo = try #require(phone.run("photo", "list", "--json").expectQuietly().objects().first)
        #expect(lines.first?.prefix(64) == (photo["sha256"] as? String).map { $0[...] })
        #expect(lines.last?.hasSuffix(".jpg") == true)
        try ProgramFile.write("#!/bin/sh\nexit 3\n", to: bin + "/xdg-open")
        try phone.with(["PATH": "\(bin):\(path)"]).run("photo", "show", "Quarters", "--open").expect(
            status: 78, stdout: .anything, stderr: ["no desktop program opened the photo", "photo export"])
    }
}
