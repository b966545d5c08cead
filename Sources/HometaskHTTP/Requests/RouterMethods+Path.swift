// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// A handler for requests to a path.
typealias RequestAnswer = @Sendable (Request, PhoneContext) async throws -> Response

extension RouterMethods where Context == PhoneContext {
    /// Adds a path with a handler per method. HEAD is answered like GET, except that ``RequestGate`` drops the body.
    /// The remaining methods that the server recognises get 405 with the allowed methods (RFC 9110, sections 9.3.2 and
    /// 15.5.6).
    ///
    /// - Parameter hasHead: whether HEAD is answered like GET; false where GET has an effect.
    func at(
        _ path: RouterPath, get: RequestAnswer? = nil, post: RequestAnswer? = nil, put: RequestAnswer? = nil,
        delete: RequestAnswer? = nil, hasHead: Bool = true
    ) {
        var answers: [HTTPRequest.Method: RequestAnswer] = [:]
        (answers[.get], answers[.post], answers[.put], answers[.delete]) = (get, post, put, delete)
        if hasHead { answers[.head] = get }
        let known = RequestGate.methods
        let allowed = known.filter { answers[$0] != nil }.map(\.rawValue).joined(separator: ", ")
        let otherwise: RequestAnswer = { request, _ in refusal(of: request, allowed) }
        for method in known { on(path, method: method, use: answers[method] ?? otherwise) }
    }
}

private func refusal(of request: Request, _ allowed: String) -> Response {
    let fault = ServerFault(
        .methodNotAllowed, "method", message: "this address takes \(allowed), and not \(request.method.rawValue)")
    var response = fault.response
    response.headers[.allow] = allowed
    return response
}
