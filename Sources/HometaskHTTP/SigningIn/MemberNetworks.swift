// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import Synchronization

/// The known networks of members, tracked so that a stranger's attempts from other networks do not lock a member out.
///
/// A network becomes known once a request from it is authenticated as the member's, by a phone's secret or a passkey.
/// The most recent networks of each member are kept in memory, in bounded space.
final class MemberNetworks: Sendable {
    /// The maximum number of networks per member: enough for home, mobile and work with several phones.
    static let most = 8

    private struct Account: Hashable {
        let family: DocumentID
        let member: DocumentID
    }

    /// The networks of each member, most recent first.
    private let known = Mutex<[Account: [String]]>([:])

    /// Returns whether a member has recently used a network.
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
