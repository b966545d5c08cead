// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginHost

/// Formats name clashes between plugins, for people and as JSON.
enum ClashFormatter {
    /// Describes a clash in one or two sentences: who else has the name, whose meaning applies, and how to resolve it.
    static func sentence(_ clash: NameClash, of plugin: String) -> String {
        if clash.member == "fields" { return field(clash, of: plugin) }
        let what = "\(noun(clash.member)) ‘\(clash.name)’"
        guard let other = clash.other else {
            return "\(what) is built into hometask, which takes precedence: choose another name in plugin.json"
        }
        let head = "\(what) is also provided by \(other)\(clash.isOtherEnabled ? "" : ", which is not enabled")."
        switch clash.winner {
        case .this:
            return head
                + " \(plugin)'s is used if both are enabled; 'hometask plugin disable \(plugin)' leaves it to "
                + "\(other)"
        case .other where clash.isOtherEnabled:
            return head + " \(other)'s is used; 'hometask plugin disable \(other)' leaves it to \(plugin)"
        case .other: return head + " \(other)'s would be used if both were enabled"
        case .both: return head + " Both are used, \(plugin) first"
        case .bothOtherFirst: return head + " Both are used, \(other) first"
        case .neither: return head + " Neither is used"
        }
    }

    /// Returns a clash of fields, which can also be named in full.
    private static func field(_ clash: NameClash, of plugin: String) -> String {
        let parts = clash.name.split(separator: ".", maxSplits: 1).map(String.init)
        let (kind, name) = (DocumentKind(rawValue: parts[0]), parts.last ?? "")
        let head = "the field ‘\(name)’ of \(kind.plural)"
        guard let other = clash.other else {
            return
                "\(head) has the name of something built-in, which ‘\(name)’ alone refers to: use "
                + "‘\(plugin).\(name)’, which always works"
        }
        let state = clash.isOtherEnabled ? "" : ", which is not enabled"
        return
            "\(head) is also provided by \(other)\(state). If both are enabled, ‘\(name)’ alone is refused: use "
            + "‘\(plugin).\(name)’ or ‘\(other).\(name)’, which always work"
    }

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
