// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import Hummingbird

extension Response {
    private static let type = "application/json; charset=utf-8"
    /// The minimum size for compression, in bytes. A smaller body fits into one packet anyway.
    private static let leastCompressed = 1400

    /// Creates a response with a JSON body.
    init(status: HTTPResponse.Status = .ok, json: JSONObject) {
        self.init(
            status: status, headers: [.contentType: Self.type],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.compactBytes())))
    }

    /// Creates a response with a possibly large JSON body, compressed if the client accepts that, and sent in chunks.
    init(json: JSONObject, to request: Request, in context: PhoneContext) {
        var bytes = json.compactBytes()
        var headers: HTTPFields = [.contentType: Self.type]
        if bytes.count >= Self.leastCompressed, request.accepts("gzip"),
            let compressed = Gzip.compressed(bytes, level: 4)
        {
            (bytes, headers[.contentEncoding]) = (compressed, "gzip")
        }
        self.init(status: .ok, headers: headers, body: .inPieces(bytes[...], to: context))
    }
}
