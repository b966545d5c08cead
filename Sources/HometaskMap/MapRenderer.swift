// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskHashing
import HometaskMapAssets
import HometaskMarkup
import HometaskPluginProtocol

/// A map as a self-contained HTML page, which includes the scripts, the styles, the layer and the places.
///
/// The page has its own Content Security Policy (Level 3). It allows only the scripts and styles of this program, which
/// are identified by their SHA-256; only pictures in the page, and tiles of one server if there is one; and no other
/// requests. The family's text is included as JSON and is only shown as plain text.
public struct MapRenderer: Sendable {
    /// The beginning of a page, which identifies it as such a map.
    private static let head = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="generator" content="hometask-map">
        """

    private let title: String
    private let places: JSON
    private let tiles: MapTiles?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - title: the title of the map.
    ///   - places: the places, in the form that `places.js` and `page.js` read: a feature collection (RFC 7946, section
    ///     3.3) with `units`, and with `position` if it is known.
    ///   - tiles: the server of the tiles; nil for a page that sends no requests.
    public init(title: String, places: JSONObject, tiles: MapTiles? = nil) {
        self.title = title
        var places = places
        places["tiles"] = tiles.map { ["template": .string($0.template)] }
        self.places = .object(places)
        self.tiles = tiles
    }

    /// Returns whether a file with this beginning is such a page.
    public static func isMap(_ beginning: [UInt8]) -> Bool { beginning.starts(with: head.utf8) }

    /// The page in UTF-8.
    public var bytes: [UInt8] { Array(html.utf8) }

    private static let scripts = [
        MapAsset.leaflet.text, MapAsset.cluster.text, MapAsset.ground.text + MapAsset.script.text,
    ]
    private static let styles: [MapAsset] = [.leafletStyle, .clusterStyle, .style]

    private var html: String {
        let scripts = Self.scripts
        let style = Self.styles.map(\.text).joined(separator: "\n")
        return """
            \(Self.head)
            <meta http-equiv="Content-Security-Policy" content="\(policy(scripts, style))">
            <meta name="referrer" content="no-referrer">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(Markup.escaped(title))</title>
            <style>\(style)</style>
            </head>
            <body>
            \(content)
            <script type="application/json" id="places">\(HTMLText.script(places))</script>
            <script type="text/plain" id="ground">\(Base64.standard.encoded(Array(MapAsset.layer.bytes)))</script>
            \(scripts.map { "<script>\($0)</script>" }.joined(separator: "\n"))
            </body>
            </html>

            """
    }

    private func policy(_ scripts: [String], _ style: String) -> String {
        let source = { (text: String) in "'sha256-\(Base64.standard.encoded(SHA256.digest(Array(text.utf8))))'" }
        let pictures = ["data:", tiles?.origin].compactMap { $0 }.joined(separator: " ")
        return [
            "default-src 'none'", "script-src \(scripts.map(source).joined(separator: " "))",
            "style-src \(source(style))", "img-src \(pictures)", "base-uri 'none'", "form-action 'none'",
        ].joined(separator: "; ")
    }

    private var credit: String {
        let layer = "Natural Earth · towns: GeoNames, CC BY 4.0"
        return tiles.map { Markup.escaped($0.credit) + " · " + layer } ?? layer
    }

    private var content: String {
        """
        <div id="map" aria-label="Map. Arrows move it, plus and minus zoom, Enter gives the coordinates of the middle."></div>
        <header id="bar">
        <button type="button" id="toggle" aria-controls="panel" aria-expanded="true" aria-label="Places and filter">☰</button>
        <h1 dir="auto">\(Markup.escaped(title))</h1>
        <button type="button" id="home" aria-label="Back to our places" title="Back to our places">⌂</button>
        <button type="button" id="about" aria-label="About this map" title="About this map">?</button>
        </header>
        <aside id="panel" aria-label="Places and filter">
        <form id="filter" autocomplete="off">
        <input type="search" name="text" placeholder="Search ( / )" aria-label="Search">
        <div class="kinds">
        <label><input type="checkbox" name="pin" checked>Pins</label>
        <label><input type="checkbox" name="photo" checked>Photos</label>
        </div>
        <label>Category<select name="category"><option value="">all</option></select></label>
        <label>Member<select name="member"><option value="">all</option></select></label>
        <label>Tasks<select name="state"><option value="">open and done</option><option value="open">open</option>\
        <option value="done">done</option></select></label>
        <label id="tiles-row" hidden><input type="checkbox" id="tiles" checked>Tiles from the network</label>
        <div class="end"><span id="count" role="status"></span><button type="reset">Reset</button></div>
        </form>
        <ul id="list"></ul>
        </aside>
        <div id="credit">\(credit)</div>
        <dialog id="notices" aria-label="About this map">
        <form method="dialog"><button>Close</button></form>
        \(notices)
        </dialog>
        """
    }

    private var notices: String {
        let network =
            tiles.map {
                "It asks \(Markup.escaped($0.origin)) for tiles, which learns which places are looked at."
            } ?? "It asks nobody on the network for anything."
        return """
            <h2>About this map</h2>
            <p>Made by hometask. \(network) A click or a long press on the ground gives its coordinates. Keys: arrows move the \
            map, + and − zoom, Tab goes from place to place, Enter opens one, or gives the coordinates of the middle, 0 goes \
            back to where it opened, / searches, Escape closes.</p>
            <p>Coastlines and borders: made with Natural Earth, in the public domain; borders are those of its German point of \
            view, simplified. Towns: GeoNames (geonames.org), licence Creative Commons Attribution 4.0 \
            (creativecommons.org/licenses/by/4.0), a selection.</p>
            <p>The map stands on Leaflet (BSD-2-Clause) and Leaflet.markercluster (MIT):</p>
            <pre>\(Markup.escaped(MapAsset.leafletLicence.text))</pre>
            <pre>\(Markup.escaped(MapAsset.clusterLicence.text))</pre>
            """
    }
}
