// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import Hummingbird

/// What somebody reads who comes back from a provider and cannot join at once. It runs no scripts.
struct ProviderPage {
    let messages: PageMessages
    let title: String
    let text: String
    /// Where to go on: texts and addresses.
    var links: [(text: String, address: String)] = []

    /// A page for somebody who was not signed in.
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
