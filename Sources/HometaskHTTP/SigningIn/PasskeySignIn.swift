// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import HometaskSignIn
import Hummingbird
import Synchronization

/// The routes for signing in with a passkey to get an invitation: see <doc:API>.
final class PasskeySignIn: Sendable {
    private let lookup: PhoneLookup
    private let party: RelyingParty
    private let log: RequestLog
    private let clock: @Sendable () -> Timestamp
    private let challenges = Mutex(PasskeyChallenges())
    private let beginnings = Mutex(GuessLimit(burst: 10, interval: 30))
    private let guesses = Mutex(GuessLimit())
    /// Failures with a member's passkeys across all networks (NIST SP 800-63B, section 5.2.2), except the member's
    /// known networks: each known network has its own limit, so the member can still sign in there. Only existing
    /// passkeys are counted, so that the memory is bounded by their number.
    private let failures = Mutex(GuessLimit())

    /// The maximum body size in bytes; the parsers bound the individual parts.
    static let longest = 16 << 10

    init(_ lookup: PhoneLookup, party: RelyingParty, log: RequestLog, clock: @escaping @Sendable () -> Timestamp) {
        (self.lookup, self.party, self.log, self.clock) = (lookup, party, log, clock)
    }

    func add(to router: Router<PhoneContext>) {
        router.at("/api/sign-in/passkey/options", post: options)
        router.at("/api/sign-in/passkey", post: signIn)
    }

    @Sendable private func options(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (network, now) = (lookup.network(of: request, context), clock())
        let wait = beginnings.withLock { $0.countAttempt(network.names, at: now) }
        guard wait == 0 else {
            throw ServerFault(.tooManyRequests, "busy", message: "too many sign-ins were begun from here", wait: wait)
        }
        let challenge = challenges.withLock { challenges in
            var generator = SystemRandomNumberGenerator()
            return challenges.begin(at: now, using: &generator)
        }
        return Response(json: party.requestOptions(challenge))
    }

    @Sendable private func signIn(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let network = lookup.network(of: request, context)
        let wait = guesses.withLock { $0.wait(of: network.names, at: clock()) }
        guard wait == 0 else {
            throw ServerFault(
                .tooManyRequests, "guesses", message: "too many sign-ins have failed from here", wait: wait)
        }
        let members = try await request.members(upTo: Self.longest)
        do {
            let invitation = try await invitation(by: try PasskeyAssertion(members), from: network)
            return Response(json: ["code": .string(invitation.code.text)])
        } catch let fault as PasskeyFault {
            guesses.withLock { $0.count(network.names, at: clock()) }
            log.remark("sign-in: \(fault.message)")
            throw fault
        }
    }

    /// Invites the passkey's member, if the member is still in a family served here.
    ///
    /// Checks that need no key precede the passkey lookup. Otherwise the response would reveal to a stranger without
    /// the key whether the passkey belongs to a member who has left.
    private func invitation(by assertion: PasskeyAssertion, from network: ClientNetwork) async throws -> Invitation {
        try challenges.withLock { challenges throws(PasskeyFault) in
            try challenges.end(assertion.clientData.challenge, at: clock())
        }
        try assertion.check(at: party)
        guard let passkey = try await lookup.phones.passkey(with: assertion.credential) else {
            return try await lookup.phones.invite(by: assertion, at: party)
        }
        guard let family = lookup.families[passkey.family],
            try await family.activeMember(passkey.member).member != nil
        else { throw PasskeyFault(.unknown, "a passkey was shown whose member has left") }
        let isKnown = lookup.networks.contains(network.name, of: passkey.member, in: passkey.family)
        let invitation =
            if isKnown {
                try await lookup.phones.invite(by: assertion, at: party)
            } else {
                try await invitation(by: assertion, of: "\(passkey.family) \(passkey.member)")
            }
        lookup.networks.note(network.name, of: passkey.member, in: passkey.family)
        return invitation
    }

    /// Invites the member of a passkey, unless too many attempts with that member's passkeys have failed.
    ///
    /// An attempt is counted before it is checked, which limits concurrent attempts, and uncounted unless it fails.
    private func invitation(by assertion: PasskeyAssertion, of account: String) async throws -> Invitation {
        let wait = failures.withLock { $0.countAttempt([account], at: clock()) }
        guard wait == 0 else {
            throw ServerFault(
                .tooManyRequests, "guesses", message: "too many sign-ins as this member have failed", wait: wait)
        }
        var hasFailed = false
        defer { if !hasFailed { failures.withLock { $0.takeBack([account]) } } }
        do {
            return try await lookup.phones.invite(by: assertion, at: party)
        } catch let fault as PasskeyFault {
            hasFailed = true
            throw fault
        }
    }
}
