// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

/// The checks for plugins that search for places.
struct PlaceChecks {
    let run: PluginTrialRun
    let families: SampleFamilies

    /// Returns all checks of one search.
    func all(_ offer: PluginOffer) -> [PluginConformance.Check] {
        [
            ("it searches for places with ‘\(offer.name)’", { try searches(offer, for: ["shop"], limit: 5) }),
            (
                "it handles unusual words when it searches for places with ‘\(offer.name)’",
                { try searches(offer, for: Self.oddWords, limit: 5) }
            ),
            (
                "it returns no more places with ‘\(offer.name)’ than the limit",
                { try searches(offer, for: ["a", "s", "shop"], limit: 1) }
            ),
        ]
    }

    /// Texts that users may type: nothing, spaces, punctuation, other scripts, and a very long text.
    private static let oddWords = [
        "", " ", ",", "%", "' \" \\ | \t\n", "e\u{301}", "東京", "🏠", "-1", String(repeating: "long ", count: 2000),
    ]

    /// Why a search cannot be tried, or the plugin's report that it cannot search; nil if it works.
    private func searches(_ offer: PluginOffer, for words: [String], limit: Int) throws -> ConformanceCheck.SkipReason?
    {
        if run.manifest.needs.network { return .other("it uses the network, which a test does not") }
        for text in words {
            let params: JSONObject = [
                "name": .string(offer.name), "text": .string(text), "limit": .number(JSONNumber(limit)),
                "near": Self.somewhere,
            ]
            do {
                let answer = try run.ask(PluginMethod.searchPlaces, params, of: families.family(tasks: 5))
                let count = answer.result["places"]?.arrayValue?.count ?? 0
                if count > limit {
                    throw ConformanceFailure("it returned \(count) places, but the limit was \(limit)")
                }
            } catch let error as RPCError where error.kind == .refused || error.kind == .unavailable {
                return .other("it reports that it cannot: \(error.message)")
            }
        }
        return nil
    }

    private static let somewhere: JSON = [
        "latitude": .number(JSONNumber(52)), "longitude": .number(JSONNumber(5)),
    ]
}
