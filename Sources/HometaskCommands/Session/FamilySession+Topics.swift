// SPDX-License-Identifier: Apache-2.0

import HometaskQueries

// What commands do with the family, one property per topic.

extension FamilySession {
    /// The channels of reminders.
    var channels: FamilyChannels { FamilyChannels(session: self) }

    /// The checklists of tasks and notes.
    var checklists: FamilyChecklists { FamilyChecklists(session: self) }

    /// Comments on tasks and photos.
    var comments: FamilyComments { FamilyComments(session: self) }

    /// The history of single documents.
    var history: HistoryPrinter { HistoryPrinter(session: self) }

    /// Hunts.
    var hunts: FamilyHunts { FamilyHunts(session: self) }

    /// The members of the family.
    var members: FamilyMembers { FamilyMembers(session: self) }

    /// Notes.
    var notes: FamilyNotes { FamilyNotes(session: self) }

    /// The numbers that lists show for tasks.
    var numbers: TaskNumbers { TaskNumbers(storage: replica) }

    /// The orders of lists.
    var orders: OrderParser { OrderParser(settings: settings, extensions: extensions, output: output) }

    /// Photos.
    var photos: FamilyPhotos { FamilyPhotos(session: self) }

    /// Pins.
    var pins: FamilyPins { FamilyPins(storage: replica, output: output) }

    /// Searches for places.
    var places: PlaceSearch { PlaceSearch(session: self) }

    /// The plugins that are enabled on this device.
    var plugins: FamilyPlugins { FamilyPlugins(session: self) }

    /// The position of this device.
    var position: PositionFinder { PositionFinder(session: self) }

    /// Changes that plugins propose.
    var proposals: ProposalWriter { ProposalWriter(session: self) }

    /// Queries for tasks.
    var queries: QueryRunner { QueryRunner(session: self) }

    /// The remotes that the family syncs with.
    var remotes: FamilyRemotes { FamilyRemotes(replica: replica, output: output) }

    /// Reports about changes that were made.
    var report: ChangeReport { ChangeReport(session: self) }

    /// Recurrence rules.
    var rules: RuleParser {
        RuleParser(now: now, zone: zone, weekStart: settings.weekStart, catchesUp: settings.catchesUp)
    }

    /// Tags.
    var tags: FamilyTags { FamilyTags(session: self) }

    /// Tasks.
    var tasks: FamilyTasks { FamilyTasks(session: self) }

    /// Templates.
    var templates: FamilyTemplates { FamilyTemplates(session: self) }

    /// Dates and times that people type.
    var times: TimeParser { TimeParser(session: self) }

    /// Adults' verdicts on done tasks.
    var verdicts: FamilyVerdicts { FamilyVerdicts(session: self) }

    /// Saved views.
    var views: FamilyViews { FamilyViews(session: self) }
}
