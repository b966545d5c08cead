// SPDX-License-Identifier: Apache-2.0

import Foundation
import PluginTestSupport
import TestSupport
import Testing

/// A map rendered by headless Chromium, with the network off.
@Suite(
    "The page of a map", .waits, .serialized,
    .enabled(if: MapBrowser.isPossible, "Chromium, playwright or libvips is not installed"))
struct MapRendererTests {
    private func seen(_ part: String) throws -> [String: Any] {
        try #require(whole()[part] as? [String: Any], "\(part)")
    }

    private func whole() throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: MapBrowser.seen.get()) as? [String: Any])
    }

    @Test("It opens without a request, an error, or a script injected through a title")
    func quiet() throws {
        let whole = try whole()
        let requests = try #require(whole["requests"] as? [String])
        #expect(requests.allSatisfy { $0.hasSuffix("/places.html") || $0.hasPrefix("data:image/webp;base64,") })
        #expect(requests.count { !$0.hasPrefix("data:") } == 2)
        #expect(whole["complaints"] as? [String] == [])
        #expect(whole["alerted"] as? Bool == false)
        #expect(try seen("start")["scripts"] as? Int == 5)
    }

    @Test("It shows each place once, clusters nearby places, and opens in their area")
    func places() throws {
        let start = try seen("start")
        #expect(start["title"] as? String == "Berg" && start["count"] as? String == "6 places")
        let names = try #require(start["names"] as? [String])
        #expect(Set(names) == ["Home", "School", "Allotment", "Harbour", "Stairs", MapFamily.hostile])
        let clusters = try #require(start["clusters"] as? [Int])
        #expect(clusters == [5] && start["marks"] as? Int == 1)
        let opened = try #require(start["opened"] as? [Double])
        #expect((-36...52).contains(opened[0]))
        let notices = try #require(start["notices"] as? String)
        for words in ["BSD-2-clause", "Vladimir Agafonkin", "David Leaver", "Natural Earth", "GeoNames", "4.0"] {
            #expect(notices.contains(words), "\(words)")
        }
    }

    @Test("It follows the system's light or dark scheme")
    func schemes() throws {
        let start = try seen("start")
        let (light, dark) = (start["light"] as? [Int], start["dark"] as? [Int])
        #expect(try #require(light).prefix(3).reduce(0, +) > 500)
        #expect(try #require(dark).prefix(3).reduce(0, +) < 250)
    }

    @Test("Filters by category, member, state and kind, and the search, show only matches")
    func filters() throws {
        let filters = try seen("filters")
        func names(_ filter: String) throws -> Set<String> { Set(try #require(filters[filter] as? [String])) }
        #expect(try names("category") == ["Allotment"] && filters["counted"] as? String == "1 of 6 places")
        #expect(try names("member") == ["School", "Home"])
        #expect(try names("member, done") == ["School"])
        #expect(try names("open") == ["Home", "Allotment", "Stairs"])
        #expect(try names("photos") == ["Stairs"])
        #expect(try names("searched") == ["Home"])
        #expect(filters["again"] as? Int == 6)
    }

    @Test("A card describes a place, and shows all user content as plain text")
    func cards() throws {
        let cards = try seen("cards")
        func card(_ name: String) throws -> [String: Any] { try #require(cards[name] as? [String: Any]) }
        let home = try #require(try card("Home")["text"] as? String)
        for words in ["Mend the stairs", "due 2026-11-27", "for Mia", "House", "neighbours", "52.0907,5.1214"] {
            #expect(home.contains(words), "\(words)")
        }
        #expect(home.contains(MapFamily.odd) && home.contains("behind"))
        #expect(try #require(try card("</script>")["text"] as? String).hasPrefix(MapFamily.hostile))
        for name in ["Home", "</script>", "Stairs"] { #expect(try card(name)["markup"] as? Int == 0) }
        let pictures = try #require(try card("Stairs")["picture"] as? [Int])
        #expect(pictures.count == 1 && pictures[0] > 16)
    }

    @Test("The keyboard moves the map, zooms, and opens places")
    func keyboard() throws {
        let keyboard = try seen("keyboard")
        let moved = try #require(keyboard["moved"] as? [[Double]])
        #expect(moved[1][1] > moved[0][1] && abs(moved[1][0] - moved[0][0]) < 2)
        let scales = try #require(keyboard["scales"] as? [String])
        #expect(scales[0] != scales[1])
        #expect(keyboard["focused"] as? String == "Pin: Harbour" && keyboard["opened"] as? String == "Harbour")
    }

    @Test("A click on an empty spot gives the command that adds a pin there, and the command works")
    func ground() throws {
        let ground = try seen("ground")
        let middle = try #require(ground["middle"] as? [Double])
        let command = try #require(ground["command"] as? String)
        #expect(ground["right"] as? String == command && ground["closed"] as? Bool == true)
        let words = command.split(separator: " ").map(String.init)
        let device = try Family().device
        try device.run(Array(words.dropFirst())).expectQuietly("Added the pin ‘Name’ at ")
        let pin = try device.run("pin", "show", "Name", "--json").object()
        let location = try #require(pin["location"] as? [String: Any])
        // A pixel is half a degree here.
        #expect(abs(try #require(location["latitude"] as? Double) - middle[0]) < 1)
        #expect(abs(try #require(location["longitude"] as? Double) - middle[1]) < 1)
    }

    @Test("On a phone, everything fits, buttons are large enough to touch, and a long press gives the command")
    func phone() throws {
        let phone = try seen("phone")
        #expect(phone["panel"] as? Bool == false && phone["opened"] as? Bool == true)
        #expect(phone["overflow"] as? Int == 0)
        #expect(try #require(phone["smallest"] as? Double) >= 40)
        #expect(phone["card"] as? String == "Home" && phone["away"] as? Bool == true)
        #expect(try #require(phone["command"] as? String).hasPrefix("hometask pin add Name "))
    }

    @Test("Tiles are requested only from the given server, and only if enabled; the map opens at the device")
    func tiles() throws {
        let tiles = try seen("tiles")
        #expect(tiles["hosts"] as? [String] == ["tile.example.org"] && tiles["complaints"] as? [String] == [])
        #expect(try #require(tiles["drawn"] as? Int) > 5 && tiles["left"] as? Int == 0)
        #expect(tiles["credit"] as? String == "© <Somebody> · Natural Earth · towns: GeoNames, CC BY 4.0")
        let opened = try #require(tiles["opened"] as? [Double])
        #expect(abs(opened[0] - 52.09) < 0.1 && abs(opened[1] - 5.12) < 0.1 && tiles["here"] as? Int == 1)
    }
}

/// The browser, started once, and the report of `map_page.py`.
private enum MapBrowser {
    private static let python = PythonModule("playwright")
    static let isPossible = python.isInstalled && Tool("chromium").isInstalled && MapFamily.hasPhoto

    static let seen = Result { () throws -> Data in
        let phone = try MapFamily.phone
        let file = phone.home + "/places.html"
        try phone.run("map", "-o", file).expect()
        let (tiles, template) = (phone.home + "/tiles-here.html", "https://tile.example.org/{z}/{x}/{y}.png")
        let tablet = try MapFamily.tablet
        try tablet.run("map", "-o", tiles, "--tiles", template, "--tiles-credit", "© <Somebody>").expect()
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Support/map_page.py")
        let outcome = try python.run([script.path, file, tiles])
        try #require(outcome.status == 0)
        return Data(outcome.output.utf8)
    }
}
