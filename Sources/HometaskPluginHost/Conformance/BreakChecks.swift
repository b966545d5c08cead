// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginProtocol

/// The checks of what a plugin does when a request is cancelled, or when it may not read.
struct BreakChecks {
    let run: PluginTrialRun
    let families: SampleFamilies

    /// Cancels a request when the plugin first reads documents.
    func isCalledOff(_ method: String, _ params: JSONObject) throws -> ConformanceCheck.SkipReason? {
        var host = PluginTrialRun.HostBehaviour()
        host.cancels = true
        do {
            let answer = try run.ask(method, params, of: families.family(tasks: 1500), host: host)
            if answer.asked.isEmpty { return "it reads no documents" }
        } catch is RPCError {}
        return nil
    }

    /// Refuses every document that the plugin asks for.
    func isRefused(_ method: String, _ params: JSONObject) throws -> ConformanceCheck.SkipReason? {
        var host = PluginTrialRun.HostBehaviour()
        host.refusesDocuments = true
        do {
            let answer = try run.ask(method, params, of: families.family(tasks: 5), host: host)
            if answer.asked.isEmpty { return "it reads no documents" }
        } catch is RPCError {}
        return nil
    }
}
