// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskSystem

/// The minimum pause of one second between two requests of this device, across all processes.
///
/// A file in the plugin's folder is locked during the pause and the following request, so that requests are sent one at
/// a time, as the service requires (https://operations.osmfoundation.org/policies/nominatim/). The file's modification
/// time is the time when the last request ended.
struct RequestPause {
    private let path: String?
    /// The minimum time between two requests, in milliseconds.
    private static let pause: Int64 = 1000

    init(in folder: String?) {
        path = folder.map { "\($0)/last-request" }
    }

    /// Makes a request once a second has passed since the end of the last request, and records when this request ends.
    /// If the file cannot be opened or locked, the request waits a whole second.
    func before<Answer>(_ request: () throws -> Answer) throws -> Answer {
        var status = stat()
        guard let path, let lock = (try? LockFile.acquire(path, patience: nil)) ?? nil,
            fstat(lock.descriptor, &status) == 0
        else {
            Self.sleep(Self.pause)
            return try request()
        }
        let file = lock.descriptor
        defer { withExtendedLifetime(lock) {} }
        // The file is empty until the first request.
        if status.st_size > 0 {
            let since = Self.milliseconds(Self.now) - Self.milliseconds(status.st_mtim)
            // A time in the future: the clock was set back.
            if since < Self.pause { Self.sleep(since < 0 ? Self.pause : Self.pause - since) }
        }
        // An interrupted request, together with this process, counts from this change of the file.
        _ = pwrite(file, "1", 1, 0)
        defer { futimens(file, nil) }
        return try request()
    }

    private static var now: timespec {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time
    }

    private static func milliseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    private static func sleep(_ milliseconds: Int64) {
        usleep(UInt32(milliseconds * 1000))
    }
}
