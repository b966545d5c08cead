// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A time as users give it: a whole day, the same in every zone, or an instant.
public enum Moment: Hashable, Sendable {
    /// Some time on that day.
    case day(CivilDate)
    /// An instant; the day it falls on depends on the zone.
    case instant(Timestamp)
}
