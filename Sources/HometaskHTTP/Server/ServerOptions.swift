// SPDX-License-Identifier: Apache-2.0

public import HometaskSignIn
import HummingbirdCore

/// The options of a server.
public struct ServerOptions: Sendable {
    /// The address to listen at.
    public var host = "127.0.0.1"
    /// The port to listen at; 0 for any free port.
    public var port = 8420
    /// The server's address for phones, such as `https://home.example`; nil if only this machine uses it.
    public var address: ServerAddress?
    /// The PEM files of the certificate chain and the private key; nil for plain HTTP.
    public var certificate: Certificate?
    /// Whether a proxy on this machine forwards requests, with the client's address in `X-Forwarded-For`.
    public var isBehindProxy = false
    /// The number of seconds between periodic syncs with the family's remote; 0 disables syncing.
    public var syncInterval = 300
    /// The number of seconds to wait for pending requests at shutdown.
    public var patience = 10

    /// The folder for pending photo uploads.
    public var uploads: String
    /// Examines uploaded photos; if nil, photos are not examined and cannot prove a task.
    public var examiner: (any PhotoExaminer)?
    /// Runs the upkeep of the families' repositories; if nil, occasional changes do it themselves.
    public var upkeep: (any UpkeepRunner)?
    /// Sends reminders to push services; nil to send none.
    public var pushTransport: (any PushTransport)?

    /// Emails join links; nil to send none. Used only if ``address`` is set, because the links contain it.
    public var mailer: (any MemberMailer)?

    /// The server's registration as a client of a sign-in provider; nil for none. Used only if ``address`` and ``web``
    /// are set.
    public var provider: ProviderClient?
    /// Makes the requests to the provider.
    public var web: (any WebClient)?

    var limits = ConnectionGuard.Limits()
    /// Decides whether the server accepts another connection. If not, new connections wait until one is closed.
    var connections: any AvailableConnectionsDelegate = MaximumAvailableConnections(12_000)

    /// Creates options for this machine alone, over plain HTTP.
    ///
    /// - Parameter uploads: the folder for pending photo uploads, created when needed.
    public init(uploads: String) { self.uploads = uploads }

    /// A certificate for TLS.
    public struct Certificate: Hashable, Sendable {
        /// The path of the certificate chain.
        public var chain: String
        /// The path of the certificate's private key.
        public var key: String

        /// Creates a certificate from the paths of two files.
        public init(chain: String, key: String) {
            self.chain = chain
            self.key = key
        }
    }
}
