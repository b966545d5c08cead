// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskServing
import HometaskSignIn
import Hummingbird
import Synchronization

/// Joins phones by the codes of invitations, and limits the guesses of a network across all routes.
///
/// A wrong code of 160 random bits names no member, so no limit per member is possible. Guesses of others in a wider
/// network, or of networks without room, do not block a correct code.
final class PhoneJoining: Sendable {
    private let lookup: PhoneLookup
    private let clock: @Sendable () -> Timestamp
    private let guesses = Mutex(GuessLimit())

    init(_ lookup: PhoneLookup, clock: @escaping @Sendable () -> Timestamp) {
        self.lookup = lookup
        self.clock = clock
    }

    /// Checks that the network of a request may guess now, before anything else in it is read.
    ///
    /// - Throws: ``ServerFault`` (429) after too many wrong codes from there.
    func checkGuesses(_ request: Request, _ context: PhoneContext) throws(ServerFault) {
        let network = lookup.network(of: request, context).names
        try Self.check(guesses.withLock { $0.ownWait(of: network, at: clock()) })
    }

    private static func check(_ wait: Int64) throws(ServerFault) {
        guard wait == 0 else {
            throw ServerFault(
                .tooManyRequests, "guesses", message: "there were too many wrong codes from here", wait: wait)
        }
    }

    /// Lets a phone join.
    ///
    /// - Throws: `SignInFault` if the code is wrong, which counts as a guess; ``ServerFault`` (429) if too many codes
    ///   were wrong in the meantime, or if this one is wrong and a wider network has reached its limit; ``ServerFault``
    ///   (403) if this server does not serve the family of the invitation, or its member has left. The invitation then
    ///   stays unused.
    func join(
        _ request: Request, _ context: PhoneContext, code: Secret, attempt: Secret, name: String
    ) async throws -> (phone: JoinedPhone, family: ServedFamily) {
        // Many bodies may have been awaited concurrently.
        try checkGuesses(request, context)
        do {
            let invited = try await lookup.phones.invitee(of: code)
            guard let family = lookup.families[invited.family] else {
                throw ServerFault(
                    .forbidden, "family", message: "this server does not serve the family of the invitation any more")
            }
            guard try await family.isPresent(invited.member) else {
                throw ServerFault(.forbidden, "forbidden", message: "the member of the invitation has left the family")
            }
            return (try await lookup.phones.join(with: code, attempt: attempt, as: name), family)
        } catch let fault as SignInFault where fault.code == .noInvitation {
            let network = lookup.network(of: request, context).names
            try Self.check(guesses.withLock { $0.countAttempt(network, at: clock()) })
            throw fault
        }
    }
}
