// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform

/// The environment of this process.
public enum EnvironmentVariables {
    /// The variables by name.
    public static var all: [String: String] {
        var variables: [String: String] = [:]
        var entry = Platform.environment
        while let text = entry.pointee {
            if let mark = strchr(text, CInt(UInt8(ascii: "="))) {
                let name = UnsafeRawBufferPointer(start: text, count: mark - text)
                variables[String(decoding: name, as: UTF8.self)] = String(cString: mark + 1)
            }
            entry += 1
        }
        return variables
    }
}
