// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import Hummingbird

/// Answers requests for plain pages, and has faults be pages as well.
enum PlainFault {
    /// Answers a request.
    ///
    /// - Throws: an error that no request can cause, which the log has to have.
    static func answering(
        _ request: Request, _ context: PhoneContext, _ body: (PageMessages) async throws -> Response
    ) async throws -> Response {
        let messages = PageMessages(for: request)
        do {
            return try await body(messages)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            guard let fault = ServerFault(error) else { throw error }
            return response(fault, to: request, context, messages)
        }
    }

    private static func response(
        _ fault: ServerFault, to request: Request, _ context: PhoneContext, _ messages: PageMessages
    ) -> Response {
        let title =
            switch fault.status {
            case .unauthorized: messages.t("This phone is not signed in.")
            case .notFound: messages.t("No such task")
            default: messages.t("This was not done.")
            }
        let page = PlainPage(
            messages: messages, title: title,
            main: [
                .element("h1", HTML(title)), PlainPage.reason(fault.message, messages),
                .element("p", .element("a", ["href": "/plain/"], HTML(messages.t("The plain page")))),
            ])
        var response = page.response(fault.status, to: request, context)
        if let wait = fault.wait { response.headers[.retryAfter] = String(wait) }
        return response
    }

    /// A reason as a sentence: with a capital letter and a full stop. The path of a file stays as it is.
    static func sentence(_ message: String) -> String {
        let word = message.prefix { $0 != " " }
        let isPath = word.contains("/") || word.dropLast().contains(".")
        let sentence = isPath ? message : message.prefix(1).uppercased() + message.dropFirst()
        return sentence.hasSuffix(".") || sentence.hasSuffix("?") ? sentence : sentence + "."
    }
}
