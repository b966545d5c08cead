// SPDX-License-Identifier: Apache-2.0

public import HometaskTime

extension PluginSession {
    /// The rules of the family's time zone; those of UTC if this machine does not know the zone.
    public var zoneRules: TimeZoneRules {
        do throws(TimeZoneError) {
            return try TimeZoneRules(identifier: zone)
        } catch {
            return .utc
        }
    }
}
