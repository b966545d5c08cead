// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily

/// Why a plugin could not be used: what it was about, what is wrong, and what to do next.
public struct PluginHostError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors.
    public enum Code: Hashable, Sendable {
        /// There is no plugin with this id, or none provides what was requested.
        case notFound
        /// It is there, and was not enabled, or has changed since.
        case notEnabled
        /// It was set aside after it failed time and again.
        case setAside
        /// It did something wrong just now.
        case fault
        /// It says that it cannot do what was asked.
        case refused
        /// What it needs outside cannot be reached.
        case unavailable
        /// The folder holds no plugin.
        case invalid
        /// It is there already.
        case exists
        /// A setting has no such value, or the plugin has no such setting.
        case invalidValue
        /// A file of this user's could not be written or read.
        case storage
    }

    /// The kind of error.
    public let code: Code
    /// One sentence that names the plugin, what was expected and what was found.
    public let message: String
    /// What to do next.
    public let hint: Hint?

    /// Creates an error; without a hint there is nothing to advise.
    public init(_ code: Code, _ message: String, hint: Hint? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }

    /// The message, without the code and the hint.
    public var description: String { message }
}
