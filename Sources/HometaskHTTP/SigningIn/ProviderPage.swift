// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import Hummingbird

/// The page shown after returning from a provider if the phone does not join directly. It runs no scripts.
struct ProviderPage {
    let messages: PageMessages
    let title: String
    let text: String
    /// The links to continue: texts and addresses.
    var links: [(text: String, address: String)] = []

    /// Returns the page for a failed sign-in.
    static func failure(_ messages: PageMessages, _ text: String) -> ProviderPage {
        ProviderPage(
            messages: messages, title: messages.t("Not signed in"), text: text,
            links: [(messages.t("Try again"), "/sign-in/oidc"), (messages.t("Back"), "/")])
    }

    func response(_ status: HTTPResponse.Status, to request: Request, in context: PhoneContext) -> Response {
        let list = links.map { link -> HTML in
            .element("p", .element("a", ["href": link.address], around: .element("bdi", HTML(link.text))))
        }
        let main: HTML = [.element("h1", HTML(title)), .element("p", HTML(text)), HTML(list)]
        return PlainPage(messages: messages, title: title, main: main).response(status, to: request, in: context)
    }
}
