// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The error thrown if output could not be written.
public struct OutputError: Error, Hashable, CustomStringConvertible {
    /// The destination of the output, such as "standard output".
    public let destination: String
    /// The `errno` of the failed call.
    public let code: Int32

    /// A sentence with the operation that failed and the C library's message.
    public var description: String {
        "cannot write to \(destination): \(strerror(code).map { String(cString: $0) } ?? "error \(code)")"
    }
}
