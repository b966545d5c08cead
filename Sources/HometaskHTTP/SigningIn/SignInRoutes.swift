// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import HometaskSignIn
import Hummingbird
import Synchronization

/// The routes for getting an invitation: see <doc:API>.
final class SignInRoutes: Sendable {
    private let email: EmailSignIn?
    private let provider: String?
    private let party: RelyingParty?
    private let isBehindProxy: Bool
    private let clock: @Sendable () -> Timestamp
    private let requests = Mutex(GuessLimit(burst: 5, interval: 120))

    /// - Parameters:
    ///   - email: emails the links; nil without sign-in by email.
    ///   - provider: the name of the provider at which members may sign in; nil without one.
    ///   - party: the relying party of passkeys; nil without sign-in by passkey.
    init(
        email: EmailSignIn?, provider: String?, party: RelyingParty?, isBehindProxy: Bool,
        clock: @escaping @Sendable () -> Timestamp
    ) {
        (self.email, self.provider, self.party) = (email, provider, party)
        (self.isBehindProxy, self.clock) = (isBehindProxy, clock)
    }

    func add(to router: Router<PhoneContext>) {
        router.at("/api/sign-in", get: ways)
        if email != nil { router.at("/api/sign-in/email", post: sendLink) }
    }

    @Sendable private func ways(_ request: Request, _ context: PhoneContext) -> Response {
        Response(json: [
            "email": .bool(email != nil), "oidc": provider.map { .string($0) } ?? .null,
            "passkeys": party.map { .string($0.id) } ?? .null,
        ])
    }

    /// Sends the same immediate response for every email address, whether or not a member has it.
    @Sendable private func sendLink(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let network = ClientNetwork(of: request, context, isBehindProxy: isBehindProxy).names
        let now = clock()
        let wait = requests.withLock { $0.countAttempt(network, at: now) }
        guard wait == 0 else {
            throw ServerFault(.tooManyRequests, "busy", message: "too many links were asked for from here", wait: wait)
        }
        let members = try await request.members(upTo: 4096)
        guard let address = members["address"]?.stringValue.flatMap({ SignInAddress($0) }) else {
            throw ServerFault(
                .badRequest, "request", message: "‘address’ should be an e-mail address, such as tom@example.org")
        }
        email?.ask(for: address)
        return Response(status: .accepted, json: [:])
    }
}
