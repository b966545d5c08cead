// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import HometaskSignIn
import Hummingbird
import Synchronization

/// The routes for the passkeys of a phone's member: see <doc:API>.
final class PasskeyRoutes: Sendable {
    private let lookup: PhoneLookup
    /// The relying party of passkeys; nil if the server's address does not support them.
    private let party: RelyingParty?
    private let log: RequestLog
    private let clock: @Sendable () -> Timestamp
    private let challenges = Mutex(PasskeyChallenges())

    init(_ lookup: PhoneLookup, party: RelyingParty?, log: RequestLog, clock: @escaping @Sendable () -> Timestamp) {
        (self.lookup, self.party, self.log, self.clock) = (lookup, party, log, clock)
    }

    func add(to router: Router<PhoneContext>) {
        let passkeys = router.group("/api/phones/:device/passkeys")
        // Without a relying party, the path "options" does not exist.
        passkeys.delete(":passkey", use: remove)
        guard party != nil else { return passkeys.at("", get: list) }
        passkeys.at("", get: list, post: register)
        passkeys.at("options", post: options)
    }

    // MARK: Existing passkeys

    @Sendable private func list(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (phone, _) = try await lookup.phone(request, context)
        let passkeys = try await lookup.phones.passkeys(of: phone.member, in: phone.family)
        return Response(json: [
            "host": party.map { .string($0.id) } ?? .null, "passkeys": .array(passkeys.map { .object(Self.shown($0)) }),
        ])
    }

    private static func shown(_ passkey: Passkey) -> JSONObject {
        [
            "added": .string(passkey.added.rfc3339), "id": .string(passkey.id.description),
            "name": .string(passkey.name), "used": passkey.used.map { .string($0.rfc3339) } ?? .null,
        ]
    }

    @Sendable private func remove(_ request: Request, _ context: PhoneContext) async throws -> Response {
        let (phone, _) = try await lookup.phone(request, context)
        let passkeys = try await lookup.phones.passkeys(of: phone.member, in: phone.family)
        let id = context.parameters.get("passkey").flatMap { DocumentID($0) }
        guard let id, passkeys.contains(where: { $0.id == id }), try await lookup.phones.removePasskey(id) else {
            throw ServerFault.notFound
        }
        log.remark("a passkey was removed")
        return Response(status: .noContent)
    }

    // MARK: Adding a passkey

    @Sendable private func options(_ request: Request, _ context: PhoneContext) async throws -> Response {
        guard let party else { throw ServerFault.notFound }
        let (phone, family) = try await lookup.phone(request, context)
        let (member, directory) = try await family.activeMember(phone.member)
        guard let member else {
            throw ServerFault(.forbidden, "forbidden", message: "whoever has left the family can add no passkey")
        }
        let known = try await lookup.phones.passkeys(of: phone.member, in: phone.family)
        guard known.count < Passkey.most else { throw PasskeyFault.tooMany }
        let challenge = challenges.withLock { challenges in
            var generator = SystemRandomNumberGenerator()
            return challenges.begin(for: phone.device, at: clock(), using: &generator)
        }
        let name = directory.family?.name ?? family.name
        return Response(
            json: party.creationOptions(
                challenge, for: phone.member, named: member.name, of: (family.id, name), besides: known))
    }

    @Sendable private func register(_ request: Request, _ context: PhoneContext) async throws -> Response {
        guard let party else { throw ServerFault.notFound }
        let (phone, _) = try await lookup.phone(request, context)
        let registration = try PasskeyRegistration(try await request.members(upTo: PasskeySignIn.longest))
        try challenges.withLock { challenges throws(PasskeyFault) in
            try challenges.end(registration.clientData.challenge, for: phone.device, at: clock())
        }
        let passkey = try await lookup.phones.add(registration, on: phone, at: party)
        log.remark("a passkey was added")
        return Response(status: .created, json: Self.shown(passkey))
    }
}
