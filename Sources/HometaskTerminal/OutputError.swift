// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Output that could not be written.
public struct OutputError: Error, Hashable, CustomStringConvertible {
    /// What was written to, such as "standard output".
    public let destination: String
    /// The `errno` of the failed call.
    public let code: Int32

    /// A sentence that says what failed and why, in the words of the C library.
    public var description: String {
        "cannot write to \(destination): \(strerror(code).map { String(cString: $0) } ?? "error \(code)")"
    }
}
