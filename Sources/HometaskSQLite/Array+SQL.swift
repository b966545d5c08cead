// SPDX-License-Identifier: Apache-2.0

extension Array where Element == SQL {
    /// Returns all elements, with a text between them.
    public func joined(separator: String) -> SQL {
        guard let first else { return "" }
        return dropFirst().reduce(first) { "\($0)\(SQL(verbatim: separator))\($1)" }
    }
}
