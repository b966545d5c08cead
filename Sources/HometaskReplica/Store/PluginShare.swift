// SPDX-License-Identifier: Apache-2.0

/// The share of a plugin in a commit.
public struct PluginShare: Hashable, Sendable {
    /// The id of the plugin, which may not be installed on this device.
    public let plugin: String
    /// The number of successive plugin reactions since a person's change: 0 if the plugin took part in the person's
    /// change, 1 if it reacted to that change, 2 if it reacted to such a reaction.
    public let generation: Int

    /// Creates a share; a `generation` of 0 to 1000 can be read back from the commit.
    public init(plugin: String, generation: Int) {
        self.plugin = plugin
        self.generation = generation
    }
}
