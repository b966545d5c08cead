// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskPluginProtocol

/// A plugin that comes with the program. To run it, the program starts itself again in a special mode, as a separate
/// process like any other plugin's, with the same messages, limits and sandbox.
///
/// There is no separate file whose hash could be compared: running the program implies trust in everything that is
/// compiled into it.
public struct BundledPlugin: Sendable {
    /// The id of the plugin, which is known without parsing its manifest.
    public let id: String
    /// Answers a host's requests on standard input until the input ends.
    public let serve: @Sendable () -> Void
    private let bytes: @Sendable () -> [UInt8]

    /// Creates a plugin from the bytes of its manifest, whose validity is covered by the program's tests. They are
    /// parsed only when the plugin's offers are needed.
    public init(_ id: String, manifest: @escaping @Sendable () -> [UInt8], serve: @escaping @Sendable () -> Void) {
        self.id = id
        bytes = manifest
        self.serve = serve
    }

    /// The manifest, which is compiled in.
    public var manifest: PluginManifest {
        PluginManifest(trusted: (try? JSONObject.parse(bytes(), limits: PluginManifest.limits)) ?? [:])
    }

    /// The argument that makes the program serve as a plugin; the plugin's id follows it.
    public static let word = "plugin-serve"
}
