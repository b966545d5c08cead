// SPDX-License-Identifier: Apache-2.0

import Hummingbird

extension Request {
    /// Reads the form fields in the body.
    ///
    /// - Throws: ``ServerFault`` if the body has another type (415), too large (413), or malformed (400).
    func formFields() async throws -> FormFields {
        try FormFields(await bytes(of: "application/x-www-form-urlencoded", upTo: FormFields.longest))
    }
}
