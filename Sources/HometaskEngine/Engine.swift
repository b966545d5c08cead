// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

/// Operations on a family's documents for a device without git: joining, writing, checking and listing.
///
/// A web page runs the engine compiled to WebAssembly, from the same code as the command. Requests and answers are
/// JSON, described in <doc:Requests>. Answers depend only on requests: the engine has no clock, network, files or
/// randomness.
public final class Engine {
    /// The documents stored by `put`, for lists.
    let family = MemoryReader()

    /// The maximum length of a request, in bytes: a family with some thousands of documents in one `put`.
    public static let longestRequest = 64 << 20

    /// Creates an engine without any documents.
    public init() {}

    /// Answers a request, whatever its bytes: if the request fails, with an object that has the member `error`, and
    /// without any change.
    public func answer(_ request: [UInt8]) -> [UInt8] {
        do throws(EngineError) {
            return try answer(EngineRequest(request)).compactBytes()
        } catch {
            return error.answer.compactBytes()
        }
    }

    private func answer(_ request: EngineRequest) throws(EngineError) -> JSONObject {
        switch try request.text("do") {
        case "read": try read(request)
        case "join": try join(request)
        case "rebase": try rebase(request)
        case "make": try makeDocument(request)
        case "edit": try edit(request)
        case "next": try next(request)
        case "early": try early(request)
        case "put": try putDocument(request)
        case "list": try list(request)
        case "move": try move(request)
        case "words": try parseWords(request)
        case "rule": try readRule(request)
        case "fold": try fold(request)
        case "statistics": try statistics(request)
        case "zone": try zone(request)
        case let other: throw EngineError(.request, "there is no request ‘\(other)’")
        }
    }
}
