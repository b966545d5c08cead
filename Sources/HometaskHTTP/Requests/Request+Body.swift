// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import Hummingbird

extension Request {
    /// Reads the request body.
    ///
    /// An excessive body is still read to its end, because a client that is still sending does not read the response.
    /// ``ConnectionGuard`` bounds the size.
    ///
    /// - Throws: ``ServerFault`` if the body has another type, exceeds the limit, or is incomplete. A client that
    ///   disconnects or sends malformed HTTP is not an internal error.
    func bytes(of type: String = "application/json", upTo limit: Int) async throws -> [UInt8] {
        guard headers[.contentType]?.lowercased().hasPrefix(type) == true else {
            throw ServerFault(.unsupportedMediaType, "type", message: "the content type should be \(type)")
        }
        var bytes: [UInt8] = []
        var isTooLarge = false
        do {
            for try await part in body {
                isTooLarge = isTooLarge || bytes.count + part.readableBytes > limit
                if !isTooLarge { bytes += part.readableBytesView }
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw ServerFault(.badRequest, "request", message: "the body did not come as a whole")
        }
        if isTooLarge {
            throw ServerFault(.contentTooLarge, "tooLarge", message: "the body has more than \(limit) bytes")
        }
        return bytes
    }

    /// Reads the body as a JSON object.
    func members(upTo limit: Int) async throws -> JSONObject {
        let bytes = try await bytes(upTo: limit)
        guard let members: JSONObject = try? JSONObject.parse(bytes) else {
            throw ServerFault(.badRequest, "request", message: "the body should be an object in JSON")
        }
        return members
    }
}
