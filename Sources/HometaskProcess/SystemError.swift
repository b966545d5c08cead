// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// A failure of the operating system, with its error number.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number, one of the values of `errno`.
    public let number: Int32

    /// Creates the error for a value of `errno`.
    public init(number: Int32) {
        self.number = number
    }

    /// The system's message for the number.
    public var message: String { String(cString: strerror(number)) }

    /// The system's message for the number.
    public var description: String { message }
}
