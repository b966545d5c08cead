// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskPlugin
import HometaskTime

/// A plugin that exports a report on done and open tasks as one self-contained HTML page, for reading, sending and
/// printing.
public struct ReportPlugin: Plugin {
    /// The exporter behind `hometask export html`.
    public let offers: [Offer] = [.exporter("html", Self.export)]

    /// The contents of the plugin's `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}

    private static func export(_ call: Call) throws {
        let weeks = call.integer("weeks") ?? 12
        guard (1...104).contains(weeks) else {
            throw RPCError(.refused, "\(weeks) weeks cannot be shown", hint: "Use 1 to 104, as in --weeks 26.")
        }
        let session = call.session
        let zone = (try? TimeZoneRules(identifier: session.zone)) ?? .utc
        let start = Weekday.allCases.first { $0.name == session.weekStart } ?? .monday
        let figures = try Figures(weeks: weeks, weekStart: start, zone: zone, now: session.now, of: call)
        for piece in ReportRenderer(figures, family: session.familyName).pieces { try call.print(piece) }
    }
}
