// SPDX-License-Identifier: Apache-2.0

/// That a plugin had a part in a commit.
public struct PluginShare: Hashable, Sendable {
    /// The id of the plugin, which need not be installed on this device.
    public let plugin: String
    /// How many plugins in a row have answered to each other since somebody did something: 0 if a plugin's part is in
    /// what a person did, 1 where a plugin answered to a person, 2 where one answered to that.
    public let generation: Int

    /// Creates a share; a `generation` of 0 to 1000 can be read back from the commit.
    public init(plugin: String, generation: Int) {
        self.plugin = plugin
        self.generation = generation
    }
}
