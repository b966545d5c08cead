// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("hometask map")
struct MapCommandTests {
    private func features(_ arguments: String...) throws -> [[String: Any]] {
        let outcome = try MapFamily.phone.run(["map", "--json"] + arguments)
        return try #require(outcome.expect().object()["features"] as? [[String: Any]])
    }

    private func names(_ features: [[String: Any]]) -> [String] {
        features.compactMap { ($0["properties"] as? [String: Any])?["name"] as? String }
    }

    @Test("Is drawn as text, with a letter per place and a line per letter, and without colours if not on a terminal")
    func drawn() throws {
        let phone = try MapFamily.phone
        let outcome = try phone.run("map", "--for", "Mia").expect(
            stdout: ["├", "Natural Earth", "1 open task", .lacks("\u{1B}")],
            stderr: "1 pin without a location was left out")
        #expect(outcome.lines.allSatisfy { $0.count <= 80 })
        #expect(outcome.lines[..<20].contains { $0.contains("a") } && outcome.lines.last?.first == "b")
        try phone.with(["COLUMNS": "40"]).run("map", "--print", "--color", "always").expect(stdout: "\u{1B}[")
        let narrow = try phone.with(["COLUMNS": "40"]).run("map").lines
        #expect(narrow.allSatisfy { $0.count <= 40 })
    }

    @Test("The JSON map is a feature collection, longitude first", .enabled(if: MapFamily.hasPhoto))
    func json() throws {
        let whole = try MapFamily.phone.run("map", "--json").object()
        #expect(whole["type"] as? String == "FeatureCollection" && whole["units"] as? String == "metric")
        #expect((whole["placeless"] as? [String: Int]) == ["pins": 1, "photos": 0])
        #expect(whole["position"] == nil)
        let found = try features()
        try #require(names(found) == [MapFamily.hostile, "Allotment", "Harbour", "Home", "School", "Stairs"])
        let home = found[3]
        #expect(home["type"] as? String == "Feature" && (home["id"] as? String)?.count == 36)
        let geometry = try #require(home["geometry"] as? [String: Any])
        #expect(geometry["type"] as? String == "Point")
        #expect(geometry["coordinates"] as? [Double] == [5.1214, 52.0907])
        let properties = try #require(home["properties"] as? [String: Any])
        #expect(properties["kind"] as? String == "pin" && (properties["notes"] as? [[String: Any]])?.count == 2)
        let tasks = try #require(properties["tasks"] as? [[String: Any]])
        #expect(tasks.map { $0["title"] as? String } == ["Mend the stairs", MapFamily.odd])
        let photo = try #require(found[5]["properties"] as? [String: Any])
        #expect((photo["about"] as? [String: String])?["name"] == "Mend the stairs")
        #expect(photo["source"] as? String == "exif" && photo["takenAt"] != nil)
        #expect((photo["thumbnail"] as? String)?.hasPrefix("data:image/webp;base64,UklGR") == true)
    }

    @Test("Options filter places by their tasks: one task must match all the options")
    func filtered() throws {
        #expect(names(try features("--category", "Garden")) == ["Allotment"])
        #expect(names(try features("--for", "Ben")) == ["Home", "School"])
        #expect(names(try features("--for", "Ben", "--done")) == ["School"])
        #expect(names(try features("--for", "Ben", "--category", "House")) == [])
        #expect(names(try features("--mine")).first == "Home")
        let open = try features("--open", "--for", "Zoë", "--for", "Ben")
        try #require(names(open) == ["Allotment", "Home"])
        let tasks = (open[1]["properties"] as? [String: Any])?["tasks"] as? [[String: Any]]
        #expect(tasks?.map { $0["title"] as? String } == [MapFamily.odd])
    }

    @Test("The page is one file, written atomically, that fetches nothing and has a policy that enforces this")
    func page() throws {
        let phone = try MapFamily.phone
        try phone.run("map", "-o", "../there.html").expect(stdout: "Wrote ../there.html: 5 pins, ")
        let page = try String(contentsOfFile: phone.home + "/there.html", encoding: .utf8)
        #expect(page.contains("Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-"))
        #expect(page.contains("img-src data:; base-uri 'none'") && !page.contains("unsafe-inline"))
        #expect(page.components(separatedBy: "<script").count == 6 && !page.contains(MapFamily.hostile))
        for text in ["<script src", "<link", "<img", "@import", "sourceMappingURL"] { #expect(!page.contains(text)) }
        let streamed = try phone.run("map", "-o", "-").expect().stdout
        #expect(streamed == page)
        try phone.run("map", "-o", "no/such/folder.html").expect(
            status: 74, stderr: ["no/such/folder.html", "hint: Check that the folder exists."])
    }

    @Test("A map replaces an earlier map, but any other file only with --force or after confirmation")
    func overwriting() throws {
        let phone = try MapFamily.phone
        let path = phone.home + "/overwritten.html"
        func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
        try "<!DOCTYPE html>precious".write(toFile: path, atomically: true, encoding: .utf8)
        try phone.expectRefusal(
            WrongUse("map", "-o", path, status: 73, message: "is not a map of hometask", hint: "--force"))
        #expect(try text() == "<!DOCTYPE html>precious")
        let agreeing = try Terminal(phone, "map", "-o", path)
        try agreeing.answer("Overwrite it? [y/N]", "y\n")
        agreeing.finish().expect()
        #expect(try text().contains("Content-Security-Policy"))
        try phone.run("map", "-o", path).expect(stdout: "Wrote")
        try "precious".write(toFile: path, atomically: true, encoding: .utf8)
        try phone.run("map", "-o", path, "--force").expect(stdout: "Wrote")
        #expect(try text().contains("Content-Security-Policy"))
    }

    @Test("Tiles come only from the given server, with a note on what that discloses")
    func tiles() throws {
        let phone = try MapFamily.phone
        let file = phone.home + "/tiles.html"
        try phone.run("map", "-o", file, "--tiles", "https://tile.openstreetmap.org/{z}/{x}/{y}.png").expect(
            stderr: ["https://tile.openstreetmap.org learns the address of anyone who opens the map"])
        let page = try String(contentsOfFile: file, encoding: .utf8)
        #expect(page.contains("img-src data: https://tile.openstreetmap.org; "))
        #expect(page.contains("© OpenStreetMap contributors · Natural Earth"))
        try phone.run(
            "map", "-o", file, "--tiles", "https://t.example.org/{z}/{x}/{y}", "--tiles-credit", "© <us> & \"co\""
        ).expect()
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains("© &lt;us&gt; &amp; &quot;co&quot; · "))
    }

    @Test("The device's position comes from plugins, is shown with a note, and is left out on request")
    func position() throws {
        let phone = try Family().device
        try phone.run("pin", "add", "Home", "52.09,5.12").expect()
        try phone.run("plugin", "config", "position-fixed", "at", "52.1,5.1").expect()
        let file = phone.home + "/places.html"
        try phone.run("map", "-o", file).expect(stderr: "--no-position leaves it out")
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains(#""latitude":52.1,"longitude":5.1"#))
        try phone.run("map", "-o", file, "--no-position").expectQuietly()
        #expect(try !String(contentsOfFile: file, encoding: .utf8).contains(#""latitude":52.1"#))
        try phone.run("map").expectQuietly(["@", "this device"])
        let position = try phone.run("map", "--json").object()["position"] as? [String: Any]
        #expect(position?["source"] as? String == "fixed" && position?["longitude"] as? Double == 5.1)
    }

    @Test("The map does not wait for a slow position source, and does not suspend it")
    func slowPosition() throws {
        let phone = try Family().device
        let answered = phone.home + "/answered"
        let slow = try PluginFolder(
            "slow", in: phone.home,
            program: PluginFolder.python("import time; time.sleep(20); open('\(answered)', 'w'); answer({})"),
            offers: #"{"positions":[{"name":"slow","summary":"A slow position."}]}"#, needs: "{}")
        try phone.install(slow)
        try phone.run("config", "set", "position", "slow").expect()
        for _ in 0..<3 { try phone.run("map").expectQuietly("Lagos") }
        #expect(!FileManager.default.fileExists(atPath: answered))
        try phone.run("plugin", "list").expectQuietly(.all(["slow", .lacks("suspended")]))
    }

    @Test("A family without places gets a map of the world")
    func empty() throws {
        let phone = try Family().device
        let lines = try phone.run("map").expectQuietly(["Lagos"]).lines
        #expect(lines.count == 21)
        try phone.run("map", "-o", "../empty.html").expectQuietly("Wrote ../empty.html: 0 pins, 0 photos, 1.")
        #expect(try (phone.run("map", "--json").object()["features"] as? [Any])?.isEmpty == true)
    }

    @Test(
        "Invalid use is refused with advice",
        arguments: [
            WrongUse("map", "--open", "--done", status: 64, message: "--open and --done", hint: nil),
            WrongUse(
                "map", "-o", "x.html", "--json", status: 64,
                message: "-o cannot be used together with --print or --json", hint: nil),
            WrongUse(
                "map", "--print", "--json", status: 64, message: "--print and --json cannot be used together", hint: nil
            ),
            WrongUse(
                "map", "--tiles", "https://t.org/{z}/{x}/{y}", status: 64, message: "for the page: name it with -o",
                hint: nil),
            WrongUse("map", "--force", status: 64, message: "--output FILE", hint: nil),
            WrongUse("map", "-o", "x.html", "--tiles-credit", "me", status: 64, message: "--tiles", hint: nil),
            WrongUse(
                "map", "-o", "x.html", "--tiles", "http://t.org/{z}/{x}/{y}", status: 64, message: "‘http://t.org"),
            WrongUse("map", "-o", "x.html", "--tiles", "https://t.org/a.png", status: 64, message: "‘https://t.org"),
            WrongUse(
                "map", "-o", "x.html", "--tiles", "https://e.org; *//{z}{x}{y}", status: 64,
                message: "is not the address of a tile server"),
            WrongUse("map", "--category", "Nothing", status: 66, message: "‘Nothing’"),
            WrongUse("map", "--for", "Nobody", status: 66, message: "‘Nobody’"),
        ])
    func refused(_ use: WrongUse) throws {
        let phone = try MapFamily.phone
        try phone.expectRefusal(use)
    }
}
