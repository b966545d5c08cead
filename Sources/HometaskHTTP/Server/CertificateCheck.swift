// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskKit
import NIOSSL

/// What a phone finds wrong with a certificate, as far as its file shows it: not whether the phone trusts who issued it.
struct CertificateCheck {
    /// The times between which it is valid.
    private let validity: ClosedRange<Int64>
    /// The names of hosts that it is for, in lower case, and the bytes of IP addresses.
    private let names: [String]
    private let addresses: [[UInt8]]
    private let file: String

    /// So many seconds before it expires, it is to be said.
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

    /// What is wrong, in sentences.
    ///
    /// - Parameters:
    ///   - time: the time now.
    ///   - address: where phones find the server.
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

    /// Whether it is for the host of an address. An asterisk stands for the first part of a name (RFC 6125, section 6.4.3);
    /// the common name counts for nothing.
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
