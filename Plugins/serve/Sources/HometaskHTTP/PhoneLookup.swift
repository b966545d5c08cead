// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskSignIn
import Hummingbird

/// Finds the phone that a request comes from.
struct PhoneLookup: Sendable {
    let families: [DocumentID: ServedFamily]
    let phones: SignInStore

    /// The phone, and its family.
    ///
    /// - Throws: ``ServerFault`` (401) if the request does not prove to be from the phone in its path.
    func phone(_ request: Request, _ context: PhoneContext) async throws -> (SignedInPhone, ServedFamily) {
        guard let device = context.parameters.get("device").flatMap({ DocumentID($0) }) else {
            throw ServerFault.notFound
        }
        guard let found = try await phone(device, request) else { throw ServerFault.notSignedIn }
        return found
    }

    /// A phone, and its family; nil if the request does not prove to be from it.
    func phone(_ device: DocumentID, _ request: Request) async throws -> (SignedInPhone, ServedFamily)? {
        guard let secret = PhoneCookie(device: device).secret(in: request),
            let phone = try await phones.phone(with: secret), phone.device == device,
            let family = families[phone.family]
        else { return nil }
        return (phone, family)
    }
}
