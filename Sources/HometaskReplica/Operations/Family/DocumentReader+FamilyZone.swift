// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
package import HometaskFamily
package import HometaskTime

extension DocumentReader {
    /// Returns the zone of times that do not name a zone; UTC if this machine does not know the family's zone.
    package func familyZone() -> TimeZoneRules {
        let members = (try? bytes(at: .family)).flatMap { $0 }.flatMap { (try? JSON.parse($0))?.objectValue }
        let zone = members.flatMap { FamilyRecord($0) }?.zone
        return zone.flatMap { try? TimeZoneRules(identifier: $0) } ?? .utc
    }
}
