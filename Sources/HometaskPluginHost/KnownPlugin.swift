// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskPluginProtocol

/// A plugin that was found on this machine.
public struct KnownPlugin: Sendable {
    /// Where a plugin is from.
    public enum Origin: String, Sendable {
        /// It comes with the program.
        case bundled
        /// It was installed for this user.
        case installed
        /// It is beside the program or in a folder of `HOMETASK_PLUGIN_PATH`.
        case found
    }

    /// Whether a plugin runs.
    public enum State: Hashable, Sendable {
        /// It is enabled.
        case enabled
        /// It was never enabled, or was disabled.
        case disabled
        /// It is not what was enabled any more.
        case changed
        /// It was enabled with a sandbox, which is no longer available.
        case exposed
        /// It failed too often.
        case setAside
        /// Its folder holds no plugin any more, or never did: why.
        case broken(String)

        /// The state in a word.
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

    /// Its id; of a broken one the folder's name.
    public let id: String
    /// Where it is from.
    public let origin: Origin
    /// Its folder; nil for bundled ones.
    public let path: String?
    /// Its manifest; nil for broken plugins.
    public let manifest: PluginManifest?
    /// Whether it can run, and if not, why.
    public let state: State
    /// The hash of what belongs to it; nil for bundled ones.
    public let hash: String?

    /// The kinds of documents in its manifest that do not exist, by name.
    public var unknownKinds: [DocumentKind] {
        (manifest?.kinds ?? []).filter { Schema.of($0) == nil }.sorted { $0.rawValue < $1.rawValue }
    }
}

extension PluginManifest {
    /// All kinds of documents in its manifest.
    var kinds: Set<DocumentKind> {
        needs.read.union(needs.write).union(offers.fields.keys).union(offers.hooks.flatMap(\.kinds))
    }
}
