// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Returns the string, truncated with `…` to at most a number of bytes.
    func prefix(bytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var kept = String.UnicodeScalarView()
        var count = 0
        for scalar in unicodeScalars {
            count += UTF8.width(scalar)
            if count > limit - 3 { break }
            kept.append(scalar)
        }
        return String(kept) + "…"
    }
}
