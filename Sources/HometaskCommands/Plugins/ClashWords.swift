// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginHost

/// Names that two have, in words and in JSON.
enum ClashWords {
    /// A clash in a sentence or two: who else has the name, which one is meant, and what can be done.
    static func sentence(_ clash: NameClash, of plugin: String) -> String {
        if clash.member == "fields" { return field(clash, of: plugin) }
        let what = "\(noun(clash.member)) ‘\(clash.name)’"
        guard let other = clash.other else {
            return "\(what) is hometask's own, which is always meant: it needs another name in plugin.json"
        }
        let head = "\(what) is \(other)'s too\(clash.isOtherEnabled ? "" : ", which is not enabled now")."
        switch clash.winner {
        case .this:
            return head
                + " \(plugin)'s is meant where both are enabled; 'hometask plugin disable \(plugin)' leaves it to "
                + "\(other)"
        case .other where clash.isOtherEnabled:
            return head + " \(other)'s is meant; 'hometask plugin disable \(other)' leaves it to \(plugin)"
        case .other: return head + " \(other)'s would be meant once both are enabled"
        case .both: return head + " Both are asked, \(plugin) first"
        case .bothOtherFirst: return head + " Both are asked, \(other) first"
        case .neither: return head + " Neither is meant"
        }
    }

    /// A clash of fields, each of which has a full name besides.
    private static func field(_ clash: NameClash, of plugin: String) -> String {
        let parts = clash.name.split(separator: ".", maxSplits: 1).map(String.init)
        let (kind, name) = (DocumentKind(rawValue: parts[0]), parts.last ?? "")
        let head = "the field ‘\(name)’ of \(kind.plural) is"
        guard let other = clash.other else {
            return
                "\(head) called like something of hometask's own, which is meant by ‘\(name)’ alone: write "
                + "‘\(plugin).\(name)’, which always works"
        }
        let state = clash.isOtherEnabled ? "" : ", which is not enabled now"
        return
            "\(head) \(other)'s too\(state). Where both are enabled ‘\(name)’ alone means neither: write "
            + "‘\(plugin).\(name)’ or ‘\(other).\(name)’, which always work"
    }

    /// A clash in JSON.
    static func json(_ clash: NameClash) -> JSONObject {
        var object: JSONObject = [
            "offer": .string(clash.member), "name": .string(clash.name), "with": .string(clash.other ?? "hometask"),
        ]
        switch clash.winner {
        case .this: object["meant"] = "this"
        case .other: object["meant"] = "other"
        case .both, .bothOtherFirst: object["meant"] = "both"
        case .neither: object["meant"] = "neither"
        }
        return object
    }

    private static func noun(_ member: String) -> String {
        switch member {
        case "commands": "the command"
        case "exporters": "the format to export"
        case "importers": "the format to import"
        case "channels": "the channel"
        case "views": "the view"
        case "positions": "the position"
        default: "the name"
        }
    }
}
