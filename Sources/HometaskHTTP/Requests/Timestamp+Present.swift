// SPDX-License-Identifier: Apache-2.0

import Glibc
public import HometaskKit

extension Timestamp {
    /// The current time by this machine's clock.
    public static var present: Timestamp { Timestamp(seconds: Int64(time(nil))) }
}
