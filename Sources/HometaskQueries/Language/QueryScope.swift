// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskTime

/// What the names and dates of a query mean: where and when it is asked, and by whom.
public struct QueryScope: Sendable {
    /// The members and categories.
    public var directory: FamilyDirectory
    /// The pins that are not in the trash.
    public var pins: [PinRecord]
    /// The saved views that are not in the trash.
    public var views: [ViewRecord]
    /// Who `me` is; nil if that is not known.
    public var member: DocumentID?
    /// The time from which dates are counted.
    public var now: Timestamp
    /// The zone in which dates are meant.
    public var zone: TimeZoneRules
    /// The day on which weeks begin.
    public var weekStart: Weekday
    /// The fields that plugins add.
    public var extensions: ExtensionFields

    /// Creates a scope from what has been read already; a query can name no pins or views but these.
    public init(
        directory: FamilyDirectory, pins: [PinRecord] = [], views: [ViewRecord] = [], member: DocumentID?,
        now: Timestamp, zone: TimeZoneRules, weekStart: Weekday = .monday, extensions: ExtensionFields = .none
    ) {
        self.directory = directory
        self.pins = pins
        self.views = views
        self.member = member
        self.now = now
        self.zone = zone
        self.weekStart = weekStart
        self.extensions = extensions
    }
}

extension QueryScope {
    /// A scope for one query: of a version's saved views and pins, those are read that it may name.
    public init(
        of syntax: QuerySyntax, reading reader: DocumentReader, directory: FamilyDirectory, member: DocumentID?,
        now: Timestamp, zone: TimeZoneRules, weekStart: Weekday = .monday, extensions: ExtensionFields = .none
    ) throws(ReplicaError) {
        self.init(
            directory: directory, member: member, now: now, zone: zone, weekStart: weekStart, extensions: extensions)
        if syntax.namesViews(beside: directory) {
            views = try ViewRecord.all(reading: reader).filter { !$0.isDeleted }
        }
        // A saved view may name a pin as well.
        if syntax.namesPins || views.contains(where: { $0.namesPins(extensions) }) {
            pins = try PinFinder(reading: reader).pins.filter { !$0.isDeleted }
        }
    }
}

extension QuerySyntax {
    /// Whether it may name saved views; `@` with the whole name of a member names none.
    func namesViews(beside directory: FamilyDirectory) -> Bool {
        leaves.contains { leaf in
            switch leaf.kind {
            case .field(.view, _, _): true
            case .name(let value):
                value.text.lowercased() != "me"
                    && !directory.activeMembers.contains { $0.name.lowercased() == value.text.lowercased() }
            default: false
            }
        }
    }

    /// Whether it names pins.
    var namesPins: Bool {
        leaves.contains { leaf in
            switch leaf.kind {
            case .near: true
            case .field(let field, _, _): field.subject == .pin
            default: false
            }
        }
    }
}

extension ViewRecord {
    /// Whether its query names pins.
    fileprivate func namesPins(_ extensions: ExtensionFields) -> Bool {
        guard let query, let syntax = try? QueryParser.parse(query, extensions: extensions) else { return false }
        return syntax.namesPins
    }
}
