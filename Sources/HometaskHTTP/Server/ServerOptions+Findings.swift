// SPDX-License-Identifier: Apache-2.0

public import HometaskKit

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
