// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily

/// The options that look a place up by its name.
struct PlaceSearchOptions: ParsableArguments {
    @Option(
        name: .customLong("search"),
        help: ArgumentHelp("The location: a place that 'hometask pin find' finds.", valueName: "place"))
    var text: String?

    @Option(help: ArgumentHelp("Which of several places to use.", valueName: "number"))
    var choice: Int?

    @Flag(help: "Search with services on the network, which learn the words.")
    var online = false

    func validate() throws {
        if text == nil, choice != nil || online {
            throw ValidationError("--\(choice == nil ? "online" : "choice") needs --search PLACE")
        }
        if let choice, choice < 1 { throw ValidationError("--choice should be at least 1, but is \(choice)") }
    }

    /// The maximum number of places with the same name to choose from.
    private static let most = 20

    /// Returns the place found by the search; nil without a search. If several places match, the user is asked at the
    /// terminal.
    ///
    /// - Throws: `ReplicaError` (`notFound`; `ambiguous` with the candidates).
    func place(in session: FamilySession) async throws -> KnownPlace? {
        guard let text else { return nil }
        let found = try await session.places.search(named: text, near: nil, limit: Self.most, isOnline: online)
        guard !found.places.isEmpty else {
            throw ReplicaError(
                .notFound, "there is no known place named ‘\(text)’",
                hint: "Check the spelling, give its coordinates as LAT,LON"
                    + (online ? "." : ", or search on the network with --online."))
        }
        for attribution in found.attributions { session.output.remark("data: \(attribution)") }
        if let choice { return try Self.chosen(choice, of: found.places, text: text) }
        if found.places.count == 1 { return found.places[0] }
        let candidates = found.places.enumerated().map { PlaceTable.candidate($0.element, number: $0.offset + 1) }
        let question = Question(session.environment)
        if question.canAsk {
            for line in candidates { session.output.remark(line) }
            if let answer = question.ask("Which one? [1-\(candidates.count)]"), let number = Int(answer) {
                return try Self.chosen(number, of: found.places, text: text)
            }
        }
        throw ReplicaError(
            .ambiguous, "‘\(text)’ is the name of \(candidates.count) places; no pin was added",
            hint:
                "Choose one with --choice NUMBER, or be more specific: --search '\(Self.narrower(found.places[0], text))'.",
            candidates: candidates)
    }

    private static func chosen(_ number: Int, of places: [KnownPlace], text: String) throws -> KnownPlace {
        guard places.indices.contains(number - 1) else {
            throw ReplicaError(
                .notFound, "\(number) is out of range: ‘\(text)’ is the name of \(places.count) places",
                hint: "Choose 1 to \(places.count).")
        }
        return places[number - 1]
    }

    private static func narrower(_ place: KnownPlace, _ text: String) -> String {
        let name = text.split(separator: ",").first.map(String.init) ?? text
        return "\(name), \(place.address ?? place.country ?? "Country")".filter { $0 != "'" }
    }
}
