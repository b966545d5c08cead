// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskMerging
import HometaskPluginProtocol
import HometaskReplica

/// The checks for plugins with hooks.
struct HookChecks {
    let run: PluginTrialRun
    let families: SampleFamilies

    /// Returns all checks of one hook.
    func all(_ hook: PluginHook) -> [PluginConformance.Check] {
        let method = hook.event == .beforeCommit ? PluginMethod.beforeCommit : PluginMethod.afterChange
        return [
            (
                "it answers ‘\(hook.event.rawValue)’ within 500 ms",
                {
                    var params: JSONObject = ["changes": .array(try newTasks(count: 1))]
                    if hook.event != .beforeCommit { params["origin"] = hook.event == .afterSync ? "remote" : "here" }
                    _ = try run.ask(method, params, of: families.family(tasks: 5), limits: .hook())
                    return nil
                }
            ),
            (
                "it handles 500 changes at once in ‘\(hook.event.rawValue)’",
                {
                    var params: JSONObject = ["changes": .array(try newTasks(count: 500))]
                    if hook.event != .beforeCommit { params["origin"] = hook.event == .afterSync ? "remote" : "here" }
                    _ = try run.ask(method, params, of: families.family(tasks: 500))
                    return nil
                }
            ),
        ]
    }

    /// Returns new tasks of the sample family in the form in which hooks receive them.
    private func newTasks(count: Int) throws -> [JSON] {
        let family = try families.family(tasks: count)
        return try family.paths(of: .task, idPrefix: "").prefix(count).compactMap { path in
            guard let document = try family.document(at: path) else { return nil }
            let change = DocumentChange(path: path, before: nil, after: document)
            return .object([
                "kind": "task", "id": .string(document.id.description), "after": .object(document.shown),
                "fields": .array(change.fields.map { .object(["field": .string($0.description)]) }),
            ])
        }
    }
}
