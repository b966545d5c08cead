// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// The time zones that a calendar names, with the rules of this machine's time zone database or, failing that, the
/// calendar's own definitions.
final class CalendarZones {
    let familyName: String
    /// The rules of the family's zone, or of UTC if the zone is unknown on this machine.
    let family: TimeZoneRules
    private var found: [String: TimeZoneRules?] = [:]
    /// The zones that the file defines, by their `TZID`.
    private var definitions: [String: ZoneDefinition] = [:]

    init(_ session: PluginSession) {
        familyName = session.zone
        family = session.zoneRules
    }

    /// Records a zone that the file defines.
    func add(_ definition: ZoneDefinition) {
        if let name = definition.name { definitions[name] = definition }
    }

    /// Returns the rules of a zone that a file names; nil if the zone is unknown.
    ///
    /// Some programs put a path of their own before the name in the database
    /// (`/citadel.org/20260101_1/Europe/Amsterdam`), and others use Windows zone names.
    func rules(_ name: String) -> TimeZoneRules? {
        if let known = found[name] { return known }
        var candidates = [name, definitions[name]?.location ?? name]
        let parts = name.split(separator: "/").suffix(3)
        for count in [3, 2, 1] where count <= parts.count {
            candidates.append(parts.suffix(count).joined(separator: "/"))
        }
        for candidate in candidates { WindowsZones.zone(named: candidate).map { candidates.append($0) } }
        var rules: TimeZoneRules?
        for candidate in candidates where rules == nil && candidate.utf8.count <= 60 {
            rules = try? TimeZoneRules(identifier: candidate)
        }
        found[name] = .some(rules)
        return rules
    }

    /// Returns the instant of a local time in a zone that the file names, and the rules of the zone if it is in the
    /// database; nil if the zone is unknown.
    ///
    /// A name that does not exactly match a zone in the database is only a hint: a differing definition in the file
    /// takes precedence.
    private func instant(of civil: CivilTime, in name: String) -> (at: Timestamp, rules: TimeZoneRules?)? {
        let defined = definitions[name]?.timestamp(of: civil)
        if let rules = rules(name) {
            let at = rules.timestamp(of: civil)
            if rules.identifier == name || defined == nil || defined == at { return (at, rules) }
        }
        if let defined { return (defined, nil) }
        return UTCOffset.named(name).map { (Timestamp(seconds: CalendarTime.seconds(civil) - Int64($0)), nil) }
    }

    /// Returns the time in a property; nil if it is not a valid date or time.
    ///
    /// A time without a zone is in the family's zone. A time in an unknown zone is read in the family's zone too, and
    /// `isLost` is then true.
    func time(_ line: ContentLine) -> (time: Due, isLost: Bool)? {
        guard let value = CalendarTime.parse(line.value) else { return nil }
        guard let time = value.time else { return (.day(value.date), false) }
        let civil = CivilTime(date: value.date, time: time)
        let named = line.parameter("TZID")
        let original = line.parameter("X-HOMETASK-ZONE")
        if value.isUTC {
            return (.instant(TimeZoneRules.utc.timestamp(of: civil), zone: original.flatMap(zoneName)), false)
        }
        guard let named, !named.isEmpty, let found = instant(of: civil, in: named) else {
            return (.instant(family.timestamp(of: civil), zone: nil), named?.isEmpty == false)
        }
        return (.instant(found.at, zone: found.rules.flatMap { zoneName($0.identifier) }), false)
    }

    /// Whether the zone of a property is not in the database, so that its offset is known only from the file.
    func isForeign(_ line: ContentLine) -> Bool {
        guard let name = line.parameter("TZID"), !name.isEmpty, let value = CalendarTime.parse(line.value),
            let time = value.time, !value.isUTC
        else { return false }
        return instant(of: CivilTime(date: value.date, time: time), in: name).map { $0.rules == nil } ?? false
    }

    /// Returns the instant of a property; for a date, the start of that day in the family's zone.
    func instant(_ line: ContentLine?) -> Timestamp? { line.flatMap { time($0)?.time.beginning(in: family) } }

    /// Returns the zone's name for a due date; nil for the family's zone or an unknown zone.
    private func zoneName(_ zone: String) -> String? { zone == familyName || rules(zone) == nil ? nil : zone }

    /// Returns a task's time as the parameters and the value of a property.
    ///
    /// - Parameter isRecurring: whether the task recurs. If so, the time is written in local time, so that all
    ///   occurrences are at the same time of day.
    func written(_ time: Due, isRecurring: Bool) -> (parameters: [(String, String)], value: String) {
        switch time {
        case .day(let date): return ([("VALUE", "DATE")], CalendarTime.basic(date))
        case .instant(let at, let zone):
            guard let rules = clock(of: time, isRecurring: isRecurring) else {
                return (zone.map { [("X-HOMETASK-ZONE", $0)] } ?? [], CalendarTime.utc(at))
            }
            return ([("TZID", rules.identifier)], CalendarTime.basic(rules.civil(at: at)))
        }
    }

    /// Returns the zone in whose local time a time is written; nil if the time is written without a zone. This is the
    /// case for a day, and for an instant that has no zone of its own and does not recur, whose zone is UTC or unknown,
    /// or whose ambiguous local time would be read as the other instant.
    func clock(of time: Due, isRecurring: Bool) -> TimeZoneRules? {
        guard case .instant(let at, let zone) = time, zone != nil || isRecurring else { return nil }
        let rules = zone.map { self.rules($0) } ?? family
        guard let rules, rules.identifier != "UTC", rules.timestamp(of: rules.civil(at: at)) == at else { return nil }
        return rules
    }
}
