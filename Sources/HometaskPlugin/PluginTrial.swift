// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskPluginProtocol

/// A host in memory, for an author's own tests: a plugin is tried without a process, a family or a disk.
///
/// ```swift
/// let trial = PluginTrial(NamesPlugin(), documents: [["id": …, "kind": "member", "name": "Mia"]])
/// #expect(try trial.export("names").text == "Mia\n")
/// ```
///
/// What a real host checks (what may be read and written, limits, the schemas of changes), `hometask plugin test`
/// tries.
public final class PluginTrial: Host {
    /// The documents that the plugin finds.
    public var documents: [JSONObject]
    /// Deleted documents, which the plugin receives only if it requests history.
    public var deleted: [JSONObject] = []
    /// What the device set for the plugin.
    public var settings: JSONObject = [:]
    /// The id under which the plugin is known.
    public var plugin = "trial"
    /// The family's id, which ids made from keys follow from.
    public var family = DocumentID(randomBytes: (0, 0))
    /// The name of the family that the plugin receives.
    public var familyName = "Trial"
    /// The family's time zone.
    public var zone = "UTC"
    /// The time when the conversation begins: 2026-01-01T00:00:00Z by default.
    public var now = Timestamp(seconds: 1_767_225_600)
    /// The member the device writes for.
    public var member: DocumentID?
    /// The plugin's data folder, which it may write to.
    public var folder: String?
    /// The kinds of documents that it may read and change.
    public var granted = DocumentKind.known
    private let offers: [Offer]
    private var source: [UInt8] = []
    private var outcome = Outcome()
    private var asked = 0
    private var answers: [Int: Result<JSON, any Error>] = [:]

    /// What a call did.
    public struct Outcome {
        /// The text that it wrote; output in base64 is not kept.
        public fileprivate(set) var text = ""
        /// The proposed changes, in order, without those in ``matches``.
        public fileprivate(set) var changes: [PluginChange] = []
        /// The values that the imported file has for existing documents.
        public fileprivate(set) var matches: [PluginChange] = []
        /// What the file calls the new documents, by their keys.
        public fileprivate(set) var uids: [String: String] = [:]
        /// What it could not read: the line, where it named one, and why.
        public fileprivate(set) var faults: [(line: Int?, message: String)] = []
        /// The notes for the user from an import; those of its changes come first.
        public fileprivate(set) var notes: [String] = []
        /// The number of requests for documents. With a real host, each is a round trip.
        public fileprivate(set) var reads = 0
        /// The members of its answer.
        public fileprivate(set) var result: JSONObject = [:]
    }

    /// A trial of a plugin with a family's documents.
    public init(_ plugin: some Plugin, documents: [JSONObject] = []) {
        offers = plugin.offers
        self.documents = documents
    }

    /// Runs a command of the plugin.
    ///
    /// - Throws: `RPCError` (`methodNotFound`) if the plugin has no such command.
    public func run(_ name: String, _ arguments: [String] = [], options: JSONObject = [:]) throws -> Outcome {
        let arguments = JSON.array(arguments.map { .string($0) })
        return try call(
            PluginMethod.runCommand,
            ["name": .string(name), "arguments": arguments, "options": .object(options)])
    }

    /// Writes the documents in a format.
    public func export(_ format: String, options: JSONObject = [:]) throws -> Outcome {
        try call(
            PluginMethod.export, ["format": .string(format), "options": .object(options), "selected": false])
    }

    /// Reads a file in a format.
    public func `import`(
        _ format: String, _ text: String, named name: String = "file", options: JSONObject = [:]
    ) throws -> Outcome {
        try self.import(format, Array(text.utf8), named: name, options: options)
    }

    /// Reads a file in a format, which need not be text.
    public func `import`(
        _ format: String, _ bytes: [UInt8], named name: String = "file", options: JSONObject = [:]
    ) throws -> Outcome {
        source = bytes
        return try call(
            PluginMethod.import,
            ["format": .string(format), "options": .object(options), "source": ["name": .string(name)]])
    }

    /// Delivers a reminder on a channel of the plugin. Throws `RPCError` (`methodNotFound`) where it has no such
    /// channel.
    ///
    /// - Parameter address: whom the message is for; nil on a channel that needs no address.
    public func deliver(_ channel: String, to address: String?, _ message: JSONObject) throws -> Outcome {
        var params: JSONObject = ["channel": .string(channel), "message": .object(message)]
        params["to"] = address.map { .string($0) }
        return try call(PluginMethod.deliver, params)
    }

    /// Sends any request of the protocol to the plugin.
    public func call(_ method: String, _ params: JSONObject) throws -> Outcome {
        guard let offer = offers.first(where: { $0.answers(method, params) }) else {
            throw RPCError(.methodNotFound, "this plugin does not answer ‘\(method)’ for that name")
        }
        outcome = Outcome()
        let call = Call(params, session: PluginSession(opening), host: self)
        let result = try offer.run(call)
        try call.flush()
        outcome.result = result
        outcome.notes += result["notes"]?.arrayValue?.compactMap(\.stringValue) ?? []
        for fault in result["faults"]?.arrayValue ?? [] {
            outcome.faults.append((fault["line"]?.intValue, fault["message"]?.stringValue ?? ""))
        }
        return outcome
    }

    private var opening: JSONObject {
        var params: JSONObject = [
            "plugin": .string(plugin), "now": .string(now.rfc3339), "settings": .object(settings),
            "family": [
                "id": .string(family.description), "name": .string(familyName), "zone": .string(zone),
            ],
        ]
        let kinds = JSON.array(granted.map { .string($0.rawValue) })
        params["granted"] = ["read": kinds, "write": kinds, "network": false]
        params["member"] = member.map { .string($0.description) }
        params["folder"] = folder.map { .string($0) }
        return params
    }

    func ask(_ method: String, _ params: JSONObject) throws -> Int {
        asked += 1
        answers[asked] = Result { try result(of: method, params) }
        return asked
    }

    func answer(to number: Int) throws -> JSON {
        guard let answer = answers.removeValue(forKey: number) else {
            throw RPCError(.internalFault, "there is no request with the number \(number)")
        }
        return try answer.get()
    }

    private func result(of method: String, _ params: JSONObject) throws -> JSON {
        switch method {
        case PluginMethod.readDocuments:
            outcome.reads += 1
            guard let kind = params["kind"]?.stringValue, granted.contains(DocumentKind(rawValue: kind)) else {
                throw RPCError(.forbidden, "the plugin may not read these documents")
            }
            let ids = params["ids"]?.arrayValue.map { Set($0) }
            let found = (documents + (params["history"] == true ? deleted : [])).filter { document in
                document["kind"] == params["kind"] && ids?.contains(document["id"] ?? .null) != false
            }
            return .object(["documents": .array(found.map { .object($0) })])
        case PluginMethod.readSource: return .object(try piece(of: params["encoding"]?.stringValue ?? "text"))
        default: throw RPCError(.methodNotFound, "the host does not know ‘\(method)’")
        }
    }

    /// The whole file, as one piece.
    private func piece(of encoding: String) throws -> JSONObject {
        if encoding == "base64" { return ["base64": .string(Base64.encoded(source)), "end": true] }
        guard let text = String(validating: source, as: UTF8.self) else {
            throw RPCError(.refused, "the file is not UTF-8 text")
        }
        return ["text": .string(text), "end": true]
    }

    func notify(_ method: String, _ params: JSONObject) throws {
        let size = RPCMessage.notification(method: method, params: params).line.count
        guard size <= PluginLimits.message.bytes else {
            throw RPCError(.tooLarge, "a message of \(size) bytes is larger than a host accepts")
        }
        switch method {
        case PluginMethod.output: outcome.text += params["text"]?.stringValue ?? ""
        case PluginMethod.changes:
            for change in params["changes"]?.arrayValue ?? [] {
                let proposed = try PluginChange(change)
                if case .match = proposed { outcome.matches.append(proposed) } else { outcome.changes.append(proposed) }
                if let key = change["key"]?.stringValue { outcome.uids[key] = change["uid"]?.stringValue }
                if let note = change["note"]?.stringValue { outcome.notes.append(note) }
            }
        default: break
        }
    }

    func checkForCancellation() throws {}
}
