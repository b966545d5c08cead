// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HometaskKit
import HometaskSignIn
import Hummingbird

/// The cookie that authenticates a phone. Each phone has its own, named after its id: the secret of one phone is
/// invalid for any other. A browser is one phone at a time, since joining signs out the previous one.
///
/// Scripts cannot read it, and browsers send it to this host alone, over TLS or within this machine, and never with a
/// cross-site request (RFC 6265bis: `__Host-`, `SameSite=Strict`).
struct PhoneCookie {
    let device: DocumentID

    /// The longest lifetime that browsers permit, in seconds: 400 days.
    private static let lifetime = 34_560_000

    private static let prefix = "__Host-phone-"
    private var name: String { "\(Self.prefix)\(device)" }

    /// Returns the phone's secret from a request.
    func secret(in request: Request) -> Secret? {
        Self.pairs(in: request).first { $0.name == name }.flatMap { Secret(String($0.value)) }
    }

    /// Returns the phones with cookies in a request, in order.
    static func devices(in request: Request) -> [DocumentID] {
        pairs(in: request).filter { $0.name.hasPrefix(prefix) }
            .compactMap { DocumentID(String($0.name.dropFirst(prefix.count))) }
    }

    private static func pairs(in request: Request) -> [(name: Substring, value: Substring)] {
        request.headers[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
            let halves = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            return halves.count == 2 ? (halves[0], halves[1]) : nil
        }
    }

    /// Sets the cookie to a secret.
    func set(_ secret: Secret, in response: inout Response) {
        set("\(name)=\(secret.text); Max-Age=\(Self.lifetime)", in: &response)
    }

    /// Expires the cookie of the phone.
    func clear(in response: inout Response) { set("\(name)=; Max-Age=0", in: &response) }

    private func set(_ value: String, in response: inout Response) {
        response.headers.append(
            HTTPField(name: .setCookie, value: "\(value); Path=/; Secure; HttpOnly; SameSite=Strict"))
    }
}
