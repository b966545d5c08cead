// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// The requested part of a file.
enum RequestedRange: Equatable {
    case whole
    /// The bytes at these positions, all within the file.
    case part(Range<Int>)
    /// A range outside the file.
    case unsatisfiable
}

extension Request {
    /// Returns the requested part of a file (RFC 9110, section 14.2). Multiple ranges and units other than bytes are
    /// ignored, and select the whole file. So does an `If-Range` validator that does not match (section 13.1.5).
    ///
    /// - Parameters:
    ///   - length: the number of bytes in the file.
    ///   - tag: the entity tag of the file.
    func range(of length: Int, tag: String) -> RequestedRange {
        guard let field = headers[.range], field.hasPrefix("bytes=") else { return .whole }
        if let known = headers[.ifRange], known != tag { return .whole }
        let positions = field.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard positions.count == 2, positions.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }) else {
            return .whole
        }
        switch (Int(positions[0]), Int(positions[1])) {
        case (nil, let count?) where positions[0].isEmpty:
            return count == 0 || length == 0 ? .unsatisfiable : .part(max(0, length - count)..<length)
        case (let first?, nil) where positions[1].isEmpty:
            return first < length ? .part(first..<length) : .unsatisfiable
        case (let first?, let last?) where first <= last:
            return first < length ? .part(first..<min(last, length - 1) + 1) : .unsatisfiable
        default: return .whole
        }
    }
}
