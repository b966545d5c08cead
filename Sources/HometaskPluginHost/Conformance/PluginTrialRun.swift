// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginProtocol

/// A plugin's program, started again for each test, with a family in memory.
struct PluginTrialRun {
    let manifest: PluginManifest
    let launch: PluginLaunch
    let log: PluginLog
    let opening: JSONObject
    let limits: PluginLimits

    /// The plugin's reaction to a request.
    struct Answer {
        var result = JSONObject()
        var output = ""
        var changes: [PluginChange] = []
        /// The requests that the plugin sent, in order.
        var asked: [String] = []
        var faults: [JSON] { result["faults"]?.arrayValue ?? [] }
    }

    /// The host's behaviour towards the plugin during a request.
    struct HostBehaviour {
        /// The text of the file to import.
        var source = ""
        /// The selected tasks; nil for all.
        var chosen: [DocumentID]?
        /// Whether requests for documents are refused.
        var refusesDocuments = false
        /// Whether the request is cancelled when the plugin first reads documents.
        var cancels = false
    }

    /// Starts the program, runs a conversation with it, and ends it.
    ///
    /// - Throws: `PluginFault` if the program ends with a fault; also errors of `body` and of the start.
    func runConversation<Result>(
        _ opening: JSONObject? = nil, limits: PluginLimits? = nil, body: (PluginConnection) throws -> Result
    ) throws -> Result {
        let connection = try PluginConnection(
            launch, opening: opening ?? self.opening, limits: limits ?? self.limits, log: log)
        let result: Result
        do {
            result = try body(connection)
        } catch {
            _ = connection.end()
            throw error
        }
        if let fault = connection.end().first { throw fault }
        return result
    }

    /// Sends one request in a separate conversation. The answer is checked against its schema, and the changes against
    /// the plugin's permissions.
    func ask(
        _ method: String, _ params: JSONObject, of family: DocumentReader, host: HostBehaviour = HostBehaviour(),
        limits: PluginLimits? = nil
    ) throws -> Answer {
        try runConversation(limits: limits) { connection in
            var answer = Answer()
            var proposed = ProposedChanges(of: manifest, from: method == PluginMethod.import ? .trialFile : .work)
            let paginator = DocumentPaginator(family, granted: manifest.needs.read, chosen: host.chosen)
            var isSourceRead = false
            let services = PluginServices(
                answer: { method, params in
                    answer.asked.append(method)
                    switch method {
                    case PluginMethod.readDocuments:
                        if host.cancels { connection.callOff() }
                        if host.refusesDocuments { throw RPCError(.forbidden, "no documents in this trial") }
                        return try paginator.page(params)
                    case PluginMethod.readSource:
                        defer { isSourceRead = true }
                        let text = isSourceRead ? "" : host.source
                        if params["encoding"] == "base64" {
                            return JSON.object([
                                "base64": .string(Base64.standard.encoded(Array(text.utf8))), "end": true,
                            ])
                            .compactBytes()
                        }
                        return JSON.object(["text": .string(text), "end": true]).compactBytes()
                    default: throw RPCError(.methodNotFound, "the host does not know ‘\(method)’")
                    }
                },
                take: { method, params in
                    try Self.check(params, "\(method)-params")
                    switch method {
                    case PluginMethod.output:
                        answer.output += params["text"]?.stringValue ?? params["base64"]?.stringValue ?? ""
                    case PluginMethod.changes: try Self.takeChanges(params, into: &proposed)
                    default: break
                    }
                })
            answer.result = try connection.request(method, params, services: services)
            try Self.check(answer.result, method.replacing("/", with: "-") + "-result")
            try Self.takeChanges(answer.result, into: &proposed)
            answer.changes = proposed.all
            _ = try proposed.makeChanges(in: SampleFamily.transaction(over: family), family: SampleFamily.id)
            return answer
        }
    }

    /// Takes changes. An error about a forbidden change is not the plugin's answer, and must not look like one.
    private static func takeChanges(_ params: JSONObject, into proposed: inout ProposedChanges) throws {
        do {
            try proposed.addProposals(params)
        } catch let error as RPCError {
            throw ConformanceFailure("it proposed a forbidden change: \(error.message)", .changes)
        }
    }

    /// Checks a part of a message against its schema; parts that the protocol does not define are not checked.
    static func check(_ object: JSONObject, _ part: String) throws {
        guard let schema = try? PluginSchemas.part(part), let fault = schema.validate(object).first else { return }
        let rule: ProtocolRule = part.hasSuffix("-result") ? .hostRequests : .pluginMessages
        // The schema cannot tell which form of a change was meant; the parser of changes can.
        if fault.pointer.hasPrefix("/changes/") {
            let place = Int(fault.pointer.split(separator: "/")[1])
            for (index, change) in (object["changes"]?.arrayValue ?? []).enumerated() where index == place ?? index {
                do throws(RPCError) {
                    _ = try PluginChange(change)
                } catch {
                    throw ConformanceFailure("‘\(fault.pointer.dropFirst())’: \(error.message)", .changes)
                }
            }
        }
        let place = fault.pointer.isEmpty ? "it" : "‘\(fault.pointer.dropFirst())’"
        throw ConformanceFailure(
            "‘\(part)’: \(place) should be \(fault.expected), but is \(fault.found)",
            fault.pointer.hasPrefix("/changes") ? .changes : rule)
    }
}
