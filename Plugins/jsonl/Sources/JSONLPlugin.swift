// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskPlugin

/// Everything that a family has, a document a line of JSON, without loss: to keep, to look into, to move elsewhere.
public struct JSONLPlugin: Plugin {
    /// The format `jsonl`, both ways.
    public let offers: [Offer] = [
        .exporter("jsonl", Self.export), .importer("jsonl", Self.import),
    ]

    /// The bytes of its `plugin.json`.
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
                try check(id, kind, members, for: call.session)
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

    /// The document of a line.
    static func document(
        _ line: [UInt8]
    ) throws(LineFault) -> (id: DocumentID, kind: DocumentKind, members: JSONObject) {
        let document: JSONObject
        do throws(JSONError) {
            document = try JSONObject.parse(line)
        } catch {
            throw LineFault("it is not the JSON of a document: \(error.message), in column \(error.column)")
        }
        // The message around it needs some room.
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

    /// Whether a document is one that this family has its own of, and keeps: a device writes of itself alone, and there
    /// is one document about the family.
    private static func isOwn(_ kind: DocumentKind, _ id: DocumentID, in session: PluginSession) -> Bool {
        kind == .device || kind == .family && session.family != nil && session.family != id
    }

    /// Throws where a document would be refused and take the whole file with it.
    private static func check(
        _ id: DocumentID, _ kind: DocumentKind, _ document: JSONObject, for session: PluginSession
    ) throws(LineFault) {
        guard session.writes.contains(kind) else {
            throw LineFault("documents of the kind ‘\(kind.rawValue.excerpt(limit: 40))’ may not be written")
        }
        if let fault = Schema.of(kind)?.validate(document).first {
            throw LineFault("\(fault.pointer.dropFirst()) should be \(fault.expected), but is \(fault.found)")
        }
    }
}

/// Why a line is not a document.
struct LineFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
