// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import HometaskServing
import Hummingbird

/// Answers requests for plain pages, rendering faults as pages too.
enum PlainFault {
    /// Answers a request, rendering a fault as a page.
    ///
    /// - Throws: an error that no request can cause, to be logged.
    static func answering(
        _ request: Request, _ context: PhoneContext, body: (PageMessages) async throws -> Response
    ) async throws -> Response {
        let messages = PageMessages(for: request)
        do {
            return try await body(messages)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            guard let fault = ServerFault(error) else { throw error }
            if let cause = fault.cause { context.log.fault(cause) }
            let hasLeft = (error as? ExchangeFault) == PhoneLookup.memberLeft
            return response(fault, hasLeft: hasLeft, to: request, in: context, messages: messages)
        }
    }

    private static func response(
        _ fault: ServerFault, hasLeft: Bool, to request: Request, in context: PhoneContext, messages: PageMessages
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
                hasLeft
                    ? waysOut(context, messages)
                    : .element("p", .element("a", ["href": "/plain/"], around: HTML(messages.t("The plain page")))),
            ])
        var response = page.response(fault.status, to: request, in: context)
        if let wait = fault.wait { response.headers[.retryAfter] = String(wait) }
        return response
    }

    /// Returns the options of a member who has left the family: signing the phone out, or joining again.
    private static func waysOut(_ context: PhoneContext, _ messages: PageMessages) -> HTML {
        guard let device = context.parameters.get("device").flatMap({ DocumentID($0) }) else { return .none }
        let address = PlainAddress(device: device)
        return [
            .element(
                "form", ["method": "post", "action": address.signOut], around: PlainPage.button(messages.t("Sign out"))),
            .element("p", .element("a", ["href": "/plain/join"], around: HTML(messages.t("Join the family")))),
        ]
    }

    /// Formats a reason as a sentence, with a capital letter and a full stop. An initial file path is not capitalised.
    static func sentence(_ message: String) -> String {
        let word = message.prefix { $0 != " " }
        let isPath = word.contains("/") || word.dropLast().contains(".")
        let sentence = isPath ? message : message.prefix(1).uppercased() + message.dropFirst()
        return sentence.hasSuffix(".") || sentence.hasSuffix("?") ? sentence : sentence + "."
    }
}
