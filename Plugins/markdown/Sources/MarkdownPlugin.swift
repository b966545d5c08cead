// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
public import HometaskPlugin
import HometaskTime

/// A plugin that exports tasks as a list in GitHub Flavored Markdown, for reading, printing and pasting.
public struct MarkdownPlugin: Plugin {
    /// The exporter behind `hometask export markdown`.
    public let offers: [Offer] = [.exporter("markdown", Self.export)]

    /// The contents of the plugin's `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}

    private static func export(_ call: Call) throws {
        let zone = (try? TimeZoneRules(identifier: call.session.zone)) ?? .utc
        let now = call.session.now
        let name = call.option("group") ?? "category"
        guard let kind = TaskGroups.Kind(rawValue: name) else {
            throw RPCError(
                .refused, "tasks cannot be grouped by ‘\(name.excerpt(limit: 20))’",
                hint: "Use category, member, due or none.")
        }
        var tasks: [TaskEntry] = []
        var reminded = 0
        try call.forEachDocument(.task) { task in
            tasks.append(TaskEntry(task, zone: zone))
            if task["reminders"] != nil || task["nag"] != nil { reminded += 1 }
        }
        if reminded > 0 {
            call.note("the reminders of \(reminded) task\(reminded == 1 ? " are" : "s are") left out: a list has none")
        }
        let groups = try TaskGroups(tasks, by: kind, now: now, zone: zone, for: call).groups
        let page = MarkdownRenderer(now: now, zone: zone, members: try names(.member, call), pins: try pins(call))
        try call.print("# \(MarkdownText.inline(call.session.familyName))\n")
        try call.print(page.summary(of: tasks))
        for group in groups {
            if let heading = group.heading { try call.print("\n## \(MarkdownText.inline(heading))") }
            try call.print("")
            for task in group.tasks { for line in page.lines(of: task) { try call.print(line) } }
        }
    }

    private static func names(_ kind: DocumentKind, _ call: Call) throws -> [String: String] {
        var names: [String: String] = [:]
        try call.forEachDocument(kind) { document in
            if let id = document["id"]?.stringValue { names[id] = document["name"]?.stringValue }
        }
        return names
    }

    private static func pins(_ call: Call) throws -> [String: MarkdownRenderer.Pin] {
        var pins: [String: MarkdownRenderer.Pin] = [:]
        try call.forEachDocument(.pin) { document in
            guard let id = document["id"]?.stringValue, let name = document["name"]?.stringValue else { return }
            let location = document["location"]
            var place: (Double, Double)?
            if let latitude = location?["latitude"]?.doubleValue, let longitude = location?["longitude"]?.doubleValue {
                place = (latitude, longitude)
            }
            pins[id] = MarkdownRenderer.Pin(name: name, place: place)
        }
        return pins
    }
}
