// SPDX-License-Identifier: Apache-2.0

import HometaskKit
import HometaskPlatform
import NIOSSL

/// Checks a certificate file for problems that would prevent phones from connecting, other than an untrusted issuer.
struct CertificateCheck {
    /// The validity period, in seconds.
    private let validity: ClosedRange<Int64>
    /// The host names of the certificate, in lower case, and the bytes of its IP addresses.
    private let names: [String]
    private let addresses: [[UInt8]]
    private let file: String

    /// The number of seconds before expiry at which a finding is reported.
    private static let notice: Int64 = 7 * 86_400

    /// Reads the first certificate of a chain; nil if there is none.
    init?(_ file: String) {
        guard let certificate = try? NIOSSLCertificate.fromPEMFile(file).first else { return nil }
        self.file = file
        let (begin, end) = (Int64(certificate.notValidBefore), Int64(certificate.notValidAfter))
        validity = begin...max(begin, end)
        let others = Array(certificate._subjectAlternativeNames())
        names = others.filter { $0.nameType == .dnsName }.map {
            String(decoding: $0.contents, as: UTF8.self).lowercased()
        }
        addresses = others.filter { $0.nameType == .ipAddress }.map { Array($0.contents) }
    }

    /// Returns the problems found, one sentence each.
    ///
    /// - Parameters:
    ///   - time: the current time.
    ///   - address: the server's address for phones.
    func findings(at time: Timestamp, for address: ServerAddress?) -> [String] {
        var found: [String] = []
        let end = Timestamp(seconds: validity.upperBound).rfc3339.prefix(10)
        if time.seconds > validity.upperBound {
            found.append("the certificate in \(file) expired on \(end); phones refuse the server until it is renewed")
        } else if time.seconds < validity.lowerBound {
            let begin = Timestamp(seconds: validity.lowerBound).rfc3339.prefix(10)
            found.append("the certificate in \(file) is valid from \(begin) on; is the clock of this machine right?")
        } else if time.seconds > validity.upperBound - Self.notice {
            found.append("the certificate in \(file) expires on \(end)")
        }
        if let address, !isFor(address) {
            let shown = names.isEmpty && addresses.isEmpty ? "no name" : shownNames.joined(separator: ", ")
            found.append("the certificate in \(file) is for \(shown), so phones refuse \(address)")
        }
        return found
    }

    /// Returns whether the certificate is valid for the host of an address. A wildcard matches the leftmost label of a
    /// name (RFC 6125, section 6.4.3); the common name is ignored.
    private func isFor(_ address: ServerAddress) -> Bool {
        guard let host = address.name else { return address.hostBytes.map { addresses.contains($0) } ?? false }
        let parent = host.firstIndex(of: ".").map { host[$0...] }
        return names.contains { name in
            name == host || name.hasPrefix("*.") && parent.map { name.dropFirst() == $0 } ?? false
        }
    }

    private var shownNames: [String] {
        names + addresses.map { $0.count == 4 ? $0.map { "\($0)" }.joined(separator: ".") : "an IPv6 address" }
    }
}
