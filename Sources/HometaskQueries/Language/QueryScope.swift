// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskTime

/// The data that determines the meaning of names and dates in a query, such as the member, the current time and the
/// time zone.
public struct QueryScope: Sendable {
    /// The members and categories.
    public var directory: FamilyDirectory
    /// The pins that are not in the trash.
    public var pins: [PinRecord]
    /// The saved views that are not in the trash.
    public var views: [ViewRecord]
    /// The member that `me` refers to; nil if unknown.
    public var member: DocumentID?
    /// The time from which dates are counted.
    public var now: Timestamp
    /// The time zone for dates.
    public var zone: TimeZoneRules
    /// The first day of the week.
    public var weekStart: Weekday
    /// The language of dates besides English; nil for English alone.
    public var language: DateLanguage?
    /// The fields that plugins add.
    public var extensions: ExtensionFields

    /// Creates a scope from data that has already been read; a query can refer only to these pins and views.
    public init(
        directory: FamilyDirectory, pins: [PinRecord] = [], views: [ViewRecord] = [], member: DocumentID?,
        now: Timestamp, zone: TimeZoneRules, weekStart: Weekday = .monday, language: DateLanguage? = nil,
        extensions: ExtensionFields = .none
    ) {
        self.directory = directory
        self.pins = pins
        self.views = views
        self.member = member
        self.now = now
        self.zone = zone
        self.weekStart = weekStart
        self.language = language
        self.extensions = extensions
    }
}

extension QueryScope {
    /// Creates a scope for one query: from a version, reads the saved views and pins that the query may refer to.
    public init(
        of syntax: QuerySyntax, reading reader: DocumentReader, directory: FamilyDirectory, member: DocumentID?,
        now: Timestamp, zone: TimeZoneRules, weekStart: Weekday = .monday, language: DateLanguage? = nil,
        extensions: ExtensionFields = .none
    ) throws(ReplicaError) {
        self.init(
            directory: directory, member: member, now: now, zone: zone, weekStart: weekStart, language: language,
            extensions: extensions)
        if syntax.namesViews(beside: directory) {
            views = try ViewRecord.all(reading: reader).filter { !$0.isDeleted }
        }
        // A saved view may refer to a pin as well.
        if syntax.namesPins || views.contains(where: { $0.namesPins(extensions) }) {
            pins = try PinFinder(reading: reader).pins.filter { !$0.isDeleted }
        }
    }
}

extension QuerySyntax {
    /// Whether the query may refer to saved views; `@` with the complete name of a member does not.
    fileprivate func namesViews(beside directory: FamilyDirectory) -> Bool {
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

    /// Whether the query refers to pins.
    fileprivate var namesPins: Bool {
        leaves.contains { leaf in
            switch leaf.kind {
            case .near: true
            case .field(let field, _, _): field.names == .pin
            default: false
            }
        }
    }
}

extension ViewRecord {
    /// Whether the view's query refers to pins.
    fileprivate func namesPins(_ extensions: ExtensionFields) -> Bool {
        guard let query, let syntax = try? QueryParser.parse(query, extensions: extensions) else { return false }
        return syntax.namesPins
    }
}
