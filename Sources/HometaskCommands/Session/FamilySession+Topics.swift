// SPDX-License-Identifier: Apache-2.0

import HometaskQueries

// The operations of commands on the family, one property per topic.

extension FamilySession {
    /// The channels for reminders.
    var channels: FamilyChannels { FamilyChannels(session: self) }

    /// The checklists of tasks and notes.
    var checklists: FamilyChecklists { FamilyChecklists(session: self) }

    /// Comments on tasks and photos.
    var comments: FamilyComments { FamilyComments(session: self) }

    /// The devices of the family, for printing.
    var devices: FamilyDevices { FamilyDevices(session: self) }

    /// The hunts of the family, and the keys of their clues.
    var hunts: FamilyHunts { FamilyHunts(session: self) }

    var members: FamilyMembers { FamilyMembers(session: self) }

    /// The notes of the family, for printing.
    var notes: FamilyNotes { FamilyNotes(session: self) }

    /// The numbers that lists show for tasks.
    var numbers: TaskNumbers { TaskNumbers(storage: replica) }

    /// The parser of sort orders.
    var orders: OrderParser { OrderParser(settings: settings, extensions: extensions, output: output) }

    /// The photos of the family, for storing and printing.
    var photos: FamilyPhotos { FamilyPhotos(session: self) }

    /// The pins of the family, for finding and printing.
    var pins: FamilyPins { FamilyPins(storage: replica, output: output) }

    /// Searches for places, carried out by plugins.
    var places: PlaceSearch { PlaceSearch(session: self) }

    /// The plugins that are enabled on this device.
    var plugins: FamilyPlugins { FamilyPlugins(session: self) }

    /// The position of this device.
    var position: PositionFinder { PositionFinder(session: self) }

    /// Changes that plugins propose.
    var proposals: ProposalWriter { ProposalWriter(session: self) }

    /// Queries for tasks, resolved for this device.
    var queries: QueryRunner { QueryRunner(session: self) }

    /// The remotes that the family syncs with.
    var remotes: FamilyRemotes { FamilyRemotes(replica: replica, output: output) }

    /// Reports about changes that were made.
    var report: ChangeReport { ChangeReport(session: self) }

    /// Recurrence rules as people type and read them.
    var rules: RuleParser {
        RuleParser(now: now, zone: zone, weekStart: settings.weekStart, catchesUp: settings.catchesUp)
    }

    /// The tags of the family, with their counts.
    var tags: FamilyTags { FamilyTags(session: self) }

    /// The tasks of the family, by number, id or words.
    var tasks: FamilyTasks { FamilyTasks(session: self) }

    /// The templates of the family, for finding and printing.
    var templates: FamilyTemplates { FamilyTemplates(session: self) }

    /// The parser for dates and times.
    var times: TimeParser { TimeParser(session: self) }

    /// Adults' verdicts on done tasks.
    var verdicts: FamilyVerdicts { FamilyVerdicts(session: self) }

    /// The saved views of the family, found by their names.
    var views: FamilyViews { FamilyViews(session: self) }
}
