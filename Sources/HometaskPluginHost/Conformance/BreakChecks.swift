// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginProtocol

/// The checks of cancelled requests and refused reads.
struct BreakChecks {
    let run: PluginTrialRun
    let families: SampleFamilies

    /// Cancels a request when the plugin first reads documents.
    func isCalledOff(_ method: String, _ params: JSONObject) throws -> ConformanceCheck.SkipReason? {
        var host = PluginTrialRun.HostBehaviour()
        host.cancels = true
        return try ask(method, params, tasks: 1500, host: host)
    }

    /// Refuses every document that the plugin asks for.
    func isRefused(_ method: String, _ params: JSONObject) throws -> ConformanceCheck.SkipReason? {
        var host = PluginTrialRun.HostBehaviour()
        host.refusesDocuments = true
        return try ask(method, params, tasks: 5, host: host)
    }

    /// Makes a request, which the plugin may answer with an error.
    private func ask(
        _ method: String, _ params: JSONObject, tasks: Int, host: PluginTrialRun.HostBehaviour
    ) throws -> ConformanceCheck.SkipReason? {
        do {
            let answer = try run.ask(method, params, of: families.family(tasks: tasks), host: host)
            if answer.asked.isEmpty { return .other("it reads no documents") }
        } catch is RPCError {}
        return nil
    }
}
