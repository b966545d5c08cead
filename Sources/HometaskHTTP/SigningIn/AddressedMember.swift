// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskSignIn

/// A member of a family who has an email address.
struct AddressedMember: Sendable {
    let member: MemberRecord
    let family: ServedFamily
    let familyName: String

    /// Returns the members with an email address, family by family. Several members may share an address.
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

    /// Invites the member, and returns the join link for a phone.
    ///
    /// - Parameter address: the server's address for phones. Always the configured address, never the `Host` of a
    ///   request, which may be forged.
    func link(from phones: SignInStore, at address: ServerAddress) async throws -> String {
        let invitation = try await phones.invite(member.id, to: family.id)
        return "\(address)/join#\(invitation.code.text)"
    }
}
