// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

/// What a device without git does with its family's documents: joining, writing, checking and listing them.
///
/// A page in a browser holds it, compiled to WebAssembly; it is the same code that the command runs. Requests and
/// answers are JSON, described in <doc:Requests>. Answers depend on the requests alone: the engine has no clock, no
/// network, no files and no randomness of its own.
public final class Engine {
    /// The documents that were put in, for lists.
    let family = MemoryReader()

    /// The longest request, in bytes: a family of some thousands of documents put in at once.
    public static let longestRequest = 64 << 20

    /// An engine that holds no documents.
    public init() {}

    /// Answers a request. Any bytes get an answer: an object with the member `error` if the request fails, in which
    /// case nothing has changed.
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
