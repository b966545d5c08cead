// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// The response to a phone, in the format described in <doc:Exchange>.
public enum ExchangeAnswer: Hashable, Sendable {
    /// The exchange took place.
    case exchanged(Update)
    /// The phone's state is outdated or a copy. The phone must fetch everything again, and rewrite its unsent edits as
    /// its new actor. `taken` is the SHA-256, in hexadecimal, of the phone's last accepted request, whose response may
    /// have been lost.
    case startOver(Line, taken: String?)

    /// The state with which the phone continues.
    public struct Line: Hashable, Sendable {
        /// The lease for the next request.
        public let lease: Lease
        /// The actor that the phone writes as from now on.
        public let actor: ActorID
        /// The server's time, by which the phone corrects its clock.
        public let time: Timestamp
    }

    /// The result of an exchange.
    public struct Update: Hashable, Sendable {
        /// The state with which the phone continues.
        public let line: Line
        /// The version that the phone reaches with ``documents``.
        public let version: String
        /// Whether the family lacks the version that the phone had before starting over. If so, the phone offers
        /// everything that the family lacks.
        public let hasLost: Bool
        /// The current state of all documents that differ from the request's base version or are in the request; nil
        /// for an absent document.
        public let documents: [DocumentPath: [UInt8]?]
        /// The refused changes, if any.
        public let refused: [Refusal]
    }

    /// The answer as JSON.
    public var json: JSONObject {
        switch self {
        case .startOver(let line, let taken): line.json(taken: taken)
        case .exchanged(let exchanged): exchanged.json
        }
    }
}

extension ExchangeAnswer.Line {
    fileprivate func json(taken: String? = nil) -> JSONObject {
        var object: JSONObject = [
            "actor": .string(actor.text), "lease": .string(lease.text), "time": .string(time.rfc3339),
        ]
        if let taken { object["taken"] = .string(taken) }
        return object
    }
}

extension ExchangeAnswer.Update {
    fileprivate var json: JSONObject {
        var object = line.json()
        object["version"] = .string(version)
        if hasLost { object["lost"] = true }
        object["docs"] = .array(
            documents.sorted { $0.key.text < $1.key.text }.map { path, bytes in
                [
                    "path": .string(path.text),
                    "text": bytes.map { .string(String(decoding: $0, as: UTF8.self)) } ?? .null,
                ]
            })
        object["refused"] = .array(refused.map { .object($0.json) })
        return object
    }
}
