// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskSignIn
import Hummingbird

/// Signs phones out, whichever way they ask.
struct SigningOut: Sendable {
    let lookup: PhoneLookup
    let uploads: PhotoUploads

    /// Signs a phone out: its secret is no longer good, and what it was sending goes.
    ///
    /// - Parameter response: the answer, with which the browser forgets the secret.
    func signOut(_ phone: SignedInPhone, of family: ServedFamily, in response: inout Response) async throws {
        _ = try await lookup.phones.signOut(phone.device)
        await family.streams.end(of: phone.device)
        uploads.removeAll(of: phone.device)
        PhoneCookie(device: phone.device).clear(in: &response)
    }

    /// Signs out the phones that a browser was before it joined: whoever joins may be somebody else, and would have the
    /// secrets of whoever could not be signed out before.
    ///
    /// - Parameters:
    ///   - device: the phone that the browser is now.
    ///   - response: the answer, with which it forgets the other secrets.
    func signOutOthers(
        of request: Request, than device: DocumentID, in response: inout Response
    ) async throws {
        for (phone, family) in try await lookup.phones(in: request) where phone.device != device {
            try await signOut(phone, of: family, in: &response)
        }
    }
}
