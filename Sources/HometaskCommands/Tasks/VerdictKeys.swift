// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskPluginHost
import HometaskReplica

/// Signs verdicts with a member's ssh key, and checks such signatures, through OpenSSH's `ssh-keygen -Y`.
///
/// Usable private keys are ssh's default ones in `~/.ssh`, and those held by an agent. The user is not asked to unlock
/// a key: the verdict then stays unsigned.
struct VerdictKeys: Sendable {
    /// The result of checking a signature.
    enum Check: String {
        /// The signature was made with a key of the member.
        case good
        /// There is no signature, although the member has keys.
        case missing
        /// The signature was not made with a key of the member, or it belongs to another statement.
        case bad
        /// The signature cannot be checked here.
        case unknown
        /// The member has no keys, so no signature is possible.
        case keyless
    }

    private let session: FamilySession
    private let environment: CommandEnvironment

    init(_ session: FamilySession) {
        self.session = session
        var quiet = session.environment
        // The user is never asked for a passphrase.
        quiet.variables["SSH_ASKPASS"] = "false"
        quiet.variables["SSH_ASKPASS_REQUIRE"] = "force"
        environment = quiet
    }

    private var program: HelperProgram { HelperProgram("ssh-keygen", environment) }

    /// Returns the signature of a statement by this device's member, in base64; nil if none of their keys is usable
    /// here.
    func signature(of statement: VerdictStatement) -> String? {
        guard let judge = statement.verdict.by, let folder = try? scratch() else { return nil }
        for key in keys(of: judge) {
            for file in files(of: key, in: folder) {
                let outcome = program.run(
                    ["-Y", "sign", "-n", VerdictStatement.namespace, "-f", file], input: statement.bytes)
                if outcome.status == 0, let signature = Self.unarmored(outcome.output) { return signature }
            }
        }
        return nil
    }

    /// Checks the signature of a verdict.
    func check(_ statement: VerdictStatement) -> Check {
        guard let judge = statement.verdict.by else { return .keyless }
        let keys = keys(of: judge)
        guard let signature = statement.verdict.signature else { return keys.isEmpty ? .keyless : .missing }
        if keys.isEmpty { return .bad }
        guard let folder = try? scratch() else { return .unknown }
        let (signers, file) = (folder.file("signers"), folder.file("signature"))
        let lines = keys.map { "\(judge) namespaces=\"\(VerdictStatement.namespace)\" \($0)\n" }
        do {
            try TextFile.writeFile(signers, lines.flatMap { Array($0.utf8) }, isTemporary: true)
            try TextFile.writeFile(file, Self.armored(signature), isTemporary: true)
        } catch {
            return .unknown
        }
        let outcome = program.run(
            ["-Y", "verify", "-n", VerdictStatement.namespace, "-I", "\(judge)", "-f", signers, "-s", file],
            input: statement.bytes)
        withExtendedLifetime(folder) {}
        return outcome.status.map { $0 == 0 ? .good : $0 == 127 ? .unknown : .bad } ?? .unknown
    }

    /// Returns the keys with which a member may sign, in a stable order.
    private func keys(of member: DocumentID) -> [String] {
        let ids = session.directory.everyID(of: session.directory.current(member))
        return Set(ids.flatMap { session.directory.members[$0]?.keys ?? [] }.filter(PublicKey.isPlain)).sorted()
    }

    /// Returns the files to sign with: the private keys whose public key is in the file beside them, then the public
    /// key, for an agent.
    private func files(of key: String, in folder: ScratchFolder) -> [String] {
        var files: [String] = []
        let home = environment.variables["HOME"].map { "\($0)/.ssh" } ?? ""
        for name in Self.usualNames {
            guard let bytes = try? TextFile.read("\(home)/\(name).pub"),
                PublicKey(String(decoding: bytes, as: UTF8.self))?.text == key
            else { continue }
            files.append("\(home)/\(name)")
        }
        let copy = folder.file("key.pub")
        if (try? TextFile.writeFile(copy, Array("\(key)\n".utf8), isTemporary: true)) != nil { files.append(copy) }
        return files
    }

    /// The names of the default keys of ssh(1).
    private static let usualNames = ["id_ed25519", "id_ecdsa", "id_ed25519_sk", "id_ecdsa_sk", "id_rsa"]

    private func scratch() throws -> ScratchFolder {
        guard let folder = session.replica.derivedFolder else {
            throw ReplicaError(.inputOutput, "there is no folder for temporary files")
        }
        return try ScratchFolder(in: folder)
    }

    private static let edges = (first: "-----BEGIN SSH SIGNATURE-----", last: "-----END SSH SIGNATURE-----")

    private static func unarmored(_ output: [UInt8]) -> String? {
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        guard lines.count > 2, lines.first == edges.first[...], lines.last == edges.last[...] else { return nil }
        return lines.dropFirst().dropLast().joined()
    }

    private static func armored(_ signature: String) -> [UInt8] {
        var (rest, lines) = (signature[...], [edges.first])
        while !rest.isEmpty {
            lines.append(String(rest.prefix(70)))
            rest = rest.dropFirst(70)
        }
        return (lines + [edges.last]).flatMap { Array("\($0)\n".utf8) }
    }
}
