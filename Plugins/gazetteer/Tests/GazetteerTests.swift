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

    @Test("A place is found by its name, the largest of several first, with its country and its people")
    func name() throws {
        let place = try #require(found("amsterdam").first)
        #expect(place.name == "Amsterdam" && place.country == "The Netherlands")
        #expect(abs(place.position.latitude - 52.374) < 0.01 && abs(place.position.longitude - 4.89) < 0.01)
        #expect(try #require(place.population) > 500_000)
        #expect(names("Amsterdam").contains("Amsterdam, New York, United States"))
    }

    @Test(
        "Other names, accents, apostrophes and capitals do not matter",
        arguments: [
            ("Den Haag", "The Hague"), ("WIEN", "Vienna"), ("Munchen", "Munich"), ("münchen", "Munich"),
            ("MU\u{308}NCHEN", "Munich"), ("s Gravenhage", "The Hague"), ("'s-Gravenhage", "The Hague"),
            ("Zürich", "Zürich"), ("zurich", "Zürich"), ("Łódź", "Łódź"), ("lodz", "Łódź"), ("København", "Copenhagen"),
        ])
    func spellings(text: String, name: String) { #expect(found(text).first?.name == name) }

    @Test(
        "A country or a state narrows the search, by name or code, with a comma or without",
        arguments: [
            "Springfield, Illinois", "springfield illinois", "Springfield, IL", "Springfield, IL, US",
            "Springfield, Illinois, United States", "Springfield il",
        ])
    func regions(text: String) { #expect(names(text) == ["Springfield, Illinois, United States"]) }

    @Test("A name that is a part of others is no part of them where some have it whole")
    func whole() {
        #expect(found("Rotterdam").allSatisfy { $0.name == "Rotterdam" })
        #expect(found("Rotterd").contains { $0.name == "Rotterdam" })
        // Quito is San Francisco de Quito, too, and larger.
        #expect(found("san fr").first?.name == "San Francisco")
    }

    @Test("No name has more words than are looked for, so none is missed")
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

    @Test("With a position the nearest comes first")
    func near() {
        let albany = Position(latitude: 42.65, longitude: -73.76)
        #expect(found("Amsterdam", near: albany).first?.address == "New York")
        let fiji = Position(latitude: -17, longitude: -179.9)
        #expect(found("Suva", near: fiji).first?.country == "Fiji")
    }

    @Test("Nothing is found for what is no name", arguments: ["", " ", ",", "|", "\t", "\n", "=", "xqzzy", "🏠", "%"])
    func nothing(text: String) { #expect(found(text).isEmpty) }

    @Test("No more are found than were asked for")
    func limit() { #expect(found("Sant", limit: 7).count == 7) }

    @Test("Each line is a place on the earth of a known country, is found by its own name, and the largest come first")
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
            // All of them would take a minute in a debug build.
            let isNamed = count % 20 != 0 || line.keys.first.map(String.init) == FoldedName.of(line.name)
            if !isPlace || !isKnown || people > last || !isNamed { faults.append(line.name) }
            last = people
            return true
        }
        #expect(count == 69_472)
        #expect(faults.isEmpty)
    }

    @Test("Its manifest is valid, and it needs nothing")
    func manifest() throws {
        let manifest = try PluginManifest(GazetteerPlugin.manifest)
        #expect(manifest.offers.places.map(\.name) == ["gazetteer"])
        #expect(!manifest.needs.network && !manifest.needs.programs && manifest.needs.read.isEmpty)
    }
}
