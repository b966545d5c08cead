// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskSystem
import NIOCore
import NIOSSL
import Synchronization

/// A server's TLS certificate, loaded from two files.
///
/// A renewed certificate is used from the next connection on, without a restart: the files are checked when a phone
/// connects, and reread if they have changed. While the files are unusable (for example, while only one has been
/// replaced), the last usable certificate stays in use, which is logged once.
final class ServerCertificate: Sendable {
    private let files: ServerOptions.Certificate
    private let log: RequestLog
    private let current: Mutex<LoadedPair>

    private struct LoadedPair {
        var pair: Pair
        /// The stamps of the files at the last read, whether or not they were usable.
        var version: [FileStamp?]
    }

    /// A certificate chain and its key, replaced together.
    private struct Pair: Sendable {
        let chain: [NIOSSLCertificateSource]
        let key: NIOSSLPrivateKeySource
    }

    /// Reads the files.
    ///
    /// - Throws: ``StartFault`` if a file is missing or unusable, or if the key does not match the certificate.
    init(_ files: ServerOptions.Certificate, log: RequestLog) throws(StartFault) {
        (self.files, self.log) = (files, log)
        // Taken before the files are read, so that a concurrent change is detected at the first connection.
        let version = Self.version(of: files)
        current = Mutex(LoadedPair(pair: try Self.read(files), version: version))
    }

    /// Returns the TLS configuration of a server with the current certificate.
    func configuration() -> TLSConfiguration {
        var configuration = Self.configuration(for: current.withLock { $0.pair })
        configuration.sslContextCallback = { [self] _, promise in
            withLatest { pair in
                var override = NIOSSLContextConfigurationOverride()
                (override.certificateChain, override.privateKey) = (pair.chain, pair.key)
                promise.succeed(override)
            }
        }
        return configuration
    }

    /// Calls a closure with the current certificate. Changed files are reread in a separate thread, because BoringSSL's
    /// file errors stay in their thread's error queue, and would end the next connection there.
    private func withLatest(_ use: @escaping @Sendable (Pair) -> Void) {
        let version = Self.version(of: files)
        let (pair, hasChanged) = current.withLock { current in
            defer { current.version = version }
            return (current.pair, version != current.version)
        }
        guard hasChanged else { return use(pair) }
        let thread = SystemThread.start { [self] in
            readAgain(version)
            use(current.withLock { $0.pair })
        }
        guard let thread else { return use(pair) }
        pthread_detach(thread)
    }

    private func readAgain(_ version: [FileStamp?]) {
        do throws(StartFault) {
            let pair = try Self.read(files)
            // Another thread may have read a later change.
            let isLatest = current.withLock { current in
                guard current.version == version else { return false }
                current.pair = pair
                return true
            }
            if isLatest { log.remark("uses the renewed certificate in \(files.chain)") }
        } catch {
            log.fault("keeps to its last certificate: \(error.message)")
        }
    }

    private static func configuration(for pair: Pair) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: pair.chain, privateKey: pair.key)
        configuration.minimumTLSVersion = .tlsv12
        // Suites with forward secrecy and authenticated encryption (RFC 9325, section 4.2), supported by every TLS 1.2
        // client of the last ten years. TLS 1.3 has only such suites.
        configuration.cipherSuiteValues = [
            .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
            .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
            .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
        ]
        configuration.applicationProtocols = ["http/1.1"]
        return configuration
    }

    private static func read(_ files: ServerOptions.Certificate) throws(StartFault) -> Pair {
        for file in [files.chain, files.key] where access(file, R_OK) != 0 { throw StartFault(unreadable: file, errno) }
        guard let chain = try? NIOSSLCertificate.fromPEMFile(files.chain), !chain.isEmpty else {
            throw StartFault(withoutCertificate: files.chain)
        }
        guard let key = try? NIOSSLPrivateKey(file: files.key, format: .pem) else {
            throw StartFault(withoutKey: files.key)
        }
        // Group access is permitted: certificate renewal programs share the key in this way.
        guard FileStamp(files.key, followsLinks: true)?.isOpenToAll == false else {
            throw StartFault(openKey: files.key)
        }
        let pair = Pair(chain: chain.map { .certificate($0) }, key: .privateKey(key))
        guard (try? NIOSSLContext(configuration: configuration(for: pair))) != nil else {
            throw StartFault(key: files.key, ofAnotherCertificateThan: files.chain)
        }
        return pair
    }

    private static func version(of files: ServerOptions.Certificate) -> [FileStamp?] {
        [files.chain, files.key].map { FileStamp($0, followsLinks: true) }
    }
}
