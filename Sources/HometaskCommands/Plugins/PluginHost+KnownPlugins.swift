// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPluginHost

extension PluginHost {
    /// Returns the plugin with an id; throws `notFound` if none on this machine has it.
    func known(_ id: String) throws -> KnownPlugin {
        if let plugin = known().first(where: { $0.id == id }) { return plugin }
        throw PluginHostError(
            .notFound, "there is no plugin ‘\(id)’", hint: "'hometask plugin list' shows the plugins.")
    }

    /// Returns the names of a plugin's offers that other plugins or the program also use.
    func clashes(of plugin: KnownPlugin, among plugins: [KnownPlugin]? = nil) -> [NameClash] {
        plugin.manifest.map { clashes(of: $0, among: plugins ?? known()) } ?? []
    }
}
