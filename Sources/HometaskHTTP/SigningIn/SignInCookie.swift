// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskSignIn
import Hummingbird

/// The cookie that binds a sign-in at a provider to the browser that began it.
///
/// `SameSite=Lax` rather than `Strict`, because the browser returns from another site (RFC 6265bis, section 5.6.7).
enum SignInCookie {
    private static let name = "__Host-sign-in"

    /// Returns the secret in a request; nil if there is none, or more than one.
    static func secret(in request: Request) -> Secret? {
        let pairs = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }
        let values = pairs.compactMap { pair -> Substring? in
            let halves = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            return halves.count == 2 && halves[0] == name ? halves[1] : nil
        }
        return values.count == 1 ? Secret(String(values[0])) : nil
    }

    /// Sets the cookie for the lifetime of a sign-in.
    static func set(_ secret: Secret, in response: inout Response) {
        set("\(secret.text); Max-Age=\(PendingSignIn.lifetime)", in: &response)
    }

    /// Expires the cookie in the browser.
    static func clear(in response: inout Response) { set("; Max-Age=0", in: &response) }

    private static func set(_ value: String, in response: inout Response) {
        response.headers.append(
            HTTPField(name: .setCookie, value: "\(name)=\(value); Path=/; Secure; HttpOnly; SameSite=Lax"))
    }
}
