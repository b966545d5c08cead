// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskPluginProtocol

/// The output of `import` and `export` with `--json`.
enum FormatJSON {
    /// Returns an array of `name`, `summary` and `plugin`: the available formats.
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

    /// Returns an object with `added` (numbers by kind), `changed`, `deleted`, `known`, `trashed` (of these),
    /// `differences`, `dryRun`, `faults`, `notes`.
    static func imported(
        _ tally: ProposedChanges.Tally, of source: SourceFile, notes: [String], faults: [JSON], isDry: Bool
    ) -> JSON {
        var added = JSONObject()
        for (kind, count) in tally.created { added[kind.rawValue] = .number(JSONNumber(count)) }
        return [
            "added": .object(added), "changed": .number(JSONNumber(tally.changed)),
            "differences": .array(tally.differences.map { difference($0, of: source) }),
            "deleted": .number(JSONNumber(tally.deleted)), "known": .number(JSONNumber(tally.known)),
            "trashed": .number(JSONNumber(tally.trashed)), "dryRun": .bool(isDry), "faults": .array(faults),
            "notes": .array(notes.map { .string($0) }),
        ]
    }

    /// Returns a difference between the file and a document: `title`, `kind` and `fields`, whether the document took
    /// the file's values (`taken`), and `line` if it is known, with the `file` if there are several.
    private static func difference(_ difference: FileDifference, of source: SourceFile) -> JSON {
        var object: JSONObject = [
            "title": .string(difference.title), "kind": .string(difference.kind.rawValue),
            "fields": .array(difference.fields.map { .string($0) }),
            "taken": .bool(difference.isTaken),
        ]
        setPlace(difference.line, of: source, in: &object)
        return .object(object)
    }

    /// Returns a part of the file that was not imported: `message`, and `line` if it is known, with the `file` if there
    /// are several.
    static func fault(line: Int?, _ message: String, of source: SourceFile) -> JSON {
        var object: JSONObject = ["message": .string(message)]
        setPlace(line, of: source, in: &object)
        return .object(object)
    }

    private static func setPlace(_ line: Int?, of source: SourceFile, in object: inout JSONObject) {
        guard let line else { return }
        let part = source.part(of: line)
        object["file"] = part.map { .string($0.name) }
        object["line"] = .number(JSONNumber(part?.line ?? line))
    }

    /// Returns an object with `format`, `hidden` (the number of places near home that were hidden), and `output`, the
    /// file, or `content`.
    static func exported(_ format: String, to file: String?, sink: OutputSink, hidden: Int) throws -> JSON {
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
