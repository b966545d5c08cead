// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskPluginProtocol

/// A plugin that comes with the program: a mode in which the program itself is started again, as a process of its own
/// like any other plugin, with the same messages, limits and sandbox.
///
/// There is no other file whose hash could be compared: whoever runs the program has trusted what is compiled into it.
public struct BundledPlugin: Sendable {
    /// The id of the plugin, known without reading its manifest.
    public let id: String
    /// Answers a host's requests on standard input until that ends.
    public let serve: @Sendable () -> Void
    private let bytes: @Sendable () -> [UInt8]

    /// A plugin from the bytes of its manifest, which the tests of the program hold valid; they are read when somebody
    /// asks for what it offers.
    public init(_ id: String, manifest: @escaping @Sendable () -> [UInt8], serve: @escaping @Sendable () -> Void) {
        self.id = id
        bytes = manifest
        self.serve = serve
    }

    /// Its manifest, which is compiled in.
    public var manifest: PluginManifest {
        PluginManifest(trusted: (try? JSONObject.parse(bytes(), limits: PluginManifest.limits)) ?? [:])
    }

    /// The word that makes the program serve as a plugin; the plugin's id follows.
    public static let word = "plugin-serve"
}
