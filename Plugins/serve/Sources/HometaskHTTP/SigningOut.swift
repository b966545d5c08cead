// SPDX-License-Identifier: Apache-2.0

import HometaskSignIn
import Hummingbird

/// Signs phones out, whichever way they ask.
struct SigningOut: Sendable {
    let phones: SignInStore
    let uploads: PhotoUploads

    /// Signs a phone out: its secret is no longer good, and what it was sending goes.
    ///
    /// - Parameter response: the answer, with which the browser forgets the secret.
    func signOut(_ phone: SignedInPhone, of family: ServedFamily, in response: inout Response) async throws {
        _ = try await phones.signOut(phone.device)
        await family.streams.end(of: phone.device)
        uploads.removeAll(of: phone.device)
        PhoneCookie(device: phone.device).clear(in: &response)
    }
}
