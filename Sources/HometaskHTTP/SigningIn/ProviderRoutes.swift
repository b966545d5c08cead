// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import HometaskSignIn
import Hummingbird
import Synchronization

/// The routes for signing in at an OpenID Connect provider to get an invitation: see <doc:API>.
///
/// Faults are shown on a separate page, with the same message for every email address.
final class ProviderRoutes: Sendable {
    private let client: ProviderClient
    private let families: [ServedFamily]
    private let phones: SignInStore
    private let address: ServerAddress
    private let isBehindProxy: Bool
    private let log: RequestLog
    private let clock: @Sendable () -> Timestamp
    private let connection: ProviderConnection
    private let pending = Mutex(PendingSignIns())
    private let beginnings = Mutex(GuessLimit(burst: 10, interval: 30))
    /// Limits the concurrent requests, because each one starts processes that wait for the provider.
    private let waiting = RequestSlots<String>(most: 8)

    init(
        to client: ProviderClient, over web: any WebClient, for families: [ServedFamily], phones: SignInStore,
        at address: ServerAddress, isBehindProxy: Bool, log: RequestLog, clock: @escaping @Sendable () -> Timestamp
    ) {
        (self.client, self.families, self.phones, self.address) = (client, families, phones, address)
        (self.isBehindProxy, self.log, self.clock) = (isBehindProxy, log, clock)
        connection = ProviderConnection(to: client, over: web, clock: clock)
    }

    var name: String { client.name }

    func add(to router: Router<PhoneContext>) {
        router.at("/sign-in/oidc", get: begin, hasHead: false)
        router.at("/sign-in/oidc/callback", get: end, hasHead: false)
    }

    // MARK: To the provider

    @Sendable private func begin(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let network = ClientNetwork(of: request, context, isBehindProxy: isBehindProxy).names
        let now = clock()
        let wait = beginnings.withLock { $0.countAttempt(network, at: now) }
        guard wait == 0 else { return Self.busy(wait, request, in: context) }
        do {
            let metadata = try await waiting.with("provider") { try await connection.metadata() }
            let signIn = pending.withLock { pending in
                var generator = SystemRandomNumberGenerator()
                return pending.begin(at: now, using: &generator)
            }
            var response = Response(
                status: .seeOther, headers: [.location: signIn.address(at: metadata, for: client)])
            SignInCookie.set(signIn.browser, in: &response)
            return response
        } catch {
            return try response(to: error, for: request, in: context)
        }
    }

    // MARK: Back from the provider

    @Sendable private func end(_ request: Request, _ context: PhoneContext) async throws -> Response {
        var response: Response
        do {
            response = try await welcome(try await provenAddress(request), request, in: context)
        } catch {
            response = try self.response(to: error, for: request, in: context)
        }
        SignInCookie.clear(in: &response)
        return response
    }

    /// Returns the email address of the browser's user, as verified by the provider.
    private func provenAddress(_ request: Request) async throws -> SignInAddress {
        let fields = OAuthParameters(request.uri.query ?? "")
        let signIn = try pending.withLock { pending throws(ProviderFault) in
            try pending.end(
                fields["state"].flatMap { Secret($0) }, from: SignInCookie.secret(in: request), at: clock())
        }
        return try await waiting.with("provider") {
            let metadata = try await connection.metadata()
            try check(fields, metadata)
            guard let code = fields["code"], (1...2048).contains(code.utf8.count) else {
                throw ProviderFault(.untrusted, "a browser came back from the provider without a code")
            }
            return try await connection.address(for: code, of: signIn)
        }
    }

    /// Checks the issuer of the callback before its other parameters, and whether it reports an error.
    private func check(_ fields: OAuthParameters, _ metadata: ProviderMetadata) throws {
        // RFC 9207, section 2.4: another issuer indicates a mix-up attack.
        if fields.contains("iss") || metadata.namesItself {
            guard let issuer = fields["iss"], issuer.utf8.elementsEqual(client.issuer.text.utf8) else {
                throw ProviderFault(.untrusted, "a browser came back from another provider than \(client.issuer)")
            }
        }
        if fields.contains("error") {
            throw ProviderFault(.declined, "the provider or the person has declined to sign in")
        }
    }

    private func welcome(
        _ address: SignInAddress, _ request: Request, in context: PhoneContext
    ) async throws -> Response {
        let members = try await AddressedMember.all(with: address, in: families)
        guard let first = members.first else {
            throw ProviderFault(.unconfirmed, "no member has the address that the provider has confirmed")
        }
        if members.count == 1 {
            return Response(
                status: .seeOther, headers: [.location: try await first.link(from: phones, at: self.address)])
        }
        let messages = PageMessages(for: request)
        var page = ProviderPage(
            messages: messages, title: messages.t("Whose phone is it?"),
            text: messages.t("Several members have this address."))
        for found in members {
            let link = try await found.link(from: phones, at: self.address)
            page.links.append(("\(found.member.name) (\(found.familyName))", link))
        }
        return page.response(.ok, to: request, in: context)
    }

    // MARK: Pages

    private func response(to error: any Error, for request: Request, in context: PhoneContext) throws -> Response {
        if let fault = error as? ServerFault, fault.status == .tooManyRequests {
            return Self.busy(fault.wait ?? 1, request, in: context)
        }
        guard let fault = error as? ProviderFault else { throw error }
        log.fault("sign-in: \(fault.message)")
        let messages = PageMessages(for: request)
        return ProviderPage.failure(messages, text(of: fault.code, messages)).response(
            Self.status(of: fault.code), to: request, in: context)
    }

    private func text(of code: ProviderFault.Code, _ messages: PageMessages) -> String {
        switch code {
        case .unexpected:
            messages.t("This sign-in was not begun in this browser, took too long, or has already ended.")
        case .declined: messages.t("{name} has not signed you in.", ["name": name])
        case .unavailable, .untrusted:
            messages.t("Signing in at {name} has failed. The log of the server says why.", ["name": name])
        case .unconfirmed:
            messages.t(
                "No member has an e-mail address that {name} confirms to be yours. Whoever runs the family's server can add yours, or invite you.",
                ["name": name])
        }
    }

    private static func status(of code: ProviderFault.Code) -> HTTPResponse.Status {
        switch code {
        case .unexpected, .declined, .unconfirmed: .forbidden
        case .unavailable, .untrusted: .badGateway
        }
    }

    private static func busy(_ wait: Int64, _ request: Request, in context: PhoneContext) -> Response {
        let messages = PageMessages(for: request)
        var response = ProviderPage.failure(messages, messages.t("Too many sign-ins were begun. Try again later."))
            .response(.tooManyRequests, to: request, in: context)
        response.headers[.retryAfter] = String(wait)
        return response
    }
}

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
