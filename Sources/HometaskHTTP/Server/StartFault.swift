// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import NIOCore

/// The reason a server could not start.
public struct StartFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a fault.
    public enum Kind: Hashable, Sendable {
        /// Listening at the address failed.
        case address
        /// A certificate or key file does not exist.
        case missing
        /// A file of the certificate cannot be read.
        case unreadable
        /// The certificate chain file contains no certificate.
        case noCertificate
        /// The private key file contains no key, or an encrypted one.
        case noKey
        /// The private key file is accessible to every user of this machine.
        case openKey
        /// The private key does not match the first certificate in the chain.
        case otherKey
    }

    /// The kind of the fault, which selects an exit code and a hint.
    public let kind: Kind
    /// What is wrong, in one sentence.
    public let message: String

    /// The same as ``message``.
    public var description: String { message }

    private init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

    /// Creates a fault for a failure to listen at the address.
    init(_ error: any Error, at options: ServerOptions) {
        let reason =
            switch error {
            case let error as IOError where error.errnoCode == EADDRINUSE: "another program listens there"
            case let error as IOError: String(cString: strerror(error.errnoCode))
            case let error as SocketAddressError.UnknownHost: error.errorDescription
            default: "\(error)"
            }
        self.init(.address, "cannot listen at ‘\(options.host)’, port \(options.port): \(reason)")
    }

    /// Creates a fault for an unreadable certificate or key file, with the reason as errno(3).
    init(unreadable file: String, _ number: Int32) {
        self.init(
            number == ENOENT ? .missing : .unreadable, "cannot read \(file): \(String(cString: strerror(number)))")
    }

    /// Creates a fault for a certificate chain file without a certificate.
    init(withoutCertificate file: String) { self.init(.noCertificate, "\(file) holds no certificate") }

    /// Creates a fault for a private key file without a usable key.
    init(withoutKey file: String) {
        self.init(.noKey, "\(file) holds no private key, or one that takes a password")
    }

    /// Creates a fault for a private key file that is accessible to everybody.
    init(openKey file: String) {
        self.init(.openKey, "everybody on this machine may use \(file), which has the server's private key in it")
    }

    /// Creates a fault for a key that does not match the certificate.
    init(key: String, ofAnotherCertificateThan chain: String) {
        self.init(.otherKey, "the key in \(key) is not that of the first certificate in \(chain)")
    }
}
