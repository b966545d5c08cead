// SPDX-License-Identifier: Apache-2.0

public import HometaskPlugin

/// A plugin that exports and imports tasks as iCalendar to-dos (RFC 5545).
public struct CalendarPlugin: Plugin {
    /// The contents of the plugin's `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// The exporter and the importer `ics`.
    public let offers: [Offer] = [
        .exporter("ics") { call in try CalendarExport(call).run() },
        .importer("ics") { call in try CalendarImport(call).run() },
    ]

    /// The version that the plugin reports to the host, the same as in `plugin.json`.
    public let version = "1.0"

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}
}
