// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskSignIn

/// A member of a family with an e-mail address.
struct AddressedMember: Sendable {
    let member: MemberRecord
    let family: ServedFamily
    let familyName: String

    /// The members with an address, family by family. Several may share one.
    static func all(with address: SignInAddress, in families: [ServedFamily]) async throws -> [AddressedMember] {
        var found: [AddressedMember] = []
        for family in families {
            let directory = try await family.replica.read { try FamilyDirectory(reading: $0) }
            let name = directory.family?.name ?? family.name
            found += directory.activeMembers.filter { $0.email.flatMap { SignInAddress($0) } == address }
                .map { AddressedMember(member: $0, family: family, familyName: name) }
        }
        return found
    }

    /// Invites the member, and returns the link with which a phone joins.
    ///
    /// - Parameter address: the server's address for phones. It is the configured one, never taken from a request,
    ///   whose `Host` may be forged.
    func link(from phones: SignInStore, at address: ServerAddress) async throws -> String {
        let invitation = try await phones.invite(member.id, to: family.id)
        return "\(address)/join#\(invitation.code.text)"
    }
}
