// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

extension DateParser {
    /// `in 3 days`, `3 days`, `2w`, `3 days ago`; a time of day may follow whole days.
    func shifted(_ words: inout WordReader) throws(DateParserError) -> Moment? {
        let isAhead = words.takeWords("in")
        guard let length = try words.length() else {
            if isAhead { throw words.fault("a number and a unit should follow ‘in’") }
            return nil
        }
        let isBack = !isAhead && (words.takeWords("ago") || direction == .past)
        let sign = isBack ? -1 : 1
        if let seconds = length.seconds {
            var start = now
            if length.months != 0 || length.days != 0 {
                let civil = zone.civil(at: now)
                start = zone.timestamp(of: CivilTime(date: length.shifting(civil.date, sign: sign), time: civil.time))
            }
            return .instant(Timestamp(seconds: start.seconds + Int64(sign) * seconds))
        }
        let date = length.shifting(today, sign: sign)
        return words.isAtEnd ? .day(date) : instant(date, try words.requiredTime())
    }
}
