// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import HometaskServing
import HometaskSignIn
import Hummingbird

/// Lets a phone join a family with a form, and finds the plain pages of a browser's phones: see <doc:Plain>.
final class PlainJoinRoutes: Sendable {
    private let lookup: PhoneLookup
    private let joining: PhoneJoining
    private let signingOut: SigningOut

    init(_ lookup: PhoneLookup, joining: PhoneJoining, signingOut: SigningOut) {
        self.lookup = lookup
        self.joining = joining
        self.signingOut = signingOut
    }

    func add(to router: Router<PhoneContext>) {
        router.at("/plain", get: start)
        router.at("/plain/join", get: showForm, post: join)
    }

    @Sendable private func start(_ request: Request, _ context: PhoneContext) async throws -> Response {
        try await PlainFault.answering(request, context) { messages in
            let phones = try await self.lookup.phones(in: request).map { $0.phone }
            if phones.count == 1, let phone = phones.first {
                return PlainPage.seeOther(PlainAddress(device: phone.device).root)
            }
            if phones.isEmpty { return Self.form(messages).response(to: request, in: context) }
            return Self.choice(phones, messages).response(to: request, in: context)
        }
    }

    @Sendable private func showForm(_ request: Request, _ context: PhoneContext) async throws -> Response {
        try await PlainFault.answering(request, context) { Self.form($0).response(to: request, in: context) }
    }

    @Sendable private func join(_ request: Request, _ context: PhoneContext) async throws -> Response {
        try await PlainFault.answering(request, context) { messages in
            try self.joining.checkGuesses(request, context)
            let fields = try await request.formFields()
            let (code, name) = (TaskForm.line(fields["code"] ?? ""), TaskForm.line(fields["name"] ?? ""))
            do {
                let joined = try await self.joining.join(
                    request, context, code: try Self.code(in: code), attempt: Self.attempt(in: fields), name: name)
                let device = joined.phone.account.device
                var response = PlainPage.seeOther(PlainAddress(device: device).root)
                PhoneCookie(device: device).set(joined.phone.secret, in: &response)
                try await self.signingOut.signOutOthers(of: request, than: device, in: &response)
                return response
            } catch {
                guard let fault = ServerFault(error), fault.status != .serviceUnavailable else { throw error }
                let reason = fault.message
                return Self.form(messages, code: code, name: name, reason: reason).response(
                    fault.status, to: request, in: context)
            }
        }
    }

    /// Reads the code from typed text, which may be the code itself or a link with it.
    private static func code(in text: String) throws(ServerFault) -> Secret {
        let code = text.split(separator: "#").last.map { String($0) } ?? ""
        guard let secret = Secret(code) else {
            throw ServerFault(
                .badRequest, "request",
                message: "a code has 32 letters and digits: it is what follows the sign # in the link of the invitation"
            )
        }
        return secret
    }

    /// Returns the form's attempt token, which makes a retry possible; a new token if the form has none.
    private static func attempt(in fields: FormFields) -> Secret {
        if let attempt = fields["attempt"].flatMap({ Secret($0) }) { return attempt }
        var generator = SystemRandomNumberGenerator()
        return .random(using: &generator)
    }

    // MARK: Pages

    private static func form(
        _ messages: PageMessages, code: String = "", name: String = "", reason: String? = nil
    ) -> PlainPage {
        let title = messages.t("Join the family")
        var generator = SystemRandomNumberGenerator()
        return PlainPage(
            messages: messages, title: title,
            main: [
                .element("h1", HTML(title)),
                PlainPage.notice([], reasons: [reason].compactMap(\.self), messages: messages),
                .element(
                    "p",
                    HTML(
                        messages.t(
                            "Whoever runs the family's server invites you: 'hometask serve invite NAME' prints a link to copy here."
                        ))),
                .element(
                    "form", ["method": "post", "action": "/plain/join"],
                    around: PlainPage.hidden("attempt", Secret.random(using: &generator).text),
                    PlainPage.line(
                        messages.t("The link of the invitation, or its code"), "code", value: code, isLanguage: false),
                    PlainPage.line(messages.t("A name for this phone"), "name", value: name.isEmpty ? "phone" : name),
                    PlainPage.button(messages.t("Join"), isMain: true)),
            ])
    }

    private static func choice(_ phones: [SignedInPhone], _ messages: PageMessages) -> PlainPage {
        let title = messages.t("Phone")
        let links = phones.map { phone -> HTML in
            .element(
                "li",
                .element(
                    "a", ["href": PlainAddress(device: phone.device).root], around: .element("bdi", HTML(phone.name))))
        }
        return PlainPage(
            messages: messages, title: title,
            main: [.element("h1", HTML(title)), .element("ul", ["class": "tasks"], around: HTML(links))])
    }
}
