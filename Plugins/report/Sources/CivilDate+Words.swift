// SPDX-License-Identifier: Apache-2.0

import HometaskTime

extension CivilDate {
    /// The date in words, such as `Fri 27 Nov 2026`.
    var words: String { "\(weekday.shortName) \(day) \(shortMonthName) \(year)" }
}
