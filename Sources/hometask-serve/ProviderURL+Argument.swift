// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskSignIn

extension ProviderURL {
    /// Parses the value of an option that names an issuer.
    static func reading(_ text: String) throws -> ProviderURL {
        guard let url = ProviderURL(text), url.isIssuer else {
            throw ValidationError(
                "‘\(text)’ is not the issuer of a provider: write it like https://accounts.google.com, with https.")
        }
        return url
    }
}
