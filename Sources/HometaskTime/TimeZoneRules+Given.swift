// SPDX-License-Identifier: Apache-2.0

#if !canImport(Glibc)
// The counterpart of `TimeZoneRules+Database.swift` where there are no files, as in WebAssembly: the program that holds this
// module hands over the rules of the zones it needs.

extension TimeZoneRules {
    /// This is safe although the compiler cannot check it: the only target without Glibc for which this is built is
    /// WebAssembly without threads (`.ci/engine`). No access begins during another either: `init` only looks up an
    /// entry, and ``give(identifier:tzif:)`` stores the rules after it has made them.
    private nonisolated(unsafe) static var given: [String: TimeZoneRules] = [:]

    /// The rules of a zone that ``give(identifier:tzif:)`` was called with. `UTC` is always there.
    ///
    /// - Throws: ``TimeZoneError`` for an identifier that is none, or a zone that was not given.
    public init(identifier: String) throws(TimeZoneError) {
        if identifier == "UTC" {
            self = .utc
            return
        }
        guard Self.isIdentifier(identifier) else { throw TimeZoneError(.badIdentifier, identifier: identifier) }
        guard let rules = Self.given[identifier] else { throw TimeZoneError(.unknownZone, identifier: identifier) }
        self = rules
    }

    /// Makes a zone known by the bytes of its file in the time zone database (TZif, RFC 8536).
    ///
    /// - Throws: ``TimeZoneError`` for an identifier that is none, or a damaged file.
    public static func give(identifier: String, tzif bytes: [UInt8]) throws(TimeZoneError) {
        guard isIdentifier(identifier) else { throw TimeZoneError(.badIdentifier, identifier: identifier) }
        given[identifier] = try TimeZoneRules(identifier: identifier, tzif: bytes)
    }
}
#endif
