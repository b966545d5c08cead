// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginProtocol

/// The checks of requests about a family's documents: commands, views and positions.
struct WorkChecks {
    let run: PluginTrialRun
    let families: SampleFamilies

    /// Returns the checks of a command, with sample arguments.
    func command(_ offer: PluginOffer) -> [PluginConformance.Check] {
        let made = SampleArguments(offer)
        let params: JSONObject = [
            "name": .string(offer.name), "options": .object(made.options), "arguments": .array(made.arguments),
        ]
        return checks("the command ‘\(offer.name)’", PluginMethod.runCommand, params: params, made: made)
    }

    /// Returns the checks of a view, with sample options.
    func view(_ offer: PluginOffer) -> [PluginConformance.Check] {
        let made = SampleArguments(offer)
        let params: JSONObject = [
            "name": .string(offer.name), "options": .object(made.options), "selected": false, "columns": 80,
        ]
        return checks("the view ‘\(offer.name)’", PluginMethod.showView, params: params, made: made)
    }

    /// Returns the check of a source of positions.
    func position(_ offer: PluginOffer) -> [PluginConformance.Check] {
        [
            (
                "it reports a position with ‘\(offer.name)’",
                { try works(PluginMethod.position, ["name": .string(offer.name)], family: MemoryReader()) }
            )
        ]
    }

    private func checks(
        _ what: String, _ method: String, params: JSONObject, made: SampleArguments
    ) -> [PluginConformance.Check] {
        let breaks = BreakChecks(run: run, families: families)
        if let missing = made.missing { return [("it runs \(what)", { missing })] }
        return [
            (
                "it runs \(what) in a family without documents",
                { try works(method, params, family: MemoryReader(), isMadeUp: !made.isEmpty) }
            ),
            (
                "it runs \(what) in a family with unusual documents",
                { try works(method, params, family: families.family(tasks: 50), isMadeUp: !made.isEmpty) }
            ),
            ("it handles the cancellation of \(what)", { try breaks.isCalledOff(method, params) }),
            ("it handles refused documents in \(what)", { try breaks.isRefused(method, params) }),
        ]
    }

    /// - Parameter isMadeUp: whether the parameters contain sample values, which the plugin may reject.
    private func works(
        _ method: String, _ params: JSONObject, family: MemoryReader, isMadeUp: Bool = false
    ) throws -> ConformanceCheck.SkipReason? {
        do {
            _ = try run.ask(method, params, of: family)
        } catch let error as RPCError where error.kind == .refused || error.kind == .unavailable {
            return .other("it reports that it cannot: \(error.message)")
        } catch let error as RPCError where isMadeUp && error.kind == .invalidParams {
            return .other("it does not accept the sample arguments: \(error.message)")
        }
        return nil
    }
}
