// SPDX-License-Identifier: Apache-2.0

// What commands do with the family, one property per topic.

extension FamilySession {
    /// The numbers that lists show for tasks.
    var numbers: TaskNumbers { TaskNumbers(storage: replica) }

    /// The orders of lists.
    var orders: OrderParser { OrderParser(settings: settings, extensions: extensions, output: output) }

    /// Queries for tasks.
    var queries: QueryRunner { QueryRunner(session: self) }

    /// Reports about changes that were made.
    var report: ChangeReport { ChangeReport(session: self) }

    /// Recurrence rules.
    var rules: RuleParser { RuleParser(session: self) }

    /// Tasks.
    var tasks: FamilyTasks { FamilyTasks(session: self) }

    /// Dates and times that people type.
    var times: TimeParser { TimeParser(session: self) }

    /// Saved views.
    var views: FamilyViews { FamilyViews(session: self) }
}
