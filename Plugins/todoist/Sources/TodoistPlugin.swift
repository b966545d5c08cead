// SPDX-License-Identifier: Apache-2.0

public import HometaskPlugin

/// A plugin that imports Todoist tasks from a backup or an exported project.
public struct TodoistPlugin: Plugin {
    /// The contents of the plugin's `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// The importer behind `hometask import todoist`.
    public let offers: [Offer] = [.importer("todoist") { call in try TodoistImport(call).run() }]

    /// The version that the plugin reports to the host, the same as in `plugin.json`.
    public let version = "1.0"

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}
}
