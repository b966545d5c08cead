// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskSignIn
import Hummingbird

/// Signs phones out, for all routes.
struct SigningOut: Sendable {
    let lookup: PhoneLookup
    let uploads: PhotoUploads

    /// Signs a phone out: revokes its secret, ends its streams and removes its uploads.
    ///
    /// - Parameter response: the response, which expires the cookie.
    func signOut(_ phone: SignedInPhone, of family: ServedFamily, in response: inout Response) async throws {
        _ = try await lookup.phones.signOut(phone.device)
        await family.streams.end(of: phone.device)
        uploads.removeAll(of: phone.device)
        PhoneCookie(device: phone.device).clear(in: &response)
    }

    /// Signs out the previous phones of a browser that has joined: the new user may be another person, who would
    /// otherwise have the secrets of the previous phones.
    ///
    /// - Parameters:
    ///   - device: the new phone of the browser.
    ///   - response: the response, which expires the other cookies.
    func signOutOthers(
        of request: Request, than device: DocumentID, in response: inout Response
    ) async throws {
        for (phone, family) in try await lookup.phones(in: request) where phone.device != device {
            try await signOut(phone, of: family, in: &response)
        }
    }
}
