// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskPluginProtocol

/// What `import` and `export` print with `--json`.
enum FormatJSON {
    /// An array of `name`, `summary` and `plugin`: the formats that there are.
    static func list(_ offers: KeyPath<PluginOffers, [PluginOffer]>, of host: PluginHost) -> JSON {
        .array(
            host.usable.flatMap { plugin in
                plugin.manifest.offers[keyPath: offers].map { offer in
                    [
                        "name": .string(offer.name), "summary": .string(offer.summary),
                        "plugin": .string(plugin.id),
                    ]
                }
            })
    }

    /// `added` (numbers by kind), `changed`, `deleted`, `known`, `trashed` (of these), `differences`, `dryRun`,
    /// `faults`, `notes`.
    static func imported(_ tally: ProposedChanges.Tally, notes: [String], _ faults: [JSON], isDry: Bool) -> JSON {
        var added = JSONObject()
        for (kind, count) in tally.created { added[kind.rawValue] = .number(JSONNumber(count)) }
        return [
            "added": .object(added), "changed": .number(JSONNumber(tally.changed)),
            "differences": .array(tally.differences.map(difference)),
            "deleted": .number(JSONNumber(tally.deleted)), "known": .number(JSONNumber(tally.known)),
            "trashed": .number(JSONNumber(tally.trashed)), "dryRun": .bool(isDry), "faults": .array(faults),
            "notes": .array(notes.map { .string($0) }),
        ]
    }

    /// `title`, `kind` and `fields`, whether the document got what the file says (`taken`), and `line` where it is
    /// known: what the file says otherwise.
    private static func difference(_ difference: FileDifference) -> JSON {
        var object: JSONObject = [
            "title": .string(difference.title), "kind": .string(difference.kind.rawValue),
            "fields": .array(difference.fields.map { .string($0) }),
            "taken": .bool(difference.isTaken),
        ]
        object["line"] = difference.line.map { .number(JSONNumber($0)) }
        return .object(object)
    }

    /// `message`, and `line` where it is known: what did not go in.
    static func fault(line: Int?, _ message: String) -> JSON {
        var object: JSONObject = ["message": .string(message)]
        object["line"] = line.map { .number(JSONNumber($0)) }
        return .object(object)
    }

    /// `format`, `hidden` (how many places near home are), and `output`, the file, or `content`.
    static func exported(_ format: String, to file: String?, _ sink: OutputSink, _ hidden: Int) throws -> JSON {
        var object: JSONObject = ["format": .string(format), "hidden": .number(JSONNumber(hidden))]
        if let file {
            object["output"] = .string(file)
        } else {
            guard let text = sink.collectedText else {
                throw ReplicaError(
                    .invalidRequest, "the format ‘\(format)’ is not text", hint: "Write it to a file with --output.")
            }
            object["content"] = .string(text)
        }
        return .object(object)
    }
}
