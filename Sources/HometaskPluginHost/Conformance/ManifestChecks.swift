// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

/// The checks of a plugin's manifest in addition to its schema.
struct ManifestChecks {
    let manifest: PluginManifest
    /// The members of the plugin's `plugin.json`; nil for a bundled plugin.
    let manifestObject: JSONObject?
    /// The offer names that other plugins on this machine, or the program itself, also use.
    let clashes: [NameClash]
    /// The names that hometask itself uses.
    let ownNames: [String: Set<String>]

    /// All checks that apply to what the manifest offers.
    func all() -> [PluginConformance.Check] {
        var checks: [PluginConformance.Check] = [
            ("its plugin.json offers something, for kinds of documents that exist", offersSomething)
        ]
        if manifest.program != nil { checks.append(("it offers nothing under a built-in name", hasOwnNames)) }
        if manifestObject != nil { checks.append(("its plugin.json has no misspelt members", spellsMembers)) }
        let offers = manifest.offers
        if !offers.hooks.isEmpty { checks.append(("it may read the kinds that its hooks receive", hooksCanRead)) }
        let withOptions = offers.commands + offers.exporters + offers.importers + offers.views
        if withOptions.contains(where: { !$0.options.isEmpty }) {
            checks.append(("every option can be given on the command line", optionsCanBeTyped))
        }
        return checks
    }

    private func hasOwnNames() throws -> ConformanceCheck.SkipReason? {
        guard let clash = clashes.first(where: { $0.other == nil && $0.member != "fields" }) else { return nil }
        throw ConformanceFailure(
            "‘\(clash.name)’ in ‘offers/\(clash.member)’ is built into hometask, which takes precedence", .manifest)
    }

    private func offersSomething() throws -> ConformanceCheck.SkipReason? {
        guard manifest.protocols.contains(where: { PluginProtocol.versions.contains($0) }) else {
            throw ConformanceFailure(
                "‘protocol’ should contain \(PluginProtocol.versions), but is \(manifest.protocols)", .manifest)
        }
        let offers = manifest.offers
        if offers.named.allSatisfy(\.names.isEmpty), offers.hooks.isEmpty, offers.fields.isEmpty {
            throw ConformanceFailure("there is nothing that hometask knows in ‘offers’", .manifest)
        }
        for kind in manifest.kinds.sorted(by: { $0.rawValue < $1.rawValue }) where Schema.of(kind) == nil {
            let near =
                Spelling.nearest(to: kind.rawValue, among: DocumentKind.known.map(\.rawValue).sorted()).map {
                    "; did you mean ‘\($0)’?"
                } ?? ""
            throw ConformanceFailure("there is no kind of documents ‘\(kind)’\(near)", .manifest)
        }
        return nil
    }

    /// An unknown member may belong to a later version. It is a mistake, however, if it resembles a known member, or if
    /// it is in `needs`, where nothing may be ignored.
    private func spellsMembers() throws -> ConformanceCheck.SkipReason? {
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

    private func hooksCanRead() throws -> ConformanceCheck.SkipReason? {
        let granted = manifest.needs.read
        for hook in manifest.offers.hooks {
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

    private func optionsCanBeTyped() throws -> ConformanceCheck.SkipReason? {
        let offers = manifest.offers
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
