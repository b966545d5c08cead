// SPDX-License-Identifier: Apache-2.0

extension PluginHost {
    /// Creates a folder for exchanging files with a plugin.
    public func scratch(for plugin: UsablePlugin) throws -> ScratchFolder {
        try ScratchFolder(in: places.data(plugin.id))
    }
}
