// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskKit

extension Timestamp {
    /// The time by this machine's clock.
    static var present: Timestamp { Timestamp(seconds: Int64(time(nil))) }
}
