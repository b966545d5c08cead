// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskTime

/// The family's own document, `family.json`: its name, and the settings that all its devices share.
public struct FamilyRecord: Hashable, Sendable {
    /// The family's id: two repositories of one family share it.
    public let id: DocumentID
    /// The display name; empty if the document has none.
    public let name: String
    /// The family's IANA time zone.
    public let zone: String
    /// The email address that the family is registered with.
    public let email: String?
    /// The first day of its weeks: `monday`, `sunday` or `saturday`.
    public let weekStart: String?
    /// The units of distances, `metric` or `imperial`; nil if unset, which means metric.
    public let units: String?
    /// The treatment of missed dates of recurring tasks whose rule does not specify it: `skip` or `catch-up`.
    public let missed: String?
    /// The reminders of members without their own setting; nil if unset.
    public let reminders: [ReminderTime]?
    /// The photo policy of devices without their own setting; nil if unset.
    public let photoPolicy: PhotoPolicy?
    /// The family's home, and how it is hidden in shared data; nil if it is not set.
    public let home: Home?
    /// When the trash was last emptied; nil if it never was.
    public let trashEmptied: Timestamp?
    /// The fields that plugins added, by plugin and name, as stored in the document.
    public let extensions: JSONObject

    /// Reads a family from the members of its document; nil if the id is missing.
    public init?(_ members: JSONObject) {
        guard let id = members.id("id") else { return nil }
        self.id = id
        name = members.text("name") ?? ""
        zone = members.text("zone") ?? "UTC"
        email = members.text("email")
        weekStart = members.text("weekStart")
        units = members.text("units")
        missed = members.text("missed")
        reminders = ReminderTime.all(members.strings("reminders"))
        photoPolicy = members.text("photoPolicy").flatMap { PhotoPolicy(rawValue: $0) }
        home = Home(members["home"])
        trashEmptied = members.time("trashEmptied")
        extensions = members["extensions"]?.objectValue ?? [:]
    }

    /// Returns the weekday with a name, such as ``weekStart``; Monday if there is none.
    public static func weekday(named name: String?) -> Weekday {
        switch name {
        case "sunday": .sunday
        case "saturday": .saturday
        default: .monday
        }
    }
}
