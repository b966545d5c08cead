// SPDX-License-Identifier: Apache-2.0

import HometaskHTTP
import HometaskKit
import HometaskPlatform
import HometaskProcess
import HometaskSystem

/// A certificate authority of this machine, for its own name on the home network, made with OpenSSL.
///
/// Phones that install its certificate trust the server. It can vouch for that one name alone (Name Constraints, RFC
/// 5280, section 4.2.1.10), so whoever steals its key cannot impersonate other sites to them.
struct HomeAuthority {
    private let folder: String

    /// The certificate that phones install, a file in PEM.
    var certificate: String { folder + "/authority.crt" }
    private var key: String { folder + "/authority.key" }
    /// The name that the authority vouches for, a file with one line.
    private var scope: String { folder + "/name" }

    /// The validity of the authority's certificate, in days.
    private static let days = 3650
    /// The validity of the server's certificate, in days: iPhones refuse more than 825
    /// (https://support.apple.com/en-us/103769).
    private static let serverDays = 820

    /// The authority in the server's state folder, which exists or is to be made.
    init(in state: String) { folder = state + "/authority" }

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

    /// Whether the authority was made.
    var exists: Bool { access(certificate, R_OK) == 0 }

    /// Makes a certificate for the server, and the authority unless there is one for this host.
    ///
    /// - Parameter host: a host name, or an IP address, in brackets if of version 6.
    /// - Returns: the files that the server's options name.
    /// - Throws: `ReplicaError` if OpenSSL is missing or fails, or a file cannot be written.
    func issue(for host: String) async throws -> (chain: String, key: String) {
        try FamilyOptions.make(folder, mode: 0o700)
        if !exists || read(scope) != host {
            try await make(
                key, certificate, lasting: Self.days, name: "hometask at \(host)",
                extensions: [
                    "basicConstraints = critical, CA:TRUE, pathlen:0", "keyUsage = critical, keyCertSign",
                    "subjectKeyIdentifier = hash", "nameConstraints = critical, \(Self.constraints(host))",
                ])
            try write(host, to: scope)
        }
        let (chain, own) = (folder + "/server.crt", folder + "/server.key")
        try await make(
            own, chain, lasting: Self.serverDays, name: host,
            extensions: [
                "basicConstraints = critical, CA:FALSE", "keyUsage = critical, digitalSignature",
                "extendedKeyUsage = serverAuth", "subjectAltName = \(Self.alternative(host))",
            ], signedBy: ["-CA", certificate, "-CAkey", key])
        return (chain, own)
    }

    /// Makes a key and its certificate. Both replace earlier ones once both are made.
    private func make(
        _ key: String, _ certificate: String, lasting days: Int, name: String, extensions: [String],
        signedBy issuer: [String] = []
    ) async throws {
        guard let openssl = ProgramPath.find("openssl", in: EnvironmentVariables.all) else {
            throw ReplicaError(
                .missingProgram, "openssl is not installed, which makes the certificate for the home network",
                hint: "Install it: sudo apt install openssl.")
        }
        let (newKey, newCertificate, settings) = (key + ".new", certificate + ".new", folder + "/settings")
        let lines =
            ["[req]", "prompt = no", "distinguished_name = dn", "x509_extensions = more"]
            + ["[dn]", "CN = \(name.prefix(64))", "[more]"] + extensions
        try write(lines.joined(separator: "\n"), to: settings)
        let run = ProgramRun(
            openssl,
            [
                "req", "-x509", "-config", settings, "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-sha256", "-days", "\(days)", "-keyout", newKey, "-out", newCertificate,
            ] + issuer, environment: CurrentUser.environment())
        let outcome = await run.outcome()
        unlink(settings)
        guard outcome?.isSuccess == true, chmod(newKey, 0o600) == 0, rename(newKey, key) == 0,
            rename(newCertificate, certificate) == 0
        else {
            throw ReplicaError(
                .inputOutput, "openssl made no certificate: \(outcome?.complaint ?? "it cannot be started")")
        }
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
