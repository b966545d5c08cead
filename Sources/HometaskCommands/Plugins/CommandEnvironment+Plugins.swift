// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPluginHost

extension CommandEnvironment {
    /// Returns the plugins of this user on this machine.
    ///
    /// - Throws: `PluginHostError` if there is no home folder to keep them in, or if the user's decisions about which
    ///   may run cannot be read.
    func pluginHost() throws -> PluginHost {
        if let host = try decidedPlugins() { return host }
        throw PluginHostError(
            .unavailable, "the plugins of this user cannot be found, because HOME is not set",
            hint: Hint(Self.homeHint))
    }

    /// Returns the plugins of this user on this machine; nil if there is no home folder.
    ///
    /// - Throws: `PluginHostError` if the user's decisions about which may run cannot be read.
    func decidedPlugins() throws -> PluginHost? {
        let host = plugins()
        if let fault = host?.decisions.fault { throw fault }
        return host
    }

    /// The hint for a missing home folder.
    static let homeHint = "Set the environment variable HOME to the full path of your home folder."

    /// Whether plugins cannot be found because there is no home folder. A program that embeds the commands may have no
    /// plugins at all.
    var lacksHome: Bool { !(variables["HOME"]?.hasPrefix("/") ?? false) && plugins() == nil }
}
