// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskPlatform
import HometaskProcess
import HometaskSystem

/// OpenSSL on this machine, which makes keys and certificates.
struct OpenSSLProgram {
    private let path: String

    /// Finds the installed program.
    ///
    /// - Throws: `ReplicaError` if OpenSSL is not installed.
    init() throws {
        guard let path = ProgramPath.find("openssl", in: EnvironmentVariables.all) else {
            throw ReplicaError(
                .missingProgram, "openssl is not installed, which makes the certificate for the home network",
                hint: "Install it: sudo apt install openssl.")
        }
        self.path = path
    }

    /// Makes a key and its certificate in a folder, as `key` and `certificate`.
    ///
    /// - Parameters:
    ///   - folder: an empty folder, which only its owner may read.
    ///   - extensions: the certificate's extensions, a line each, in the notation of x509v3_config(5).
    ///   - days: the validity of the certificate.
    ///   - issuer: the options that name the issuer; without any, the certificate is its own.
    /// - Throws: `ReplicaError` if OpenSSL fails, or has made something else, as on a full disk.
    func make(in folder: String, name: String, extensions: [String], days: Int, issuer: [String] = []) async throws {
        let (settings, key, certificate) = (folder + "/settings", folder + "/key", folder + "/certificate")
        let lines =
            ["[req]", "prompt = no", "distinguished_name = dn", "x509_extensions = more"]
            + ["[dn]", "CN = \(name.prefix(64))", "[more]"] + extensions
        do throws(FileError) {
            try WholeFile.replace(
                settings, with: Array(lines.joined(separator: "\n").utf8), mode: 0o600, durably: false)
        } catch {
            throw ReplicaError(.inputOutput, "\(error)")
        }
        let outcome = await run(
            [
                "req", "-x509", "-config", settings, "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-sha256", "-days", "\(days)", "-keyout", key, "-out", certificate,
            ] + issuer)
        guard outcome?.isSuccess == true, chmod(key, 0o600) == 0, await belongTogether(key, certificate) else {
            throw ReplicaError(
                .inputOutput, "openssl made no certificate: it \(outcome?.words ?? "cannot be started")",
                hint: "See whether the disk is full; 'openssl version' should say 3.0 or newer.")
        }
    }

    /// Returns whether both files can be read, and the certificate is of the key.
    func belongTogether(_ key: String, _ certificate: String) async -> Bool {
        let own = await run(["pkey", "-in", key, "-pubout"])
        let certified = await run(["x509", "-in", certificate, "-noout", "-pubkey"])
        guard let own, let certified, own.isSuccess, certified.isSuccess else { return false }
        return !own.output.isEmpty && own.output == certified.output
    }

    /// Returns whether a certificate is still valid after some days.
    func isValid(_ certificate: String, after days: Int) async -> Bool {
        await run(["x509", "-in", certificate, "-noout", "-checkend", "\(days * 86_400)"])?.isSuccess == true
    }

    private func run(_ words: [String]) async -> ProgramRun.Outcome? {
        await ProgramRun(path, words, environment: CurrentUser.environment()).outcome()
    }
}
