// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskServing
import HometaskSignIn
import Hummingbird
import Synchronization

/// Lets phones join with invitation codes, and limits the guesses per network across all routes.
///
/// A wrong code identifies no member, so a limit per member is impossible. Guesses from elsewhere in a wider network,
/// or from networks without a limit of their own, do not block a correct code.
final class PhoneJoining: Sendable {
    private let lookup: PhoneLookup
    private let clock: @Sendable () -> Timestamp
    private let guesses = Mutex(GuessLimit())

    init(_ lookup: PhoneLookup, clock: @escaping @Sendable () -> Timestamp) {
        self.lookup = lookup
        self.clock = clock
    }

    /// Checks that a request's network may guess now, before anything else in the request is read.
    ///
    /// - Throws: ``ServerFault`` (429) after too many wrong codes from the network.
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
    /// - Throws: `SignInFault` if the code is wrong, which counts as a guess; ``ServerFault`` (429) if too many wrong
    ///   codes were received in the meantime, or if the code is wrong and a wider network has reached its limit;
    ///   ``ServerFault`` (403) if this server does not serve the invitation's family, or the invited member has left.
    ///   In the case of 403, the invitation stays unused.
    func join(
        _ request: Request, _ context: PhoneContext, code: Secret, attempt: Secret, name: String
    ) async throws -> (phone: JoinedPhone, family: ServedFamily) {
        // Checked again, because many bodies may have been awaited concurrently.
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
