// SPDX-License-Identifier: Apache-2.0

import Glibc
import NIOCore

/// Why a server could not be started.
public struct StartFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in one sentence.
    public let message: String

    /// The same as ``message``.
    public var description: String { message }

    /// The address cannot be listened at.
    init(_ error: any Error, at address: String) {
        let number = (error as? IOError)?.errnoCode
        let reason =
            number == EADDRINUSE
            ? "another program listens there" : number.map { String(cString: strerror($0)) } ?? "\(error)"
        message = "cannot listen at \(address): \(reason)"
    }

    /// A file of the certificate cannot be used.
    init(_ error: any Error, in file: String) {
        message = "cannot use \(file) for HTTPS: it should be a PEM file that you may read (\(error))"
    }
}
