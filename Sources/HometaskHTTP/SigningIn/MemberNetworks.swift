// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import Synchronization

/// The known networks of members, so that a stranger's attempts from elsewhere do not lock a member out.
///
/// A network is known once a request from it is authenticated as the member's, by the secret of a phone or by a
/// passkey. Kept in memory, in bounded space: the most recent networks of each member.
final class MemberNetworks: Sendable {
    /// The largest number of networks per member: home, mobile and work, for several phones.
    static let most = 8

    private struct Account: Hashable {
        let family: DocumentID
        let member: DocumentID
    }

    /// The networks of each member, most recent first.
    private let known = Mutex<[Account: [String]]>([:])

    /// Whether a member has recently used a network.
    func contains(_ network: String, of member: DocumentID, in family: DocumentID) -> Bool {
        known.withLock { $0[Account(family: family, member: member)]?.contains(network) == true }
    }

    /// Records the network of an authenticated request of a member.
    func note(_ network: String, of member: DocumentID, in family: DocumentID) {
        let account = Account(family: family, member: member)
        known.withLock { known in
            let networks = known[account] ?? []
            guard networks.first != network else { return }
            known[account] = [network] + networks.filter { $0 != network }.prefix(Self.most - 1)
        }
    }
}
