// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import HometaskServing
import Hummingbird

/// A plain page, without scripts.
struct PlainPage: Sendable {
    let messages: PageMessages
    let title: String
    /// The content of the main element.
    let main: HTML

    /// These pages run no scripts, and submit forms only to this server.
    private static let policy = [
        "default-src 'none'", "style-src 'self'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
    ].joined(separator: "; ")

    /// With the policy `no-referrer`, browsers send `Origin: null` with forms (Fetch Standard, 3.1), which this server
    /// refuses. `same-origin` also hides the address from other sites.
    static let referrerPolicy = "same-origin"

    /// Builds the response to a request.
    func response(
        _ status: HTTPResponse.Status = .ok, to request: Request, in context: PhoneContext
    ) -> Response {
        var bytes = HTML.document(in: messages.language, head: head, body: .element("main", main))
        var headers: HTTPFields = [.contentType: "text/html; charset=utf-8", .vary: "Accept-Encoding, Accept-Language"]
        headers[.contentSecurityPolicy] = Self.policy
        if let name = HTTPField.Name("Referrer-Policy") { headers[name] = Self.referrerPolicy }
        if request.accepts("gzip"), let compressed = Gzip.compressed(bytes, level: 4) {
            (bytes, headers[.contentEncoding]) = (compressed, "gzip")
        }
        return Response(status: status, headers: headers, body: .inPieces(bytes[...], to: context))
    }

    private var head: HTML {
        [
            .element("meta", ["charset": "utf-8"]),
            .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
            .element("meta", ["name": "color-scheme", "content": "light dark"]),
            .element("title", HTML(title)),
            .element("link", ["rel": "stylesheet", "href": "/page.css"]),
        ]
    }

    /// Returns the response to a successful form: a redirect, so that reloading the page does not resubmit the form.
    static func seeOther(_ address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address])
    }

    // MARK: Parts

    /// Returns a control with its label.
    static func field(_ label: String, _ name: String, control: (_ id: String) -> HTML) -> HTML {
        let id = "field-\(name)"
        return .element(
            "div", ["class": "field"], around: .element("label", ["for": id], around: HTML(label)), control(id))
    }

    /// Returns a single-line text field.
    static func line(
        _ label: String, _ name: StaticString, value: String, placeholder: String? = nil, isLanguage: Bool = true
    ) -> HTML {
        field(label, "\(name)") { id in
            .element(
                "input",
                [
                    "id": id, "name": "\(name)", "value": value, "dir": isLanguage ? "auto" : nil,
                    "placeholder": placeholder, "autocomplete": "off", "autocapitalize": isLanguage ? nil : "none",
                ])
        }
    }

    static func hidden(_ name: StaticString, _ value: String) -> HTML {
        .element("input", ["type": "hidden", "name": "\(name)", "value": value])
    }

    static func button(_ text: String, isMain: Bool = false) -> HTML {
        .element("button", ["class": isMain ? "main" : nil], around: HTML(text))
    }

    /// Returns an alert with notices and reasons.
    ///
    /// - Parameter reasons: messages of the server or the libraries, in English.
    static func notice(_ texts: [String], reasons: [String] = [], messages: PageMessages) -> HTML {
        if texts.isEmpty, reasons.isEmpty { return .none }
        return .element(
            "div", ["class": "notice", "role": "alert"],
            around: HTML(texts.map { .element("p", HTML($0)) }), HTML(reasons.map { reason($0, messages) }))
    }

    /// Returns a reason as a paragraph, translated if possible, otherwise marked as English.
    static func reason(_ reason: String, _ messages: PageMessages) -> HTML {
        let words =
            reason == ExchangeFault.notNow.message
            ? messages.t("The family cannot be read or written now. Try again later.")
            : messages.translation(of: reason)
        return .element("p", ["lang": words == nil ? "en" : nil], around: HTML(PlainFault.sentence(words ?? reason)))
    }

    /// Returns the confirmation that the preceding form was saved.
    static func saved(_ isSaved: Bool, _ messages: PageMessages) -> HTML {
        isSaved ? .element("p", ["role": "status"], around: HTML(messages.t("Saved."))) : .none
    }
}
