// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskHTTP
import HometaskKit
import HometaskPlatform
import HometaskSignIn
import HometaskSystem

/// The options for the OpenID Connect provider at which members may sign in.
struct ProviderOptions: ParsableArguments {
    @Option(
        help: "A provider of OpenID Connect where members may sign in, such as https://accounts.google.com.",
        transform: ProviderURL.reading)
    var oidcIssuer: ProviderURL?

    @Option(help: "The client id that the provider has given to this server.")
    var oidcClient: String?

    @Option(help: "The file with the client secret, which only you may read.")
    var oidcSecretFile: String?

    @Option(help: "The name of the provider on the page; by default its host.")
    var oidcName: String?

    func validate() throws {
        let isAny = oidcIssuer != nil || oidcClient != nil || oidcSecretFile != nil || oidcName != nil
        guard !isAny || oidcIssuer != nil && oidcClient != nil && oidcSecretFile != nil else {
            throw ValidationError("--oidc-issuer, --oidc-client and --oidc-secret-file belong together.")
        }
        for (option, text) in [("--oidc-client", oidcClient), ("--oidc-name", oidcName)] {
            guard let text else { continue }
            guard (1...200).contains(text.utf8.count), text == Console.safe(text) else {
                throw ValidationError("\(option) should have 1 to 200 bytes, and no control or hidden characters.")
            }
        }
    }

    /// Returns this server's registration as a client of the provider; nil without a provider.
    ///
    /// - Parameter address: the server's address for browsers.
    /// - Throws: `ReplicaError` if the secret cannot be used.
    func client(at address: ServerAddress?) throws -> ProviderClient? {
        guard let oidcIssuer, let oidcClient, let oidcSecretFile else { return nil }
        guard let address, address.scheme == "https" || address.isOfThisMachine else {
            throw ReplicaError(
                .invalidRequest, "--oidc-issuer needs the address to which browsers come back from the provider",
                hint: "Give it with --url https://home.example.")
        }
        return ProviderClient(
            of: oidcIssuer, name: oidcName, id: oidcClient, secret: try Self.secret(in: oidcSecretFile),
            at: "\(address)")
    }

    /// Returns the options as command-line arguments, with absolute paths.
    func words() throws -> [String] {
        var words: [String] = []
        if let oidcIssuer { words += ["--oidc-issuer", oidcIssuer.text] }
        if let oidcClient { words += ["--oidc-client", oidcClient] }
        if let oidcSecretFile { words += ["--oidc-secret-file", try FamilyOptions.absolute(oidcSecretFile)] }
        if let oidcName { words += ["--oidc-name", oidcName] }
        return words
    }

    /// The maximum size of a secret in bytes.
    private static let longestSecret = 1000

    /// Reads the secret from the only line of a file.
    private static func secret(in file: String) throws -> String {
        let path = try FamilyOptions.absolute(file)
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw ReplicaError(.notFound, "\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw ReplicaError(
                .permission, "others may use \(path), which has the client secret in it",
                hint: "'chmod 600 \(path)' makes it yours alone.")
        }
        let bytes: [UInt8]?
        do throws(FileError) {
            bytes = try WholeFile.read(path, limit: longestSecret, followingLinks: true)
        } catch {
            throw ReplicaError(.inputOutput, "\(error)")
        }
        let text = (bytes ?? []).split { $0 == 0x0A || $0 == 0x0D }
        guard text.count == 1, text[0].allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ReplicaError(
                .invalidValue, "\(path) should have the client secret in its only line, and nothing else")
        }
        return String(decoding: text[0], as: UTF8.self)
    }
}
