// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments

/// A time as people say it: a whole day, which is the same day in every zone, or an instant.
public enum Moment: Hashable, Sendable {
    /// Some time on that day.
    case day(CivilDate)
    /// At that instant, whichever day it is in a zone.
    case instant(Timestamp)
}
