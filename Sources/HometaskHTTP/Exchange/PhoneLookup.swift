// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskServing
import HometaskSignIn
import Hummingbird

/// Finds the phone that a request comes from.
struct PhoneLookup: Sendable {
    let families: [DocumentID: ServedFamily]
    let phones: SignInStore
    let isBehindProxy: Bool
    let networks = MemberNetworks()

    /// The fault if a phone's member has left the family.
    static let memberLeft = ExchangeFault(.forbidden, "the member of this phone has left the family")

    /// Returns the authenticated phone and its family.
    ///
    /// - Throws: ``ServerFault`` (401) if the request does not authenticate the phone in its path; `ExchangeFault`
    ///   (`forbidden`) if the phone's member has left the family.
    func phone(_ request: Request, _ context: PhoneContext) async throws -> (SignedInPhone, ServedFamily) {
        let (phone, family) = try await signedInPhone(request, context)
        guard try await family.isPresent(phone.member) else {
            throw Self.memberLeft
        }
        networks.note(network(of: request, context).name, of: phone.member, in: phone.family)
        return (phone, family)
    }

    /// Returns the network that a request comes from.
    func network(of request: Request, _ context: PhoneContext) -> ClientNetwork {
        ClientNetwork(of: request, context, isBehindProxy: isBehindProxy)
    }

    /// Returns the authenticated phone and its family even if the phone's member has left the family, for requests such
    /// as signing out.
    ///
    /// - Throws: ``ServerFault`` (401) if the request does not authenticate the phone in its path.
    func signedInPhone(_ request: Request, _ context: PhoneContext) async throws -> (SignedInPhone, ServedFamily) {
        guard let device = context.parameters.get("device").flatMap({ DocumentID($0) }) else {
            throw ServerFault.notFound
        }
        guard let found = try await phone(device, request) else { throw ServerFault.notSignedIn }
        return found
    }

    /// The maximum number of phones looked up per browser.
    private static let mostPhones = 20

    /// Returns the phones whose cookies the browser sent, with their families, including phones whose members have
    /// left.
    func phones(in request: Request) async throws -> [(phone: SignedInPhone, family: ServedFamily)] {
        var found: [(phone: SignedInPhone, family: ServedFamily)] = []
        for device in PhoneCookie.devices(in: request).prefix(Self.mostPhones) {
            if let phone = try await phone(device, request) { found.append(phone) }
        }
        return found
    }

    /// Returns a phone and its family, even if the phone's member has left the family; nil if the request does not
    /// authenticate the phone.
    ///
    /// Attempts with wrong secrets are not rate-limited: 160 random bits cannot be guessed, and a per-phone limit would
    /// let an attacker lock the phone out.
    func phone(_ device: DocumentID, _ request: Request) async throws -> (SignedInPhone, ServedFamily)? {
        guard let secret = PhoneCookie(device: device).secret(in: request),
            let phone = try await phones.phone(with: secret), phone.device == device,
            let family = families[phone.family]
        else { return nil }
        return (phone, family)
    }
}
