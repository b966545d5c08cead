// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import HometaskSignIn
import Hummingbird

/// The cookie by which a phone is recognized. Each phone of a browser has its own, so that two members can share one.
///
/// Scripts cannot read it, and browsers send it to this host alone, over TLS or within this machine, and never with a
/// request that another site has caused (RFC 6265bis: `__Host-`, `SameSite=Strict`).
struct PhoneCookie {
    let device: DocumentID

    /// As long as browsers keep a cookie at most, in seconds: 400 days.
    private static let lifetime = 34_560_000

    private var name: String { "__Host-phone-\(device)" }

    /// The secret that a request has for the phone.
    func secret(in request: Request) -> Secret? {
        for line in request.headers[values: .cookie] {
            for pair in line.split(separator: ";") {
                let halves = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
                if halves.count == 2, halves[0] == name { return Secret(String(halves[1])) }
            }
        }
        return nil
    }

    /// Lets the phone keep a secret.
    func set(_ secret: Secret, in response: inout Response) {
        set("\(name)=\(secret.text); Max-Age=\(Self.lifetime)", in: &response)
    }

    /// Lets the phone forget its secret.
    func clear(in response: inout Response) { set("\(name)=; Max-Age=0", in: &response) }

    private func set(_ value: String, in response: inout Response) {
        response.headers.append(
            HTTPField(name: .setCookie, value: "\(value); Path=/; Secure; HttpOnly; SameSite=Strict"))
    }
}
