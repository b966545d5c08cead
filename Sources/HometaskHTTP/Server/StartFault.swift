// SPDX-License-Identifier: Apache-2.0

import Glibc
import NIOCore

/// The reason a server could not start.
public struct StartFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of a fault.
    public enum Kind: Hashable, Sendable {
        /// Listening at the address failed.
        case address
        /// A file of the certificate does not exist.
        case missing
        /// A file of the certificate cannot be read.
        case unreadable
        /// The file of the certificate chain holds no certificate.
        case noCertificate
        /// The file of the private key holds none, or an encrypted one.
        case noKey
        /// Everybody on this machine may use the file of the private key.
        case openKey
        /// The private key is not that of the first certificate in the chain.
        case otherKey
    }

    /// The kind of the fault, which selects an exit code and a hint.
    public let kind: Kind
    /// What is wrong, in one sentence.
    public let message: String

    /// The same as ``message``.
    public var description: String { message }

    private init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

    /// Listening at the address failed.
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

    /// A file of the certificate cannot be read, with the reason as errno(3).
    init(unreadable file: String, _ number: Int32) {
        self.init(
            number == ENOENT ? .missing : .unreadable, "cannot read \(file): \(String(cString: strerror(number)))")
    }

    /// A file that should hold the certificate chain holds none.
    init(withoutCertificate file: String) { self.init(.noCertificate, "\(file) holds no certificate") }

    /// A file that should hold the private key holds none.
    init(withoutKey file: String) {
        self.init(.noKey, "\(file) holds no private key, or one that takes a password")
    }

    /// Everybody may use the file with the private key.
    init(openKey file: String) {
        self.init(.openKey, "everybody on this machine may use \(file), which has the server's private key in it")
    }

    /// The key does not match the certificate.
    init(key: String, ofAnotherCertificateThan chain: String) {
        self.init(.otherKey, "the key in \(key) is not that of the first certificate in \(chain)")
    }
}
