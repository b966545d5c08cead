// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Returns the text on one line for user-facing messages; see ``JSON/excerpt(limit:)``.
    public func excerpt(limit: Int) -> String {
        var result = String.UnicodeScalarView()
        var length = 0
        for scalar in unicodeScalars {
            if length >= limit {
                result.append("…")
                break
            }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                let escaped = "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars
                result.append(contentsOf: escaped)
                length += escaped.count
            default:
                result.append(scalar)
                length += 1
            }
        }
        return String(result)
    }
}
