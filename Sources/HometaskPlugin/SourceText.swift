// SPDX-License-Identifier: Apache-2.0

import HometaskPluginProtocol

/// The text of a file that some program wrote: UTF-8 or UTF-16, each with or without a byte-order mark, or, where that
/// may be guessed, Windows-1252.
public struct SourceText: Sendable {
    /// The text without a byte-order mark.
    public let text: String
    /// Whether the file is not in Unicode, so that it was read as Windows-1252, which programs call ANSI.
    public let isGuessed: Bool

    /// Decodes the bytes of a file; nil if they are not text.
    ///
    /// - Parameter isGuessing: whether bytes that are not Unicode are read as Windows-1252.
    public init?(_ bytes: [UInt8], guessing isGuessing: Bool = false) {
        let found: (text: String, isGuessed: Bool)?
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            found = String(validating: bytes.dropFirst(3), as: UTF8.self).map { ($0, false) }
        } else if let order = ByteOrder(of: bytes) {
            found = order.text(of: bytes).map { ($0, false) }
        } else {
            let text = String(validating: bytes, as: UTF8.self).map { ($0, false) }
            found = text ?? (isGuessing ? Windows1252.text(of: bytes).map { ($0, true) } : nil)
        }
        guard let found else { return nil }
        (text, isGuessed) = found
    }
}

/// The order of the two bytes of a unit of UTF-16.
private enum ByteOrder {
    case littleEndian, bigEndian

    /// How many bytes at the beginning of a file without a byte-order mark are examined.
    private static let examined = 512

    /// The order that a byte-order mark states. Without one, the order in which every other byte is zero in a file with
    /// many Latin letters; nil if the file is not UTF-16.
    init?(of bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xFE]) {
            self = .littleEndian
        } else if bytes.starts(with: [0xFE, 0xFF]) {
            self = .bigEndian
        } else {
            let zeros = bytes.prefix(Self.examined).enumerated().filter { $0.element == 0 }
            let odd = zeros.count { !$0.offset.isMultiple(of: 2) }
            guard bytes.count.isMultiple(of: 2), zeros.count * 4 >= min(bytes.count, Self.examined), !zeros.isEmpty,
                odd == 0 || odd == zeros.count
            else { return nil }
            self = odd == 0 ? .bigEndian : .littleEndian
        }
    }

    /// Decodes a file without its byte-order mark; nil if it is not UTF-16.
    func text(of bytes: [UInt8]) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        var units = stride(from: 0, to: bytes.count, by: 2).map { place in
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return self == .bigEndian ? first << 8 | second : second << 8 | first
        }
        if units.first == 0xFEFF { units.removeFirst() }
        return String(validating: units, as: UTF16.self)
    }
}
