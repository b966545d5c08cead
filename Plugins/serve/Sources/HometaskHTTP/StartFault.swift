// SPDX-License-Identifier: Apache-2.0

import Glibc
import NIOCore

/// Why a server could not be started.
public struct StartFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of faults.
    public enum Kind: Hashable, Sendable {
        /// The address cannot be listened at.
        case address
        /// A file does not exist.
        case missing
        /// A file cannot be read.
        case unreadable
        /// A file holds something else than it should.
        case malformed
    }

    /// The kind.
    public let kind: Kind
    /// What is wrong, in one sentence.
    public let message: String
    /// What to do next; nil if the message says it.
    public let hint: String?

    /// The same as ``message``.
    public var description: String { message }

    private init(_ kind: Kind, _ message: String, hint: String? = nil) {
        (self.kind, self.message, self.hint) = (kind, message, hint)
    }

    /// The address cannot be listened at.
    init(_ error: any Error, at address: String) {
        let number = (error as? IOError)?.errnoCode
        let reason =
            number == EADDRINUSE
            ? "another program listens there" : number.map { String(cString: strerror($0)) } ?? "\(error)"
        self.init(.address, "cannot listen at \(address): \(reason)")
    }

    /// A file of the certificate cannot be read, for a reason of errno(3).
    init(unreadable file: String, _ number: Int32) {
        self.init(
            number == ENOENT ? .missing : .unreadable, "cannot read \(file): \(String(cString: strerror(number)))",
            hint: "--tls-cert takes the file of the certificate chain, --tls-key that of its private key, both in PEM.")
    }

    /// A file that should hold the certificate chain holds none.
    init(withoutCertificate file: String) {
        self.init(
            .malformed, "\(file) holds no certificate",
            hint: "--tls-cert takes a certificate chain in PEM, which begins with -----BEGIN CERTIFICATE-----.")
    }

    /// A file that should hold the private key holds none.
    init(withoutKey file: String) {
        self.init(
            .malformed, "\(file) holds no private key, or one that takes a password",
            hint: "--tls-key takes a private key in PEM without a password; 'openssl pkey' removes one.")
    }

    /// The two files are not of one certificate.
    init(key: String, ofAnotherCertificateThan chain: String) {
        self.init(
            .malformed, "the key in \(key) is not that of the first certificate in \(chain)",
            hint: "The server's own certificate comes first in the chain, and those of its issuers follow.")
    }
}
