// SPDX-License-Identifier: Apache-2.0

/// Why an exchange with a remote failed.
public struct TransportError: Error, Hashable, Sendable {
    /// What kind of failure it is.
    public enum Kind: String, Hashable, Sendable {
        /// The other machine cannot be reached, or hung up.
        case unreachable
        /// It was reached, and then sent and took nothing for as long as that was waited for.
        case stalled
        /// It does not accept who we are.
        case authentication
        /// There is nothing at this address, or nothing that we may see.
        case notFound
        /// There is something, but no git repository.
        case notARepository
        /// The key of its ssh server is not known here.
        case hostKey
        /// The key of its ssh server is another than the one known here, or was revoked.
        case hostKeyChanged
        /// Its certificate is not one that this machine trusts, or is another machine's.
        case certificate
        /// Its certificate is not valid any more, or not yet.
        case certificateExpired
        /// The folder belongs to another user of this machine.
        case owner
        /// The operating system, here or there, denies access.
        case permission
        /// It was cancelled, or ended by a signal.
        case interrupted
        /// The kind of address, or the installed git, is not supported.
        case unsupported
        /// The repository here cannot be written.
        case storage
        /// Another program holds a lock of the repository here.
        case locked
        /// A disk is full; ``TransportError/side`` says whose.
        case diskFull
        /// A disk cannot be read or written; ``TransportError/side`` says whose.
        case diskFailed
        /// An object of the repository here or there is missing or damaged.
        case damagedStore
        /// What arrived is damaged or not allowed.
        case corrupt
        /// What arrived is larger, or unfolds to more, than the limits allow.
        case overLimit
        /// It answered that it will not do this.
        case refused
        /// Any other; the lines tell.
        case other
    }

    /// One of the two ends of an exchange.
    public enum Side: Hashable, Sendable {
        /// The local repository, which fetches or pushes.
        case here
        /// The remote repository, which is fetched from or pushed to.
        case there
    }

    /// The kind of failure.
    public let kind: Kind
    /// The side on which it failed, if known and not implied by the kind.
    public let side: Side?
    /// The remote, without user and password.
    public let remote: String
    /// The messages of git, ssh or the remote, without control characters, passwords and progress.
    public let lines: [String]

    /// The signal to this process that interrupted the exchange, such as SIGINT; nil for any other cause.
    public let signal: Int32?

    /// An error with what is known of it; takes out what must not be shown.
    public init(
        _ kind: Kind, at side: Side? = nil, remote: String, lines: some Sequence<String>, signal: Int32? = nil
    ) {
        self.kind = kind
        self.side = side
        self.signal = signal
        self.remote = Self.shown(remote)
        self.lines = lines.map(Self.shown).filter { !$0.isEmpty }
    }

    /// What went wrong in the repository here.
    init(remote: String, _ error: GitError) {
        let kind: Kind =
            switch error.code {
            case .noSpace: .diskFull
            case .permission, .readOnly, .owner: .storage
            case .locked: .locked
            case .corrupt, .wrongType, .notFound: .damagedStore
            case .system: .diskFailed
            default: .other
            }
        self.init(kind, at: .here, remote: remote, lines: [error.description])
    }

    /// A text without passwords of addresses, and without characters that a terminal could obey.
    static func shown(_ text: String) -> String {
        let kept = RemoteURL.redacting(text).unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
            switch scalar.properties.generalCategory {
            case .control: scalar == "\t" ? " " : nil
            case .format, .lineSeparator, .paragraphSeparator: nil
            default: scalar
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
