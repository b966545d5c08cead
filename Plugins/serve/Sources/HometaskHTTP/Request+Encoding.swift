// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import Hummingbird

extension Request {
    /// Whether the client takes a content coding, such as `gzip` (RFC 9110, section 12.5.3).
    func accepts(_ coding: String) -> Bool {
        let words = headers[.acceptEncoding]?.split(separator: ",") ?? []
        return words.contains { $0.filter { $0 != " " }.lowercased() == coding }
    }
}

extension Response {
    /// Below this number of bytes, compressing saves nothing: a packet is sent anyway.
    private static let leastCompressed = 1400

    /// An answer in JSON, compressed if it is long and the client takes that.
    init(json: JSONObject, to request: Request, _ context: PhoneContext) {
        var bytes = json.compactBytes()
        var headers: HTTPFields = [.contentType: "application/json; charset=utf-8"]
        if bytes.count >= Self.leastCompressed, request.accepts("gzip"),
            let compressed = Gzip.compressed(bytes, level: 4)
        {
            (bytes, headers[.contentEncoding]) = (compressed, "gzip")
        }
        self.init(status: .ok, headers: headers, body: .inPieces(bytes, to: context))
    }
}
