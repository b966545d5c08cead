// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// The part of a file that a request asks for.
enum RequestedRange: Equatable {
    case whole
    /// The bytes at these positions, which the file has.
    case part(Range<Int>)
    /// Bytes that the file does not have.
    case unsatisfiable
}

extension Request {
    /// The part of a file that is asked for (RFC 9110, section 14.2). Several ranges at once, and what is no range of bytes,
    /// are ignored: the answer is the whole file. So it is if the client has begun with another file (section 13.1.5).
    ///
    /// - Parameters:
    ///   - length: the number of bytes in the file.
    ///   - tag: its entity tag.
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
