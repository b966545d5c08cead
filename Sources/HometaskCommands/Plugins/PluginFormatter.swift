// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginHost
import HometaskPluginProtocol

/// Formats the offers and needs of a plugin, for people and as JSON.
enum PluginFormatter {
    static func json(_ plugin: KnownPlugin, clashes: [NameClash] = []) -> JSONObject {
        var object: JSONObject = [
            "id": .string(plugin.id), "origin": .string(plugin.origin.rawValue), "state": .string(plugin.state.word),
        ]
        object["path"] = plugin.path.map { .string($0) }
        object["hash"] = plugin.hash.map { .string($0) }
        if case .broken(let reason) = plugin.state { object["fault"] = .string(reason) }
        guard let manifest = plugin.manifest else { return object }
        object["name"] = .string(manifest.name)
        object["version"] = .string(manifest.version)
        object["summary"] = .string(manifest.summary)
        object["needs"] = .object(manifest.needs.json)
        var offers = JSONObject()
        for (member, names) in manifest.offers.named where !names.isEmpty {
            offers[member] = .array(names.map { .string($0) })
        }
        let events = manifest.offers.hooks.map(\.event.rawValue)
        if !events.isEmpty { offers["hooks"] = .array(events.map { .string($0) }) }
        let fields = manifest.offers.fields.flatMap { kind, fields in fields.keys.map { "\(kind).\($0.string)" } }
        if !fields.isEmpty { offers["fields"] = .array(fields.sorted().map { .string($0) }) }
        object["offers"] = .object(offers)
        if !clashes.isEmpty { object["clashes"] = .array(clashes.map { .object(ClashFormatter.json($0)) }) }
        return object
    }

    /// Returns the offers of a plugin, one per line.
    static func offers(_ manifest: PluginManifest) -> [String] {
        var lines: [String] = []
        func add(_ words: String, _ offers: [PluginOffer]) {
            for offer in offers { lines.append("\(words)\(offer.name): \(offer.summary)") }
        }
        add("hometask ", manifest.offers.commands)
        add("export to ", manifest.offers.exporters)
        add("import from ", manifest.offers.importers)
        add("reminders by ", manifest.offers.channels)
        add("view ", manifest.offers.views)
        add("places from ", manifest.offers.places)
        add("position from ", manifest.offers.positions)
        for hook in manifest.offers.hooks {
            let kinds = hook.kinds.isEmpty ? "" : " of \(hook.kinds.map(\.rawValue).joined(separator: ", "))"
            switch hook.event {
            case .beforeCommit:
                let edits = hook.seesHandEdits ? ", including edits by hand," : ""
                let silence = hook.isRequired ? "; they are refused if it does not answer" : ""
                lines.append("checks changes\(kinds)\(edits) before they are made, and may refuse them\(silence)")
            case .afterCommit:
                let edits = hook.seesHandEdits ? "" : ", except edits by hand"
                lines.append("is notified of changes\(kinds) that were made on this device\(edits)")
            case .afterSync: lines.append("is notified of changes\(kinds) that others made")
            }
        }
        for (kind, fields) in manifest.offers.fields.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            lines.append("adds to \(kind.plural): \(fields.keys.map(\.string).joined(separator: ", "))")
        }
        return lines
    }

    /// Returns the device settings of a plugin, one per line.
    static func settings(_ manifest: PluginManifest) -> [String] {
        (manifest.settings ?? []).map { "\($0.name): \($0.summary)" }
    }

    /// Returns the permissions that an enabled plugin has, one per line, and how they are enforced.
    static func needs(_ manifest: PluginManifest, isSandboxed: Bool) -> [String] {
        var lines = manifest.needs.words
        if lines.isEmpty { lines.append("nothing of your documents") }
        if manifest.needs.programs {
            lines.append(
                "It starts other programs, so it runs without a sandbox: enable it only if you trust its author.")
        } else if manifest.needs.desktop && isSandboxed {
            lines.append("A sandbox keeps it away from your files, but cannot restrict what the desktop does for it.")
        } else if isSandboxed {
            lines.append(
                "A sandbox (bubblewrap) keeps it away from your other files\(manifest.needs.network ? "" : " and from the network")."
            )
        } else {
            lines.append("It runs without a sandbox, because bubblewrap is not installed or not permitted here.")
        }
        return lines
    }
}
