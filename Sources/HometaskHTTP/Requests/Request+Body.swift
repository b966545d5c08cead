// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import Hummingbird

extension Request {
    /// The body.
    ///
    /// It is read to its end, since a client that is still sending does not see the answer. ``ConnectionGuard`` bounds
    /// its size.
    ///
    /// - Throws: ``ServerFault`` if it is of another type, larger than the limit, or incomplete: a client that
    ///   disconnects or sends malformed HTTP is not a fault of this server.
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

    /// The body as a JSON object.
    func members(upTo limit: Int) async throws -> JSONObject {
        let bytes = try await bytes(upTo: limit)
        guard let members: JSONObject = try? JSONObject.parse(bytes) else {
            throw ServerFault(.badRequest, "request", message: "the body should be an object in JSON")
        }
        return members
    }
}
