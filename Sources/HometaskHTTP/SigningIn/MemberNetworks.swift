// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import Synchronization

/// The networks that members are known to use, so that what a stranger tries from elsewhere does not keep a member out.
///
/// A network is known once a request from it proves to be the member's, by the secret of a phone or by a passkey. It is
/// kept in memory, in bounded space: of each member, the networks that were used last.
final class MemberNetworks: Sendable {
    /// The largest number that is kept of a member: at home, on the way, at work, and of several phones.
    static let most = 8

    private struct Account: Hashable {
        let family: DocumentID
        let member: DocumentID
    }

    /// The networks of each member, the one that was used last at the head.
    private let known = Mutex<[Account: [String]]>([:])

    /// Whether a member has used a network lately.
    func contains(_ network: String, of member: DocumentID, in family: DocumentID) -> Bool {
        known.withLock { $0[Account(family: family, member: member)]?.contains(network) == true }
    }

    /// Notes that a request from a network has proved to be a member's.
    func note(_ network: String, of member: DocumentID, in family: DocumentID) {
        let account = Account(family: family, member: member)
        known.withLock { known in
            let networks = known[account] ?? []
            guard networks.first != network else { return }
            known[account] = [network] + networks.filter { $0 != network }.prefix(Self.most - 1)
        }
    }
}
