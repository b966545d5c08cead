// SPDX-License-Identifier: Apache-2.0

/// A page of the guide, as `hometask help TOPIC` shows it. The pages are those of the DocC catalogue, compiled into the
/// program.
enum GuideTopic: String, CaseIterable {
    case families, tasks, dates, recurrence, queries, search, reminders, statistics
    case places, photos, hunts
    case sync, conflicts, privacy, config, plugins, fields, formats, json
    case exitCodes = "exit-codes"

    /// The topic that a word names, in any letter case.
    init?(named word: String) {
        self.init(rawValue: word.lowercased())
    }

    /// The text of the page, in Markdown.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    private var bytes: [UInt8] {
        switch self {
        case .families: PackageResources.Families_md
        case .tasks: PackageResources.Tasks_md
        case .dates: PackageResources.Dates_md
        case .recurrence: PackageResources.Recurrence_md
        case .queries: PackageResources.Queries_md
        case .search: PackageResources.Search_md
        case .reminders: PackageResources.Reminders_md
        case .statistics: PackageResources.Statistics_md
        case .places: PackageResources.Places_md
        case .photos: PackageResources.Photos_md
        case .hunts: PackageResources.Hunts_md
        case .sync: PackageResources.Sync_md
        case .conflicts: PackageResources.Conflicts_md
        case .privacy: PackageResources.Privacy_md
        case .config: PackageResources.Configuration_md
        case .plugins: PackageResources.Plugins_md
        case .fields: PackageResources.Fields_md
        case .formats: PackageResources.Formats_md
        case .json: PackageResources.JSON_md
        case .exitCodes: PackageResources.ExitCodes_md
        }
    }

    /// A summary of the page in one sentence: its second paragraph.
    var summary: String {
        for case .paragraph(let text) in Markdown(text).blocks { return text }
        return ""
    }
}
