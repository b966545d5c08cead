// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskFamily

/// The options for a member's ssh signing keys.
struct MemberKeyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Add a public ssh key: a file, or the key in quotes; may be repeated.",
            valueName: "key"))
    var addKey: [String] = []

    @Option(help: ArgumentHelp("Remove a public ssh key; may be repeated.", valueName: "key"))
    var removeKey: [String] = []

    var isEmpty: Bool { addKey.isEmpty && removeKey.isEmpty }

    /// Returns the keys given by the options.
    func keyChanges(in environment: CommandEnvironment) throws -> (added: [String], removed: [String]) {
        (
            added: try addKey.map { try Self.key($0, in: environment) },
            removed: try removeKey.map { try Self.key($0, in: environment) }
        )
    }

    private static func key(_ text: String, in environment: CommandEnvironment) throws -> String {
        if let key = PublicKey(text) { return key.text }
        guard let bytes = try TextFile.read(environment.place(text)) else {
            throw ReplicaError(
                .notFound, "‘\(text)’ is neither a public ssh key nor a file",
                hint: "Name a file such as ~/.ssh/id_ed25519.pub; 'ssh-keygen' makes one.")
        }
        let contents = String(decoding: bytes, as: UTF8.self)
        if let key = PublicKey(contents) { return key.text }
        throw ReplicaError(
            .invalidValue,
            contents.contains("PRIVATE KEY")
                ? "\(text) is a private key, which must stay on its device" : "\(text) is not a public ssh key",
            hint: "Name the file that ends with .pub.")
    }
}
