// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskMap
import Testing

@Suite("The map page, as text")
struct MapRendererTests {
    /// Text with a special meaning in HTML, JavaScript, JSON or the bidirectional algorithm.
    private static let hostile = [
        "</script><script>alert(1)</script>", "<!--<script>", "]]>", "\"'`${x}\\", "\u{2028}\u{2029}",
        "\u{202E}x\u{2066}",
        "&lt;&amp;", "\u{0}\u{1F}\u{7F}\u{9F}", "\u{FEFF}\u{FFFE}", "𝕏</ScRiPt >", "\n\t\r",
    ]

    @Test("JSON embedded in a script cannot end the script element, and round-trips", arguments: hostile)
    func script(_ text: String) throws {
        let json: JSON = .object([text: .array([.string(text), .number(JSONNumber(-1)), .null])])
        let written = HTMLText.script(json)
        for scalar in written.unicodeScalars {
            let isTold = "<>&\u{2028}\u{2029}\u{7F}\u{9F}\u{202E}\u{2066}\u{FEFF}".unicodeScalars.contains(scalar)
            #expect(!isTold && (scalar.value >= 0x20 || scalar.value == 0x0A))
        }
        #expect(try JSON.parse(Array(written.utf8)) == json)
    }

    @Test("A hostile title and hostile places add no element and no script")
    func page() {
        let text = Self.hostile.joined()
        let plain = String(decoding: MapRenderer(title: "Berg", places: ["features": []]).bytes, as: UTF8.self)
        let places: JSONObject = ["features": [["properties": ["name": .string(text)]]]]
        let page = String(decoding: MapRenderer(title: text, places: places).bytes, as: UTF8.self)
        for part in ["<script", "</script", "<!--", "<title", "<h1", "<style", "<"] {
            #expect(page.ranges(of: part).count == plain.ranges(of: part).count, "\(part)")
        }
    }

    @Test(
        "A page loads only its tiles, and runs and applies only its own scripts and style",
        arguments: [nil, "https://t.example.org/{z}/{x}/{y}"])
    func policy(template: String?) throws {
        let tiles = template.flatMap { MapTiles(template: $0) }
        let page = String(decoding: MapRenderer(title: "Berg", places: [:], tiles: tiles).bytes, as: UTF8.self)
        let start = try #require(page.firstRange(of: "<meta http-equiv=\"Content-Security-Policy\" content=\""))
        let policy = page[start.upperBound...].prefix { $0 != "\"" }
        var sources: [Substring: [Substring]] = [:]
        for directive in policy.split(separator: "; ") {
            let words = directive.split(separator: " ")
            sources[try #require(words.first)] = Array(words.dropFirst())
        }
        #expect(sources["default-src"] == ["'none'"])
        #expect(sources["base-uri"] == ["'none'"] && sources["form-action"] == ["'none'"])
        #expect(sources["img-src"] == (tiles == nil ? ["data:"] : ["data:", "https://t.example.org"]))
        for name: Substring in ["script-src", "style-src"] {
            let own = try #require(sources[name])
            #expect(!own.isEmpty && own.allSatisfy { $0.hasPrefix("'sha256-") && $0.hasSuffix("'") })
        }
        #expect(sources.count == 6)
    }

    @Test("Leaflet and the page's own scripts cannot end their script elements")
    func scripts() throws {
        let page = String(decoding: MapRenderer(title: "Berg", places: [:]).bytes, as: UTF8.self)
        #expect(page.ranges(of: "<script").count == 5 && page.ranges(of: "</script").count == 5)
        #expect(page.ranges(of: "<style").count == 1 && page.ranges(of: "</style").count == 1)
        #expect(!page.contains("sourceMappingURL"))
    }

    @Test("Third-party parts are included whole: Leaflet, the marker cluster script, and their licences")
    func others() {
        let page = String(decoding: MapRenderer(title: "Berg", places: [:]).bytes, as: UTF8.self)
        // The page's own script uses a lower-case name for this.
        #expect(page.contains(".MarkerClusterGroup") && page.contains(".TileLayer"))
        let licences = page.split(separator: "<pre>").dropFirst().map { $0.prefix { $0 != "<" } }
        #expect(licences.count == 2)
        #expect(licences.first?.contains("Agafonkin") == true && licences.last?.contains("Leaver") == true)
    }

    @Test(
        "A tile template has https, a host, and places for the numbers",
        arguments: [
            ("https://tile.openstreetmap.org/{z}/{x}/{y}.png", "https://tile.openstreetmap.org"),
            ("https://127.0.0.1:8443/{z}/{x}/{y}?key=a-b", "https://127.0.0.1:8443"),
            ("https://t.example.org/{y}{x}{z}", "https://t.example.org"),
            ("http://t.example.org/{z}/{x}/{y}", nil), ("https:///{z}/{x}/{y}", nil),
            ("https://t.example.org/{z}/{x}", nil), ("https://u:p@t.example.org/{z}/{x}/{y}", nil),
            ("https://{s}.example.org/{z}/{x}/{y}", nil), ("https://t.example.org:x/{z}/{x}/{y}", nil),
            ("https://t.example.org/{z}/{x}/{y};script-src", nil), ("https://t.example.org/ {z}/{x}/{y}", nil),
            ("https://t.example.org/{z}/{x}/{y}'", nil), ("https://*/{z}/{x}/{y}", nil), ("", nil),
        ])
    func tiles(_ template: String, _ origin: String?) {
        #expect(MapTiles(template: template)?.origin == origin)
    }

    @Test("Tiles are credited: as configured, to OpenStreetMap's contributors, or to the host")
    func credit() {
        let path = "/{z}/{x}/{y}.png"
        #expect(MapTiles(template: "https://a.tile.openstreetmap.org\(path)")?.credit == "© OpenStreetMap contributors")
        #expect(MapTiles(template: "https://notopenstreetmap.org\(path)")?.credit == "Tiles: notopenstreetmap.org")
        #expect(MapTiles(template: "https://openstreetmap.org\(path)", credit: "me")?.credit == "me")
    }
}
