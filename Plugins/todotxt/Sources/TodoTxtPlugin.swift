// SPDX-License-Identifier: Apache-2.0

public import HometaskPlugin

/// A plugin that exports and imports tasks as lines of todo.txt.
public struct TodoTxtPlugin: Plugin {
    /// The contents of the plugin's `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// The exporter and the importer `todotxt`.
    public let offers: [Offer] = [
        .exporter("todotxt") { call in try TodoTxtExport(call).run() },
        .importer("todotxt") { call in try TodoTxtImport(call).run() },
    ]

    /// The version that the plugin reports to the host, the same as in `plugin.json`.
    public let version = "1.0"

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}
}
