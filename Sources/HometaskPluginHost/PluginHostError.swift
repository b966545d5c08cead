// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily

/// Why a plugin could not be used: the plugin, the problem, and what to do next.
public struct PluginHostError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors.
    public enum Code: Hashable, Sendable {
        /// There is no plugin with this id, or none provides what was requested.
        case notFound
        /// The plugin exists, but was not enabled or has changed since.
        case notEnabled
        /// The plugin was suspended after repeated failures.
        case setAside
        /// The plugin has just had a fault.
        case fault
        /// The plugin reports that it cannot do what was requested.
        case refused
        /// An external resource that the plugin needs cannot be reached.
        case unavailable
        /// The folder does not contain a valid plugin.
        case invalid
        /// The plugin exists already.
        case exists
        /// The value is not allowed for the setting, or the plugin has no such setting.
        case invalidValue
        /// A plugin that comes with hometask cannot be removed.
        case bundled
        /// A file of this user could not be read or written.
        case storage
    }

    /// The kind of error.
    public let code: Code
    /// One sentence that names the plugin, what was expected and what was found.
    public let message: String
    /// What to do next.
    public let hint: Hint?

    /// Creates an error; without a hint there is no advice.
    public init(_ code: Code, _ message: String, hint: Hint? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }

    /// The message, without the code and the hint.
    public var description: String { message }
}
