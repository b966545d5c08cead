// SPDX-License-Identifier: Apache-2.0

#if !(canImport(Glibc) || canImport(Musl) || canImport(Darwin))
// The counterpart of `TimeZoneRules+Database.swift` for systems without files, such as WebAssembly: the host program
// provides the rules of the zones it needs.

extension TimeZoneRules {
    /// This is safe although the compiler cannot check it: the only target without a C library for which this is built is
    /// WebAssembly without threads (`.ci/engine`). Accesses do not overlap either: `init` only looks up an entry, and
    /// ``give(identifier:tzif:)`` stores the rules after it has created them.
    private nonisolated(unsafe) static var given: [String: TimeZoneRules] = [:]

    /// Looks up the rules of a zone provided by ``give(identifier:tzif:)``. `UTC` is always available.
    ///
    /// - Throws: ``TimeZoneError`` for an invalid identifier, or a zone that was not provided.
    public init(identifier: String) throws(TimeZoneError) {
        if identifier == "UTC" {
            self = .utc
            return
        }
        guard Self.isIdentifier(identifier) else { throw TimeZoneError(.badIdentifier, identifier: identifier) }
        guard let rules = Self.given[identifier] else { throw TimeZoneError(.unknownZone, identifier: identifier) }
        self = rules
    }

    /// Adds a zone from the bytes of its file in the time zone database (TZif, RFC 8536).
    ///
    /// - Throws: ``TimeZoneError`` for an invalid identifier, or a damaged file.
    public static func give(identifier: String, tzif bytes: [UInt8]) throws(TimeZoneError) {
        guard isIdentifier(identifier) else { throw TimeZoneError(.badIdentifier, identifier: identifier) }
        given[identifier] = try TimeZoneRules(identifier: identifier, tzif: bytes)
    }
}
#endif
