// SPDX-License-Identifier: Apache-2.0

public import HometaskPlugin

/// A plugin that imports tasks from account exports of task services.
public struct TaskServicesPlugin: Plugin {
    /// The contents of the plugin's `plugin.json`.
    public static var manifest: [UInt8] { PackageResources.plugin_json }

    /// The importers behind `hometask import google-tasks`, `microsoft-todo` and `trello`.
    public let offers: [Offer] = [
        .importer("google-tasks") { call in try GoogleTasks(call).run() },
        .importer("microsoft-todo") { call in try MicrosoftToDo(call).run() },
        .importer("trello") { call in
            var board = try TrelloBoard(call)
            try board.run()
        },
    ]

    /// The version that the plugin reports to the host, the same as in `plugin.json`.
    public let version = "1.0"

    /// Creates the plugin. Nothing is read or opened before the host calls one of the offers.
    public init() {}
}
