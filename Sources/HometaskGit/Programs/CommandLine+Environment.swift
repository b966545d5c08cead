// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

extension CommandLine {
    /// The environment of this process.
    public static var environment: [String: String] {
        var result: [String: String] = [:]
        var next = unsafe Platform.environment
        while let entry = unsafe next.pointee {
            let parts = unsafe String(cString: entry).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
            unsafe next += 1
        }
        return result
    }
}
