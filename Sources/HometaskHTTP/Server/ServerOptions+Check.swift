// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import NIOCore

extension ServerOptions {
    /// Checks whether a server could use the certificate and listen at the address, without starting one. A port in use
    /// is accepted, because the listening program may be this server.
    ///
    /// - Throws: ``StartFault`` if the server cannot listen at the address or read the certificate.
    public func check() throws(StartFault) {
        if let certificate { _ = try ServerCertificate(certificate, log: .none) }
        do {
            try Self.tryToBind(to: SocketAddress.makeAddressResolvingHost(host, port: port))
        } catch {
            throw StartFault(error, at: self)
        }
    }

    private static func tryToBind(to address: SocketAddress) throws {
        try address.withSockAddr { name, length in
            let descriptor = socket(Int32(name.pointee.sa_family), Platform.stream, 0)
            guard descriptor >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
            defer { close(descriptor) }
            guard bind(descriptor, name, socklen_t(length)) == 0 || errno == EADDRINUSE else {
                throw IOError(errnoCode: errno, reason: "bind")
            }
        }
    }
}
