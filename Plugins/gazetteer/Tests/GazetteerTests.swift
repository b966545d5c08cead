// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlugin
import Testing

@testable import PluginGazetteer

@Suite("The gazetteer")
struct GazetteerTests {
    private func found(_ text: String, limit: Int = 10, near: Position? = nil) -> [PlaceMatch] {
        PlaceSearch(text).places(near: near, limit: limit)
    }

    private func names(_ text: String) -> [String] {
        found(text).map { [$0.name, $0.address, $0.country].compactMap(\.self).joined(separator: ", ") }
    }

    @Test("A place is found by name, the largest first, with country and population")
    func name() throws {
        let place = try #require(found("amsterdam").first)
        #expect(place.name == "Amsterdam" && place.country == "The Netherlands")
        #expect(abs(place.position.latitude - 52.374) < 0.01 && abs(place.position.longitude - 4.89) < 0.01)
        #expect(try #require(place.population) > 500_000)
        #expect(names("Amsterdam").contains("Amsterdam, New York, United States"))
    }

    @Test(
        "Alternative names, accents, apostrophes and case are ignored",
        arguments: [
            ("Den Haag", "The Hague"), ("WIEN", "Vienna"), ("Munchen", "Munich"), ("münchen", "Munich"),
            ("MU\u{308}NCHEN", "Munich"), ("s Gravenhage", "The Hague"), ("'s-Gravenhage", "The Hague"),
            ("Zürich", "Zürich"), ("zurich", "Zürich"), ("Łódź", "Łódź"), ("lodz", "Łódź"), ("København", "Copenhagen"),
        ])
    func spellings(text: String, name: String) { #expect(found(text).first?.name == name) }

    @Test(
        "A country or state narrows the search, by name or code, with or without a comma",
        arguments: [
            "Springfield, Illinois", "springfield illinois", "Springfield, IL", "Springfield, IL, US",
            "Springfield, Illinois, United States", "Springfield il",
        ])
    func regions(text: String) { #expect(names(text) == ["Springfield, Illinois, United States"]) }

    @Test("A name matches parts of others only if no place has it as a whole")
    func whole() {
        #expect(found("Rotterdam").allSatisfy { $0.name == "Rotterdam" })
        #expect(found("Rotterd").contains { $0.name == "Rotterdam" })
        // San Francisco de Quito, another name of Quito, is larger.
        #expect(found("san fr").first?.name == "San Francisco")
    }

    @Test("The longest name has as many words as the search limit")
    func words() {
        var longest: (words: Int, name: Substring) = (0, "")
        Gazetteer.forEach(holding: "\t") { line in
            for key in line.keys {
                let words = key.utf8.count { $0 == UInt8(ascii: " ") } + 1
                if words > longest.words { longest = (words, key) }
            }
            return true
        }
        #expect(longest.words == PlaceSearch.mostWords)
        #expect(found(String(longest.name)).contains { $0.country == "China" })
        #expect(found(String(repeating: "long ", count: 20_000)).isEmpty)
    }

    @Test("With a position, the nearest place comes first")
    func near() {
        let albany = Position(latitude: 42.65, longitude: -73.76)
        #expect(found("Amsterdam", near: albany).first?.address == "New York")
        let fiji = Position(latitude: -17, longitude: -179.9)
        #expect(found("Suva", near: fiji).first?.country == "Fiji")
    }

    @Test("Text that is no name finds nothing", arguments: ["", " ", ",", "|", "\t", "\n", "=", "xqzzy", "🏠", "%"])
    func nothing(text: String) { #expect(found(text).isEmpty) }

    @Test("The limit on results is kept")
    func limit() { #expect(found("Sant", limit: 7).count == 7) }

    @Test("Lines have valid positions and known countries, are found by name, and are sorted by population")
    func lines() {
        var (count, last) = (0, Int.max)
        var faults: [String] = []
        Gazetteer.forEach(holding: "\t|") { line in
            count += 1
            let isPlace =
                line.latitude.map { (-90...90).contains($0) } == true
                && line.longitude.map { (-180...180).contains($0) } == true
            let isKnown = !line.regions.isEmpty && line.regions.allSatisfy { Gazetteer.regions[$0] != nil }
            let people = line.population ?? .max
            // Checking all of them would take a minute in a debug build.
            let isNamed = count % 20 != 0 || line.keys.first.map(String.init) == FoldedName.of(line.name)
            if !isPlace || !isKnown || people > last || !isNamed { faults.append(line.name) }
            last = people
            return true
        }
        #expect(count == 69_472)
        #expect(faults.isEmpty)
    }

    @Test("The manifest is valid, and needs nothing")
    func manifest() throws {
        let manifest = try PluginManifest(GazetteerPlugin.manifest)
        #expect(manifest.offers.places.map(\.name) == ["gazetteer"])
        #expect(!manifest.needs.network && !manifest.needs.programs && manifest.needs.read.isEmpty)
    }
}
