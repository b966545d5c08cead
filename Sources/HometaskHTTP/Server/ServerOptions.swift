// SPDX-License-Identifier: Apache-2.0

public import HometaskSignIn
import HummingbirdCore

/// How a server is reached.
public struct ServerOptions: Sendable {
    /// The address to listen at.
    public var host = "127.0.0.1"
    /// The port to listen at; 0 for any free one.
    public var port = 8420
    /// Where phones find the server, as `https://home.example`; nil if only this machine does.
    public var address: ServerAddress?
    /// The files of the certificate chain and its key, in PEM; nil for plain HTTP.
    public var certificate: Certificate?
    /// Whether a proxy on this machine hands requests on, and says in `X-Forwarded-For` whose they are.
    public var isBehindProxy = false
    /// The number of seconds after which the server syncs with the family's remote without a change; 0 for never.
    public var syncInterval = 300
    /// The number of seconds for which requests that have begun are waited for at the end.
    public var patience = 10

    /// The folder for the files of photos that phones are sending.
    public var uploads: String
    /// Looks into these; nil if nothing can, so that they prove nothing.
    public var examiner: (any PhotoExaminer)?
    /// Keeps the families' repositories small; nil if nothing does, so that changes now and then do it themselves.
    public var upkeep: (any UpkeepRunner)?
    /// Sends reminders to push services; nil if nothing can.
    public var pushTransport: (any PushTransport)?

    /// Sends links to join by e-mail; nil if nothing can. It is used only if ``address`` is set, which the links need.
    public var mailer: (any MemberMailer)?

    /// What the server is to a provider at which members may sign in; nil for none. It is used only if ``address`` and
    /// ``web`` are set.
    public var provider: ProviderClient?
    /// Makes the requests to the provider.
    public var web: (any WebClient)?

    var limits = ConnectionGuard.Limits()
    /// Decides whether the server takes another connection. If not, further ones wait until one is closed.
    var connections: any AvailableConnectionsDelegate = MaximumAvailableConnections(12_000)

    /// Creates options for this machine alone, over plain HTTP.
    ///
    /// - Parameter uploads: the folder for the files of photos that phones are sending; it is made when it is needed.
    public init(uploads: String) { self.uploads = uploads }

    /// A certificate for TLS.
    public struct Certificate: Hashable, Sendable {
        /// The path of the certificate chain.
        public var chain: String
        /// The path of its private key.
        public var key: String

        /// Creates a certificate from two files.
        public init(chain: String, key: String) {
            self.chain = chain
            self.key = key
        }
    }
}
