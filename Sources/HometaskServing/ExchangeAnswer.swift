// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// What a phone gets. The form is described in <doc:Exchange>.
public enum ExchangeAnswer: Hashable, Sendable {
    /// The exchange took place.
    case exchanged(Update)
    /// The phone's state is outdated, or a copy. It must fetch everything again, and write the edits that were not sent
    /// yet again, as its new actor. `taken` is the SHA-256 of the phone's last request that was taken, in hexadecimal: the
    /// phone may not have got its answer.
    case startOver(Line, taken: String?)

    /// What the phone continues with.
    public struct Line: Hashable, Sendable {
        /// The lease for the next request.
        public let lease: Lease
        /// The actor to write as from now on.
        public let actor: ActorID
        /// The server's time, by which the phone corrects its clock.
        public let time: Timestamp
    }

    /// The result of an exchange.
    public struct Update: Hashable, Sendable {
        /// What the phone continues with.
        public let line: Line
        /// The version that the phone has with ``documents``.
        public let version: String
        /// Whether the family does not know the version that the phone had before it had to start over. Then the phone
        /// offers everything that the family does not have.
        public let hasLost: Bool
        /// The documents that differ from the version of the request, and all that the request had, as they are now;
        /// nil where there is none.
        public let documents: [DocumentPath: [UInt8]?]
        /// What was not accepted.
        public let refused: [Refusal]
    }

    /// The JSON that is sent.
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
