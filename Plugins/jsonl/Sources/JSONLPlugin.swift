// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskPlugin

/// A plugin that exports and imports all documents of a family without loss, one JSON object per line: for backup,
/// inspection and migration.
public struct JSONLPlugin: Plugin {
    /// The exporter and the importer `jsonl`.
    public let offers: [Offer] = [
        .exporter("jsonl", Self.export), .importer("jsonl", Self.import),
    ]

    /// The contents of the plugin's `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}

    private static func export(_ call: Call) throws {
        for kind in DocumentKind.known where call.session.reads.contains(kind) {
            try call.forEachDocument(kind, history: true) { document in
                try call.print(String(decoding: document.compactBytes(), as: UTF8.self))
            }
        }
    }

    private static func `import`(_ call: Call) throws {
        let text = try call.source()
        let namesakes = try Namesakes(in: text, for: call)
        var lines = JSONLines(text)
        var seen: Set<DocumentID> = []
        while let (number, line) = lines.next() {
            let document: JSONObject
            do throws(LineFault) {
                let (id, kind, members) = try Self.document(line)
                if isOwn(kind, id, in: call.session) { continue }
                try check(id, kind, document: members, for: call.session)
                guard seen.insert(id).inserted else { throw LineFault("\(id) occurred before") }
                document = members
            } catch {
                call.skip(line: number, error.description)
                continue
            }
            try call.propose(.restore(document), line: number)
            try namesakes.merge(document, line: number, by: call)
        }
    }

    /// Parses the document in a line.
    static func document(
        _ line: [UInt8]
    ) throws(LineFault) -> (id: DocumentID, kind: DocumentKind, members: JSONObject) {
        let document: JSONObject
        do throws(JSONError) {
            document = try JSONObject.parse(line)
        } catch {
            throw LineFault("it is not the JSON of a document: \(error.message), in column \(error.column)")
        }
        // Leave room for the message around the document.
        guard line.count <= PluginLimits.message.bytes - 1000 else {
            throw LineFault("its \(line.count) bytes exceed the limit for a document")
        }
        guard let id = document["id"]?.stringValue.flatMap({ DocumentID($0) }) else {
            throw LineFault("its id is not a UUID in lower case")
        }
        guard let kind = document["kind"]?.stringValue.map({ DocumentKind(rawValue: $0) }) else {
            throw LineFault("it has no kind of document")
        }
        return (id, kind, document)
    }

    /// Whether the family keeps its own version of a document: each device writes only its own document, and there is
    /// only one family document.
    private static func isOwn(_ kind: DocumentKind, _ id: DocumentID, in session: PluginSession) -> Bool {
        kind == .device || kind == .family && session.family != nil && session.family != id
    }

    /// Throws an error for a document that the host would refuse, because the host would then refuse the whole file.
    private static func check(
        _ id: DocumentID, _ kind: DocumentKind, document: JSONObject, for session: PluginSession
    ) throws(LineFault) {
        guard session.writes.contains(kind) else {
            throw LineFault("documents of the kind ‘\(kind.rawValue.excerpt(limit: 40))’ may not be written")
        }
        if let fault = Schema.of(kind)?.validate(document).first {
            throw LineFault("\(fault.pointer.dropFirst()) should be \(fault.expected), but is \(fault.found)")
        }
    }
}

/// The reason why a line is not imported.
struct LineFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
