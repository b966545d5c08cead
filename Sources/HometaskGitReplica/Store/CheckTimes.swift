// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskHashing

/// Records the time of a subject's last check at each remote, for daily checks.
struct CheckTimes {
    /// The time in seconds after which a check is due again.
    private static let lifetime: Int64 = 86_400

    let local: LocalFiles
    /// The subject of the checks; the beginning of the records' file names.
    let subject: String
    let clock: @Sendable () -> Timestamp

    private func fileName(_ remote: String) -> String {
        "\(subject)-checked-" + SHA256.hexDigest(Array(remote.utf8)).prefix(16)
    }

    /// Returns whether the last check of a remote is unknown, or more than a day ago.
    func isDue(at remote: String) -> Bool {
        guard let noted = (try? local.read(fileName(remote))) ?? nil,
            let time = Timestamp(rfc3339: String(decoding: noted, as: UTF8.self))
        else { return true }
        return abs(clock().seconds - time.seconds) > Self.lifetime
    }

    /// Returns whether a remote was ever checked.
    func exists(for remote: String) -> Bool { local.written(fileName(remote)) != nil }

    /// Records that a remote was checked now. A failure only makes the next check due earlier.
    func note(_ remote: String) {
        try? local.replaceFile(fileName(remote), Array(clock().rfc3339.utf8))
    }
}
