// SPDX-License-Identifier: Apache-2.0

extension TimeZoneRules {
    /// Parses the rules in a TZif file (RFC 9636, formerly RFC 8536; versions 1 to 4).
    ///
    /// - Throws: ``TimeZoneError`` for bytes that are truncated, inconsistent, or count leap seconds.
    public init(identifier: String, tzif bytes: [UInt8]) throws(TimeZoneError) {
        do throws(TimeZoneFile.Damage) {
            self = try TimeZoneFile.rules(identifier: identifier, bytes: bytes)
        } catch {
            throw TimeZoneError(.damaged(error.reason), identifier: identifier)
        }
    }
}
