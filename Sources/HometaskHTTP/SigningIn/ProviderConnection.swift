// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskSignIn

/// The server's requests to an OpenID Connect provider.
actor ProviderConnection {
    private let client: ProviderClient
    private let web: any WebClient
    private let clock: @Sendable () -> Timestamp
    private var known: (metadata: ProviderMetadata, until: Timestamp)?

    /// The time for which metadata is cached, in seconds.
    private static let lifetime: Int64 = 3600

    init(to client: ProviderClient, over web: any WebClient, clock: @escaping @Sendable () -> Timestamp) {
        (self.client, self.web, self.clock) = (client, web, clock)
    }

    /// Returns the provider's metadata, from the cache or by a request.
    ///
    /// - Throws: ``ProviderFault``.
    func metadata() async throws(ProviderFault) -> ProviderMetadata {
        let now = clock()
        if let known, known.until > now { return known.metadata }
        let request = WebRequest(client.issuer.metadata, isPlain: client.issuer.isLoopback)
        let bytes = try await ask(request, for: "metadata")
        let metadata = try ProviderMetadata(bytes, of: client.issuer)
        known = (metadata, Timestamp(seconds: now.seconds + Self.lifetime))
        return metadata
    }

    /// Exchanges a code for the email address of the signed-in person (OpenID Connect Core 1.0, section 3.1.3).
    ///
    /// - Throws: ``ProviderFault``.
    func address(for code: String, of signIn: PendingSignIn) async throws(ProviderFault) -> SignInAddress {
        let metadata = try await metadata()
        var request = WebRequest(metadata.token.text, isPlain: metadata.token.isLoopback)
        request.form = signIn.exchange(of: code, at: metadata, for: client)
        if metadata.takesBasic {
            // Client id and secret are form-encoded first (RFC 6749, section 2.3.1).
            request.basic = (OAuthParameters.encoded(client.id), OAuthParameters.encoded(client.secret))
        }
        let answer = try TokenAnswer(try await ask(request, for: "token"))
        let claims = try answer.token.claims(for: client, nonce: signIn.nonce, at: clock())
        guard claims.lacksAddress, let access = answer.access, let person = metadata.person else {
            return try claims.address()
        }
        var question = WebRequest(person.text, isPlain: person.isLoopback)
        question.bearer = access
        return try claims.merging(userInfo: try await ask(question, for: "address")).address()
    }

    private func ask(_ request: WebRequest, for thing: String) async throws(ProviderFault) -> [UInt8] {
        let answer: WebAnswer
        do throws(ServiceFault) {
            answer = try await web.answer(to: request)
        } catch {
            throw ProviderFault(.unavailable, "\(client.issuer) gives no \(thing): \(error.message)")
        }
        guard answer.status == 200 else {
            throw ProviderFault(
                .unavailable, "\(client.issuer) gives no \(thing): it answered with the status \(answer.status)")
        }
        return answer.body
    }
}
