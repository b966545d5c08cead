// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// What answers a request.
typealias RequestAnswer = @Sendable (Request, PhoneContext) async throws -> Response

extension RouterMethods where Context == PhoneContext {
    /// Adds a path with what answers each of its methods. HEAD is answered like GET, without the body, and the
    /// other common methods with 405 and those that the path has (RFC 9110, sections 9.3.2 and 15.5.6).
    ///
    /// - Parameter hasHead: whether HEAD is answered like GET; not where GET begins something.
    func at(
        _ path: RouterPath, get: RequestAnswer? = nil, post: RequestAnswer? = nil, put: RequestAnswer? = nil,
        delete: RequestAnswer? = nil, hasHead: Bool = true
    ) {
        var answers: [HTTPRequest.Method: RequestAnswer] = [:]
        (answers[.get], answers[.post], answers[.put], answers[.delete]) = (get, post, put, delete)
        if let get, hasHead {
            answers[.head] = { request, context in
                do {
                    return try await get(request, context).createHeadResponse()
                } catch {
                    guard let fault = ServerFault(error) else { throw error }
                    return fault.response.createHeadResponse()
                }
            }
        }
        let all: [HTTPRequest.Method] = [.get, .head, .post, .put, .delete, .patch, .options]
        let allowed = all.filter { answers[$0] != nil }.map(\.rawValue).joined(separator: ", ")
        let otherwise: RequestAnswer = { request, _ in refusal(of: request, allowed) }
        for method in all { on(path, method: method, use: answers[method] ?? otherwise) }
    }
}

private func refusal(of request: Request, _ allowed: String) -> Response {
    let fault = ServerFault(
        .methodNotAllowed, "method", message: "this address takes \(allowed), and not \(request.method.rawValue)")
    var response = request.method == .head ? fault.response.createHeadResponse() : fault.response
    response.headers[.allow] = allowed
    return response
}
