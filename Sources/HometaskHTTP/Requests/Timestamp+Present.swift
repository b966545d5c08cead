// SPDX-License-Identifier: Apache-2.0

public import HometaskKit
import HometaskPlatform

extension Timestamp {
    /// The current time by this machine's clock.
    public static var present: Timestamp { Timestamp(seconds: Int64(time(nil))) }
}
