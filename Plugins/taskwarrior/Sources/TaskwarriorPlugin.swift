// SPDX-License-Identifier: Apache-2.0

public import HometaskPlugin

/// A plugin that exports and imports tasks in Taskwarrior's JSON format.
public struct TaskwarriorPlugin: Plugin {
    /// The contents of the plugin's `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// The exporter and the importer `taskwarrior`.
    public let offers: [Offer] = [
        .exporter("taskwarrior") { call in try TaskwarriorExport(call).run() },
        .importer("taskwarrior") { call in try TaskwarriorImport(call).run() },
    ]

    /// The version that the plugin reports to the host, the same as in `plugin.json`.
    public let version = "1.0"

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}
}
