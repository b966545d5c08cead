// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskTime

/// What the names and dates of a query mean: where and when it is asked, and by whom.
public struct QueryScope: Sendable {
    /// The members and categories.
    public var directory: FamilyDirectory
    /// The pins that are not in the trash.
    public var pins: [PinRecord]
    /// The saved views that are not in the trash.
    public var views: [ViewRecord]
    /// Who `me` is; nil where that is not known.
    public var member: DocumentID?
    /// The time from which dates are counted.
    public var now: Timestamp
    /// The zone in which dates are meant.
    public var zone: TimeZoneRules
    /// The day on which weeks begin.
    public var weekStart: Weekday

    /// A scope.
    public init(
        directory: FamilyDirectory, pins: [PinRecord] = [], views: [ViewRecord] = [], member: DocumentID?,
        now: Timestamp, zone: TimeZoneRules, weekStart: Weekday = .monday
    ) {
        self.directory = directory
        self.pins = pins
        self.views = views
        self.member = member
        self.now = now
        self.zone = zone
        self.weekStart = weekStart
    }
}

extension QuerySyntax {
    /// Whether a scope needs the saved views to say what the query means.
    public var namesViews: Bool {
        leaves.contains { leaf in
            switch leaf.kind {
            case .name, .field(.view, _, _): true
            default: false
            }
        }
    }

    /// Whether a scope needs the pins to say what the query means; the saved views may name some too.
    public var namesPins: Bool {
        namesViews
            || leaves.contains { leaf in
                switch leaf.kind {
                case .near, .field(.at, _, _): true
                default: false
                }
            }
    }
}
