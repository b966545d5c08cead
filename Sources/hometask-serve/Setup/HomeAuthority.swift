// SPDX-License-Identifier: Apache-2.0

import HometaskHTTP
import HometaskKit
import HometaskPlatform
import HometaskProcess
import HometaskSystem

/// A certificate authority of this machine, for its own name on the home network, made with OpenSSL.
///
/// Phones that install its certificate trust the server. It can vouch for that name, and names below it, alone (Name
/// Constraints, RFC 5280, section 4.2.1.10), so whoever steals its key cannot impersonate other sites to them.
struct HomeAuthority {
    private let folder: String

    /// The certificate that phones install, a file in PEM.
    var certificate: String { folder + "/authority.crt" }
    private var key: String { folder + "/authority.key" }
    /// The name that the authority vouches for, a file with one line.
    private var scope: String { folder + "/name" }
    private var serverCertificate: String { folder + "/server.crt" }

    /// The validity of the authority's certificate, in days.
    private static let days = 3650
    /// The validity of the server's certificate, in days: iPhones refuse more than 825
    /// (https://support.apple.com/en-us/103769).
    private static let serverDays = 820
    /// How long before its end a certificate should be renewed, in days.
    private static let notice = 30

    /// The authority in the server's state folder, which exists or is to be made.
    init(in state: String) { folder = state + "/authority" }

    /// The host that the authority vouches for; nil if it was not made.
    var host: String? { access(certificate, R_OK) == 0 ? read(scope) : nil }

    /// Returns whether the server's certificate ends within a month, or has ended.
    func isExpiring() async throws -> Bool {
        try await !OpenSSLProgram().isValid(serverCertificate, after: Self.notice)
    }

    /// Makes a certificate for the server, and the authority unless there is a sound one for this host.
    ///
    /// - Parameter host: a host name, or an IP address, in brackets if of version 6.
    /// - Returns: the files that the server's options name, and whether the authority replaces an earlier one.
    /// - Throws: `ReplicaError` if OpenSSL is missing or fails, or a file cannot be written. Earlier files are kept.
    func issue(for host: String) async throws -> (chain: String, key: String, replacesAuthority: Bool) {
        let openssl = try OpenSSLProgram()
        try FamilyOptions.make(folder, mode: 0o700)
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        let before = self.host
        let isWhole = await openssl.belongTogether(key, certificate)
        let isSound = before == host && isWhole
        if !isSound {
            try await make(openssl, key: key, certificate: certificate) { draft in
                try await openssl.make(
                    in: draft, name: "hometask at \(host)",
                    extensions: [
                        "basicConstraints = critical, CA:TRUE, pathlen:0", "keyUsage = critical, keyCertSign",
                        "subjectKeyIdentifier = hash", "nameConstraints = critical, \(Self.constraints(host))",
                    ], days: Self.days)
            }
            try write(host, to: scope)
        }
        let own = folder + "/server.key"
        try await make(openssl, key: own, certificate: serverCertificate) { draft in
            // The name is no host name: OpenSSL holds one against the constraints.
            try await openssl.make(
                in: draft, name: "hometask",
                extensions: [
                    "basicConstraints = critical, CA:FALSE", "keyUsage = critical, digitalSignature",
                    "extendedKeyUsage = serverAuth", "subjectAltName = \(Self.alternative(host))",
                ], days: Self.serverDays, issuer: ["-CA", certificate, "-CAkey", key])
        }
        return (serverCertificate, own, !isSound && before != nil)
    }

    /// Waits until no other process changes the files, and keeps others from it until the lock is released.
    private func lock() throws -> LockFile {
        do throws(FileError) {
            if let lock = try LockFile.acquire(folder + "/lock", patience: 60_000) { return lock }
        } catch {
            throw ReplicaError(.inputOutput, "\(error)")
        }
        throw ReplicaError(.busy, "another program has locked \(folder)", hint: "Try again.")
    }

    /// Makes a key and its certificate in a folder of their own. They replace earlier ones once both are made.
    private func make(
        _ openssl: OpenSSLProgram, key: String, certificate: String, by body: (_ draft: String) async throws -> Void
    ) async throws {
        var name = Array((folder + "/draft.XXXXXX").utf8CString)
        guard mkdtemp(&name) != nil else {
            throw ReplicaError(.inputOutput, "cannot write into \(folder): \(String(cString: strerror(errno)))")
        }
        let draft = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer {
            for file in ["settings", "key", "certificate"] { unlink("\(draft)/\(file)") }
            rmdir(draft)
        }
        try await body(draft)
        for (new, old) in [("\(draft)/key", key), ("\(draft)/certificate", certificate)] {
            guard rename(new, old) == 0 else {
                throw ReplicaError(
                    .inputOutput, "cannot write \(old): \(String(cString: strerror(errno)))",
                    hint: "Remove \(folder), and run this again: phones then have to install a new certificate.")
            }
        }
    }

    /// A copy of the certificate in the home folder, where a user finds it; the certificate itself if there is no copy.
    func copy() -> String {
        guard let home = EnvironmentVariables.all["HOME"], home.hasPrefix("/"), let bytes = read(certificate)?.utf8
        else {
            return certificate
        }
        let path = home + "/hometask.crt"
        let former = try? WholeFile.read(path, limit: 10_000, refusingOthers: true)
        // Whatever else has that name is the user's.
        guard former.map({ $0.starts(with: "-----BEGIN CERTIFICATE".utf8) }) ?? (access(path, F_OK) != 0),
            (try? WholeFile.replace(path, with: Array(bytes), mode: 0o644, durably: false)) != nil
        else { return certificate }
        return path
    }

    private func read(_ path: String) -> String? {
        guard let bytes = try? WholeFile.read(path, limit: 10_000) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(_ text: String, to path: String) throws {
        do throws(FileError) {
            try WholeFile.replace(path, with: Array(text.utf8), mode: 0o600, durably: false)
        } catch {
            throw ReplicaError(.inputOutput, "\(error)")
        }
    }

    /// Returns the host as a subject alternative name (RFC 5280, section 4.2.1.6), in OpenSSL's notation.
    private static func alternative(_ host: String) -> String {
        isAddress(host) ? "IP:\(bare(host))" : "DNS:\(host)"
    }

    /// Returns the name constraints that permit the host alone, in OpenSSL's notation. Names of a kind without a
    /// constraint would all be permitted, so the other kind has one that nothing meets.
    private static func constraints(_ host: String) -> String {
        guard isAddress(host) else { return "permitted;DNS:\(host), permitted;IP:0.0.0.0/255.255.255.255" }
        let mask = host.hasPrefix("[") ? "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff" : "255.255.255.255"
        return "permitted;IP:\(bare(host))/\(mask), permitted;DNS:invalid"
    }

    private static func isAddress(_ host: String) -> Bool { ServerAddress("https://\(host)")?.name == nil }

    private static func bare(_ host: String) -> String { host.filter { $0 != "[" && $0 != "]" } }
}
