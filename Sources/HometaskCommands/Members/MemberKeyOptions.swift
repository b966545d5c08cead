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

/// A public ssh key as users give it: in a file, or as text.
struct PublicKey {
    /// The type and the key in base64, without the comment.
    let text: String

    /// Parses a key; nil if the line is not a public key.
    init?(_ line: String) {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard words.count >= 2 else { return nil }
        let text = "\(words[0]) \(words[1])"
        guard Self.isPlain(text), words[1].utf8.count > 40, words[1].hasPrefix("AAAA") else { return nil }
        self.text = text
    }

    /// Returns whether a line of a document is only a key, and contains nothing that has another meaning for
    /// `ssh-keygen`.
    static func isPlain(_ key: String) -> Bool {
        ["ssh-", "ecdsa-", "sk-"].contains { key.hasPrefix($0) } && key.split(separator: " ").count == 2
            && key.utf8.allSatisfy { $0 > 0x1F && $0 < 0x7F && $0 != 0x22 }
    }
}
