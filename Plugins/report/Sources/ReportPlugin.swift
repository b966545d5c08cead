// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskPlugin
import HometaskTime

/// What was done and what is to do, as one page of HTML that needs nothing else: to read, to send, to print.
public struct ReportPlugin: Plugin {
    /// The format `html`, for export only.
    public let offers: [Offer] = [.exporter("html", Self.export)]

    /// The bytes of its `plugin.json`.
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
