// SPDX-License-Identifier: Apache-2.0

/// Why an exchange with a remote failed.
public struct TransportError: Error, Hashable, Sendable {
    /// What kind of failure it is.
    public enum Kind: String, Hashable, Sendable {
        /// The other machine cannot be reached, or hung up.
        case unreachable
        /// It does not accept who we are.
        case authentication
        /// There is nothing at this address, or nothing that we may see.
        case notFound
        /// There is something, but no git repository.
        case notARepository
        /// The machine or the file is not trusted: an unknown or changed host key, a bad certificate, a folder of
        /// another user.
        case hostKey
        /// The operating system, here or there, denies access.
        case permission
        /// It was cancelled, or ended by a signal.
        case interrupted
        /// The kind of address, or the installed git, is not supported.
        case unsupported
        /// The disk is full.
        case diskFull
        /// What arrived is damaged or not allowed.
        case corrupt
        /// Any other; the lines tell.
        case other
    }

    /// The kind of failure.
    public let kind: Kind
    /// The remote, without user and password.
    public let remote: String
    /// What git said last, without control characters, passwords and progress.
    public let lines: [String]

    /// An error with what is known of it; takes out what must not be shown.
    public init(_ kind: Kind, remote: String, lines: some Sequence<String>) {
        self.kind = kind
        self.remote = Self.shown(remote)
        self.lines = lines.map(Self.shown).filter { !$0.isEmpty }
    }

    /// A text without passwords of addresses, and without characters that a terminal could obey.
    static func shown(_ text: String) -> String {
        let kept = RemoteURL.redacting(text).unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar == "\t"
            case .format, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        return String(String.UnicodeScalarView(kept))
    }
}

extension TransportError: CustomStringConvertible {
    /// The remote, the kind and git's words.
    public var description: String {
        "the exchange with \(remote) failed (\(kind.rawValue))"
            + (lines.isEmpty ? "" : ": " + lines.joined(separator: "; "))
    }
}

extension TransportError.Kind {
    /// Finds the kind in the words of git, ssh and curl in the C locale; the most certain words come first.
    init(lines: [String]) {
        let text = lines.filter { !$0.hasPrefix("remote:") }.joined(separator: "\n")
        self = Self.words.first { _, words in words.contains { text.contains($0) } }?.kind ?? .other
    }

    private static let words: [(kind: Self, words: [String])] = [
        (.diskFull, ["No space left on device", "Disk quota exceeded"]),
        (
            .hostKey,
            [
                "Host key verification failed", "HOST IDENTIFICATION HAS CHANGED", "dubious ownership",
                "server certificate verification failed", "SSL certificate problem", "certificate",
            ]
        ),
        (
            .unsupported,
            [
                "not allowed", "nable to find remote helper", "is not a git command", "unknown option",
                "does not support", "not supported",
            ]
        ),
        (
            .authentication,
            [
                "Permission denied (", "Authentication failed", "could not read Username", "could not read Password",
                "terminal prompts disabled", "error: 401", "error: 403", "Too many authentication failures",
            ]
        ),
        (.permission, ["Permission denied", "insufficient permission", "Read-only file system"]),
        (
            .unreachable,
            [
                "Could not resolve host", "Name or service not known", "Temporary failure in name resolution",
                "Connection refused", "Connection timed out", "Operation timed out", "timed out",
                "Network is unreachable", "No route to host", "Couldn't connect", "Could not connect",
                "Failed to connect", "Connection closed", "Connection reset", "unable to connect", "kex_exchange",
            ]
        ),
        (.notARepository, ["does not appear to be a git repository", "not a git repository"]),
        (.notFound, ["epository not found", "' not found", "does not exist", "No such file or directory"]),
        (.corrupt, ["fsck error", "index-pack failed", "unpack-objects failed", "bad object", "inflate", "corrupt"]),
        (
            .unreachable,
            ["hung up", "early EOF", "unexpected disconnect", "RPC failed", "Broken pipe", "unable to access"]
        ),
    ]
}
