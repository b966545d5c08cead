// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskPlugin
import HometaskTime

/// The time zones that a calendar names, found in the database of this machine.
final class CalendarZones {
    /// The name of the family's zone.
    let familyName: String
    /// The rules of the family's zone; those of UTC where this machine does not know the zone.
    let family: TimeZoneRules
    private var found: [String: TimeZoneRules?] = [:]
    /// The zones that the file itself says its names stand for.
    private var aliases: [String: String] = [:]

    init(_ session: PluginSession) {
        familyName = session.zone
        family = session.zoneRules
    }

    /// Records that a file calls a zone so.
    func alias(_ name: String, for zone: String) { aliases[name] = zone }

    /// The rules of a zone that a file names; nil if it is unknown. Some programs put a path of their own before the
    /// name in the database (`/citadel.org/20260101_1/Europe/Amsterdam`).
    func rules(_ name: String) -> TimeZoneRules? {
        if let known = found[name] { return known }
        var candidates = [name, aliases[name] ?? name]
        let parts = name.split(separator: "/").suffix(3)
        for count in [3, 2, 1] where count <= parts.count {
            candidates.append(parts.suffix(count).joined(separator: "/"))
        }
        var rules: TimeZoneRules?
        for candidate in candidates where rules == nil && candidate.utf8.count <= 60 {
            rules = try? TimeZoneRules(identifier: candidate)
        }
        found[name] = .some(rules)
        return rules
    }

    /// The time that a property says; nil if it is not one, or does not exist.
    ///
    /// A time without a zone is one of the family's clock. So is one of a zone that nobody knows, which `isLost` says.
    func time(_ line: ContentLine) -> (time: Due, isLost: Bool)? {
        guard let value = CalendarTime.parse(line.value) else { return nil }
        guard let time = value.time else { return (.day(value.date), false) }
        let civil = CivilTime(date: value.date, time: time)
        let named = line.parameter("TZID")
        let original = line.parameter("X-HOMETASK-ZONE")
        if value.isUTC {
            return (.instant(TimeZoneRules.utc.timestamp(of: civil), zone: original.flatMap(kept)), false)
        }
        guard let named, let rules = rules(named) else {
            return (.instant(family.timestamp(of: civil), zone: nil), named != nil)
        }
        return (.instant(rules.timestamp(of: civil), zone: kept(rules.identifier)), false)
    }

    /// The instant that a property says, in whatever form.
    func instant(_ line: ContentLine?) -> Timestamp? { line.flatMap { time($0)?.time.beginning(in: family) } }

    /// The name of a zone as a due date keeps it; nil for the family's.
    private func kept(_ zone: String) -> String? { zone == familyName || rules(zone) == nil ? nil : zone }

    /// How a task's time is written: the parameters and the value.
    ///
    /// - Parameter isRecurring: whether it must be on a clock, so that what follows it is at the same time of day.
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

    /// The zone on whose clock a time is written; nil if it is written in UTC: it has no zone of its own and does not
    /// recur, or clocks show it twice.
    func clock(of time: Due, isRecurring: Bool) -> TimeZoneRules? {
        guard case .instant(let at, let zone) = time, zone != nil || isRecurring else { return nil }
        let rules = zone.map { self.rules($0) } ?? family
        guard let rules, rules.identifier != "UTC", rules.timestamp(of: rules.civil(at: at)) == at else { return nil }
        return rules
    }
}
