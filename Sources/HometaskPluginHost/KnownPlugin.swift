// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskPluginProtocol

/// A plugin that was found on this machine.
public struct KnownPlugin: Sendable {
    /// The origin of a plugin: the program, an installation, or a folder that is searched.
    public enum Origin: String, Sendable {
        /// The plugin comes with the program.
        case bundled
        /// The plugin was installed for this user.
        case installed
        /// The plugin is next to the program or in a folder of `HOMETASK_PLUGIN_PATH`.
        case found
    }

    /// Whether a plugin runs.
    public enum State: Hashable, Sendable {
        /// The plugin is enabled, and nothing prevents it from running.
        case enabled
        /// The plugin was never enabled, or was disabled.
        case disabled
        /// The plugin's files have changed since it was enabled.
        case changed
        /// The plugin was enabled with a sandbox, which is no longer available.
        case exposed
        /// The plugin was suspended after repeated failures.
        case setAside
        /// The folder does not contain a valid plugin, for this reason.
        case broken(String)

        /// The state as one or more words for people.
        public var word: String {
            switch self {
            case .enabled: "enabled"
            case .disabled: "disabled"
            case .changed: "changed"
            case .exposed: "without its sandbox"
            case .setAside: "suspended"
            case .broken: "broken"
            }
        }
    }

    /// The id; for a broken plugin, the folder's name.
    public let id: String
    /// The origin of the plugin: the program, an installation, or a folder that is searched.
    public let origin: Origin
    /// The folder; nil for bundled plugins.
    public let path: String?
    /// The manifest; nil for broken plugins.
    public let manifest: PluginManifest?
    /// Whether the plugin can run, and if not, why.
    public let state: State
    /// The hash of the plugin's files; nil for bundled plugins.
    public let hash: String?

    /// The kinds of documents in its manifest that do not exist, by name.
    public var unknownKinds: [DocumentKind] {
        (manifest?.kinds ?? []).filter { Schema.of($0) == nil }.sorted { $0.rawValue < $1.rawValue }
    }
}
