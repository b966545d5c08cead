// SPDX-License-Identifier: Apache-2.0

public import HometaskKit
public import HometaskServing
public import HometaskSignIn
public import HometaskWebPush
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

/// Sends emails to members through their family's email channel, in a separate process.
public protocol MemberMailer: Sendable {
    /// Sends an email to the address in a member's document.
    ///
    /// - Parameter family: the family's folder.
    /// - Throws: ``ServiceFault``.
    func send(_ mail: InvitationMail, to member: DocumentID, of family: String) async throws(ServiceFault)
}

/// Examines photo files in a separate process, because a crafted file may exploit its parser.
public protocol PhotoExaminer: Sendable {
    /// Examines a photo's file.
    ///
    /// - Parameter family: the family's folder.
    /// - Returns: the result; nil if no program on this machine can examine photos.
    /// - Throws: ``ServiceFault``.
    func examine(_ file: String, of family: String) async throws(ServiceFault) -> ExaminedPhoto?
}

/// A transport for requests to push services.
public protocol PushTransport: Sendable {
    /// Sends a request, and returns its outcome.
    ///
    /// - Throws: the reason there is no response.
    func send(_ request: PushRequest) async throws(ServiceFault) -> PushOutcome
}

/// Keeps a family's repository small and fast to read, in a separate, low-priority process.
public protocol UpkeepRunner: Sendable {
    /// Packs a family's history, unless this device's settings disable automatic upkeep.
    ///
    /// - Parameter family: the family's folder.
    /// - Returns: the failure, in one sentence; nil on success, or if another process is already running the upkeep.
    func runUpkeep(of family: String) async -> String?
}

extension ServerOptions {
    /// Returns the problems that phones will have with the certificate, address or port, one sentence each. Makes no
    /// DNS lookups.
    public func findings(at time: Timestamp) -> [String] {
        var found = certificate.flatMap { CertificateCheck($0.chain) }?.findings(at: time, for: address) ?? []
        guard let address, !address.isOfThisMachine else { return found }
        if certificate != nil, !isBehindProxy, address.port != port {
            found.append(
                "phones open port \(address.port) of --url, and the server listens at \(port); if nothing forwards one "
                    + "to the other, give --url \(address.at(port))")
        }
        if certificate == nil, !isBehindProxy {
            found.append(
                "--url needs a proxy in front of the server; with --behind-proxy it tells the addresses of phones apart, "
                    + "and without that all of them share the limits of one")
        }
        return found
    }
}
