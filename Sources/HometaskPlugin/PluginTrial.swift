// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskPluginProtocol

/// A host in memory, for a plugin author's own tests: it runs a plugin without a process, a family or a disk.
///
/// ```swift
/// let trial = PluginTrial(NamesPlugin(), documents: [["id": …, "kind": "member", "name": "Mia"]])
/// #expect(try trial.export("names").text == "Mia\n")
/// ```
///
/// It does not check what a real host checks: permissions for reading and writing, limits, and the schemas of changes.
/// `hometask plugin test` tests these.
public final class PluginTrial: Host {
    /// The documents that the plugin can read.
    public var documents: [JSONObject]
    /// Deleted documents, which the plugin receives only if it requests history.
    public var deleted: [JSONObject] = []
    /// The plugin's settings on the device.
    public var settings: JSONObject = [:]
    /// The id under which the plugin is known.
    public var plugin = "trial"
    /// The family's id, from which ids of documents with a key are derived.
    public var family = DocumentID(randomBytes: (0, 0))
    /// The name of the family that the plugin receives.
    public var familyName = "Trial"
    /// The family's time zone.
    public var zone = "UTC"
    /// The time when the conversation begins: 2026-01-01T00:00:00Z by default.
    public var now = Timestamp(seconds: 1_767_225_600)
    /// The member that the device belongs to.
    public var member: DocumentID?
    /// The plugin's data folder, which the plugin may write to.
    public var folder: String?
    /// The kinds of documents that the plugin may read and change.
    public var granted = DocumentKind.known
    private let offers: [Offer]
    private var source: [UInt8] = []
    private var outcome = Outcome()
    private var asked = 0
    private var answers: [Int: Result<JSON, any Error>] = [:]

    /// The result of a call.
    public struct Outcome {
        /// The output as text; output in base64 is not kept.
        public fileprivate(set) var text = ""
        /// The proposed changes, in order, without those in ``matches``.
        public fileprivate(set) var changes: [PluginChange] = []
        /// The values that the imported file has for existing documents.
        public fileprivate(set) var matches: [PluginChange] = []
        /// The file's own ids of the new documents, by their keys.
        public fileprivate(set) var uids: [String: String] = [:]
        /// The parts that the plugin could not read: the line, if known, and the reason.
        public fileprivate(set) var faults: [(line: Int?, message: String)] = []
        /// The notes for the user from an import; those of its changes come first.
        public fileprivate(set) var notes: [String] = []
        /// The number of requests for documents. With a real host, each is a round trip.
        public fileprivate(set) var reads = 0
        /// The members of the answer.
        public fileprivate(set) var result: JSONObject = [:]
    }

    /// Creates a trial of a plugin with a family's documents.
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

    /// Exports the documents in a format.
    public func export(_ format: String, options: JSONObject = [:]) throws -> Outcome {
        try call(
            PluginMethod.export, ["format": .string(format), "options": .object(options), "selected": false])
    }

    /// Imports a file in a format.
    public func `import`(
        _ format: String, _ text: String, named name: String = "file", options: JSONObject = [:]
    ) throws -> Outcome {
        try self.import(format, Array(text.utf8), named: name, options: options)
    }

    /// Imports a file in a format that may be binary.
    public func `import`(
        _ format: String, _ bytes: [UInt8], named name: String = "file", options: JSONObject = [:]
    ) throws -> Outcome {
        source = bytes
        return try call(
            PluginMethod.import,
            ["format": .string(format), "options": .object(options), "source": ["name": .string(name)]])
    }

    /// Delivers a reminder on a channel of the plugin. Throws `RPCError` (`methodNotFound`) if the plugin has no such
    /// channel.
    ///
    /// - Parameters:
    ///   - channel: the name with which the plugin offers the channel.
    ///   - address: the address of the recipient; nil for a channel that needs none.
    ///   - message: the message as a host sends it, with members such as `id`, `title` and `body`.
    public func deliver(_ channel: String, to address: String?, message: JSONObject) throws -> Outcome {
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

    /// Returns the whole file as one chunk.
    private func piece(of encoding: String) throws -> JSONObject {
        if encoding == "base64" { return ["base64": .string(Base64.standard.encoded(source)), "end": true] }
        guard let text = SourceTextDecoder.text(of: source) else {
            throw RPCError(.refused, "the file is not text: it is neither in UTF-8 nor in Windows-1252")
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
