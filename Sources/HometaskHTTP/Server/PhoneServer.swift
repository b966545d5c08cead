// SPDX-License-Identifier: Apache-2.0

import HometaskKit
public import HometaskSignIn
public import HometaskWeb
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// A server for the phones of one or more families.
public struct PhoneServer: Sendable {
    private let families: [ServedFamily]
    private let phones: SignInStore
    private let options: ServerOptions
    private let page: PageFiles?
    private let log: RequestLog
    private let uploads: PhotoUploads
    private let email: EmailSignIn?

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - families: the families.
    ///   - phones: the phones that have joined.
    ///   - page: the page for phones; nil for a server that has only the API.
    public init(
        for families: [ServedFamily], phones: SignInStore, options: ServerOptions, page: PageFiles? = nil,
        log: RequestLog
    ) {
        self.families = families
        self.phones = phones
        self.options = options
        self.page = page
        self.log = log
        uploads = PhotoUploads(in: options.uploads)
        email =
            if let mailer = options.mailer, let address = options.address {
                EmailSignIn(
                    for: families, phones: phones, mailer: mailer, address: address, log: log, clock: { .present })
            } else { nil }
    }

    /// Serves until the task is cancelled or the process receives SIGTERM or SIGINT. Pending requests are still
    /// answered.
    ///
    /// - Parameters:
    ///   - endsWithSignals: whether these signals end the server.
    ///   - onReady: called once with the port, as soon as phones can connect.
    /// - Throws: ``StartFault`` if the server cannot listen at the address or read the certificate.
    public func run(
        endsWithSignals: Bool = true, onReady: @escaping @Sendable (_ port: Int) async -> Void
    ) async throws {
        var logger = Logger(label: "hometask-serve", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = .error
        let application = Application(
            router: router(), server: try server(),
            configuration: ApplicationConfiguration(
                address: .hostname(options.host, port: options.port),
                availableConnectionsDelegate: options.connections),
            services: services(),
            onServerRunning: { channel in await onReady(channel.localAddress?.port ?? options.port) }, logger: logger)
        var configuration = ServiceGroupConfiguration(
            services: [application], gracefulShutdownSignals: endsWithSignals ? [.sigterm, .sigint] : [], logger: logger
        )
        configuration.maximumGracefulShutdownDuration = .seconds(options.patience)
        let group = ServiceGroup(configuration: configuration)
        // In a separate task: cancelling this one would otherwise abort all requests at once.
        let running = Task { try await group.run() }
        try await withTaskCancellationHandler {
            do {
                try await running.value
            } catch let error as IOError {
                throw StartFault(error, at: options)
            } catch let error as SocketAddressError.UnknownHost {
                throw StartFault(error, at: options)
            }
        } onCancel: {
            Task { await group.triggerGracefulShutdown() }
        }
    }

    private func router() -> Router<PhoneContext> {
        let router = Router(context: PhoneContext.self)
        router.add(middleware: RequestGate(options: options, log: log))
        let byID = Dictionary(families.map { ($0.id, $0) }) { first, _ in first }
        let lookup = PhoneLookup(families: byID, phones: phones, isBehindProxy: options.isBehindProxy)
        let joining = PhoneJoining(lookup, clock: { .present })
        let signingOut = SigningOut(lookup: lookup, uploads: uploads)
        PhoneRoutes(lookup, joining: joining, signingOut: signingOut, clock: { .present }).add(to: router)
        PlainJoinRoutes(lookup, joining: joining, signingOut: signingOut).add(to: router)
        PlainRoutes(lookup, signingOut).add(to: router)
        PhotoRoutes(lookup, uploads: uploads, examiner: options.examiner).add(to: router)
        ReminderRoutes(lookup, canSend: options.pushTransport != nil).add(to: router)
        addSignIn(to: router, lookup)
        HistoryRoutes(lookup).add(to: router)
        if let page { PageRoutes(files: page).add(to: router) }
        return router
    }

    private func addSignIn(to router: Router<PhoneContext>, _ lookup: PhoneLookup) {
        let provider = providerRoutes()
        provider?.add(to: router)
        let party = options.address.flatMap { RelyingParty(origin: "\($0)") }
        PasskeyRoutes(lookup, party: party, log: log, clock: { .present }).add(to: router)
        if let party {
            PasskeySignIn(lookup, party: party, log: log, clock: { .present }).add(to: router)
        }
        SignInRoutes(
            email: email, provider: provider?.name, party: party, isBehindProxy: options.isBehindProxy,
            clock: { .present }
        ).add(to: router)
    }

    private func providerRoutes() -> ProviderRoutes? {
        guard let client = options.provider, let web = options.web, let address = options.address else { return nil }
        return ProviderRoutes(
            to: client, over: web, for: families, phones: phones, at: address, isBehindProxy: options.isBehindProxy,
            log: log, clock: { .present })
    }

    private func services() -> [any Service] {
        var services: [any Service] = []
        for family in families {
            let upkeep = options.upkeep.map { FamilyUpkeep(of: family, by: $0, log: log) }
            services.append(FamilyWatch(family: family, upkeep: upkeep, log: log))
            if let upkeep { services.append(upkeep) }
        }
        services.append(UploadCleaning(uploads: uploads, phones: phones, log: log))
        if let transport = options.pushTransport {
            let contact = options.address.flatMap { $0.scheme == "https" ? "\($0)" : nil }
            services += families.map { family in
                ReminderService(
                    reminders: PhoneReminders(
                        family: family, phones: phones, transport: transport, contact: contact, log: log))
            }
        }
        if let email { services.append(email) }
        if options.syncInterval > 0 {
            services += families.map { RemoteSyncing(family: $0, interval: options.syncInterval, log: log) }
        }
        return services
    }

    private func server() throws -> HTTPServerBuilder {
        let plain = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [ConnectionGuard(limits: options.limits)], idleTimeout: options.limits.idle,
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 8 << 10, maxHeaderListSize: 16 << 10, maxHeaderFieldCount: 100)))
        guard let certificate = options.certificate else { return plain }
        return try .tls(plain, tlsConfiguration: ServerCertificate(certificate, log: log).configuration())
    }
}

/// Removes abandoned uploads at start-up and every hour.
struct UploadCleaning: Service {
    let uploads: PhotoUploads
    let phones: SignInStore
    let log: RequestLog

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                do {
                    try await uploads.clean { try await phones.account(of: $0) != nil }
                } catch {
                    log.fault("old uploads cannot be removed: \(error)")
                }
                try await Task.sleep(for: .seconds(3600))
            }
        }
    }
}
