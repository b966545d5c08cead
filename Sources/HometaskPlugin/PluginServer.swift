// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPluginProtocol

/// The loop that answers the host's requests, one after the other.
struct PluginServer {
    private let offers: [Offer]
    private let version: String
    private let connection: HostConnection

    init(_ offers: [Offer], version: String, over connection: HostConnection) {
        self.offers = offers
        self.version = version
        self.connection = connection
    }

    /// Answers requests until the host sends `shutdown` or closes the input.
    func run() {
        var session: PluginSession?
        while let message = connection.next() {
            guard case .request(let id, let method, let params) = message else { continue }
            do {
                let result: JSONObject
                switch method {
                case PluginMethod.initialize: (result, session) = (try negotiateVersion(params), PluginSession(params))
                case PluginMethod.shutdown: result = [:]
                default: result = try handleRequest(id, method, params: params, in: session)
                }
                try connection.send(.response(id: id, result: .object(result)))
            } catch {
                try? connection.send(.failure(id: id, Self.rpcError(error)))
            }
            if method == PluginMethod.shutdown { return }
        }
    }

    private func negotiateVersion(_ params: JSONObject) throws -> JSONObject {
        let offered = params["protocol"]?.arrayValue?.compactMap(\.intValue) ?? []
        guard let agreed = PluginProtocol.agreed(PluginProtocol.versions, offered) else {
            throw RPCError(
                .version, "this plugin supports the versions \(PluginProtocol.versions); the host offered \(offered)")
        }
        var result: JSONObject = ["protocol": .number(JSONNumber(agreed))]
        if !version.isEmpty { result["version"] = .string(version) }
        return result
    }

    private func handleRequest(
        _ id: JSON, _ method: String, params: JSONObject, in session: PluginSession?
    ) throws -> JSONObject {
        guard let session else { throw RPCError(.invalidRequest, "‘initialize’ must come first") }
        guard let offer = offers.first(where: { $0.answers(method, params) }) else {
            throw RPCError(.methodNotFound, "this plugin does not answer ‘\(method)’ for that name")
        }
        return try connection.carryingOut(id) {
            let call = Call(params, session: session, host: connection)
            let result = try offer.run(call)
            try call.flush()
            return result
        }
    }

    private static func rpcError(_ error: any Error) -> RPCError {
        (error as? RPCError) ?? RPCError(.internalFault, "\(error)")
    }
}
