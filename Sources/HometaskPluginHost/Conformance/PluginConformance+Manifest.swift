// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

extension PluginConformance {
    /// The checks of a plugin's manifest in addition to its schema.
    func manifestChecks() -> [Check] {
        var checks: [Check] = []
        if manifestObject != nil { checks.append(("its plugin.json has no misspelt members", spellsMembers)) }
        let offers = run.manifest.offers
        if !offers.hooks.isEmpty { checks.append(("it may read the kinds that its hooks receive", hooksCanRead)) }
        let withOptions = offers.commands + offers.exporters + offers.importers + offers.views
        if withOptions.contains(where: { !$0.options.isEmpty }) {
            checks.append(("every option can be given on the command line", optionsCanBeTyped))
        }
        return checks
    }

    /// An unknown member may belong to a later version. It is a mistake, however, if it resembles a known member, or if
    /// it is in `needs`, where nothing may be ignored.
    private func spellsMembers() throws -> String? {
        for member in UnknownMember.all(in: manifestObject ?? [:]) {
            if let near = member.near {
                throw ConformanceFailure("‘\(member.place)’ is unknown; did you mean ‘\(near)’?", .manifest)
            }
            if member.place.hasPrefix("needs/") {
                throw ConformanceFailure("‘\(member.place)’ is unknown, so nothing is granted for it", .manifest)
            }
        }
        return nil
    }

    private func hooksCanRead() throws -> String? {
        let granted = run.manifest.needs.read
        for hook in run.manifest.offers.hooks {
            let event = hook.event.rawValue
            if granted.isEmpty {
                throw ConformanceFailure("the hook ‘\(event)’ receives nothing: ‘needs/read’ is empty", .manifest)
            }
            if let kind = hook.kinds.first(where: { !granted.contains($0) }) {
                throw ConformanceFailure(
                    "the hook ‘\(event)’ is for the kind ‘\(kind)’, which is not in ‘needs/read’", .manifest)
            }
        }
        return nil
    }

    private func optionsCanBeTyped() throws -> String? {
        let offers = run.manifest.offers
        let all = [
            ("commands", offers.commands), ("exporters", offers.exporters), ("importers", offers.importers),
            ("views", offers.views),
        ]
        for (member, offered) in all {
            for offer in offered {
                var seen: Set<String> = []
                for name in offer.options.map(\.name) {
                    let option = "the option ‘--\(name)’ of ‘\(member)/\(offer.name)’"
                    if !seen.insert(name).inserted { throw ConformanceFailure("\(option) occurs twice", .manifest) }
                    if ownNames["options/\(member)"]?.contains(name) ?? false {
                        throw ConformanceFailure("\(option) has the name of a built-in option", .manifest)
                    }
                }
            }
        }
        return nil
    }
}
