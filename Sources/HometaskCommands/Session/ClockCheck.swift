// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskReplica
import HometaskTime

/// Checks this device's clock against the time of the family's last change.
///
/// The times of changes are the only evidence. If one is later than now, this clock or that of the other device is
/// wrong. If the last change is long ago, the clock may still be right.
enum ClockCheck {
    /// How far the clock may differ from the time of the last change, in seconds: slow, and fast.
    private static let (behind, ahead): (Int64, Int64) = (86_400, 180 * 86_400)

    /// Returns a warning about a clock far from the last change; nil if it is close.
    static func doubt(_ last: Timestamp?, in session: FamilySession) -> String? {
        guard let last else { return nil }
        let now = session.now
        let (clock, change) = (words(now, in: session.zone), words(last, in: session.zone))
        if last.seconds - now.seconds > behind {
            return "this device's clock says \(clock), but the family was changed on \(change): one of them is wrong"
        }
        if now.seconds - last.seconds > ahead {
            return
                "this device's clock says \(clock), and the family was last changed on \(change): is the clock right?"
        }
        return nil
    }

    /// Returns the day, with its year, and the time.
    private static func words(_ time: Timestamp, in zone: TimeZoneRules) -> String {
        let civil = zone.civil(at: time)
        return "\(civil.date) \(civil.time.hourAndMinute)"
    }

    /// Prints a note if the clock is far from the family's last change on this device.
    static func remark(in session: FamilySession) async throws {
        let last = try await session.replica.history(since: nil, path: nil, limit: 1).first
        if let doubt = doubt(last?.time, in: session) { session.output.remark("note: \(doubt)") }
    }
}
