// SPDX-License-Identifier: Apache-2.0

/// Why an exchange with a remote failed.
public struct TransportError: Error, Hashable, Sendable {
    /// The kind of a failed exchange.
    public enum Kind: String, Hashable, Sendable {
        /// The other machine cannot be reached, or closed the connection.
        case unreachable
        /// The remote was reached, but then transferred nothing until the timeout.
        case stalled
        /// The remote does not accept the user's credentials.
        case authentication
        /// The address does not exist, or is not visible to this user.
        case notFound
        /// The address exists, but is not a git repository.
        case notARepository
        /// The key of the remote's ssh server is not known here.
        case hostKey
        /// The key of the remote's ssh server differs from the known one, or was revoked.
        case hostKeyChanged
        /// The remote's certificate is not trusted by this machine, or belongs to another machine.
        case certificate
        /// The remote's certificate has expired, or is not valid yet.
        case certificateExpired
        /// The folder belongs to another user of this machine.
        case owner
        /// The operating system, here or there, denies access.
        case permission
        /// The exchange was cancelled, or ended by a signal.
        case interrupted
        /// The kind of address, or the installed git, is not supported.
        case unsupported
        /// The remote's references are stored in the format ‘reftable’, which the git that serves it does not know.
        case reftable
        /// The remote names objects by SHA-256, so nothing can be exchanged with it.
        case sha256
        /// The local repository cannot be written.
        case storage
        /// Another program holds a lock of the local repository.
        case locked
        /// A disk is full; ``TransportError/side`` says whose.
        case diskFull
        /// A disk cannot be read or written; ``TransportError/side`` says whose.
        case diskFailed
        /// An object of the local or remote repository is missing or damaged.
        case damagedStore
        /// The received data is damaged or not allowed.
        case corrupt
        /// The received data is larger, or expands to more, than the limits allow.
        case overLimit
        /// The remote refused the request.
        case refused
        /// Any other failure; the lines explain it.
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
    /// The side on which the exchange failed, if known and not implied by the kind.
    public let side: Side?
    /// The remote, without user and password.
    public let remote: String
    /// The messages of git, ssh or the remote, without control characters, passwords and progress.
    public let lines: [String]

    /// The signal to this process that interrupted the exchange, such as SIGINT; nil for any other cause.
    public let signal: Int32?

    /// Creates an error, removing passwords and control characters from the remote and the lines.
    public init(
        _ kind: Kind, at side: Side? = nil, remote: String, lines: some Sequence<String>, signal: Int32? = nil
    ) {
        self.kind = kind
        self.side = side
        self.signal = signal
        self.remote = Self.shown(remote)
        self.lines = lines.map(Self.shown).filter { !$0.isEmpty }
    }

    /// Creates an error for a failure in the local repository.
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

    /// Removes control characters and the passwords of addresses from a text.
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
    /// The remote, the kind and git's messages.
    public var description: String {
        "the exchange with \(remote) failed (\(kind.rawValue))"
            + (lines.isEmpty ? "" : ": " + lines.joined(separator: "; "))
    }
}
