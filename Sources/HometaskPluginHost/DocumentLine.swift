// SPDX-License-Identifier: Apache-2.0

/// A canonical document on one line, produced without parsing its values: line breaks and indentation are removed,
/// which is safe because strings contain no line breaks. Without its history, the document ends before `~merge`, its
/// last member.
struct DocumentLine {
    /// The line, without a line feed.
    private(set) var bytes: [UInt8] = []

    private static let lineFeed = UInt8(ascii: "\n")
    private static let merge = Array("\n  \"~merge\": {".utf8)

    /// The line of a document whose bytes are known to be JSON; nil if they are not formatted as a canonical document.
    init?(_ document: [UInt8], history: Bool) {
        guard document.starts(with: "{\n  \"".utf8), document.suffix(3).elementsEqual("\n}\n".utf8) else { return nil }
        bytes.reserveCapacity(document.count)
        var place = 0
        while place < document.count {
            guard let end = document[place...].firstIndex(of: Self.lineFeed) else { return nil }
            bytes += document[place..<end]
            if end == document.count - 1 { return }
            if !history, document[end...].starts(with: Self.merge) {
                // The comma before it is removed as well.
                if bytes.last == UInt8(ascii: ",") { bytes.removeLast() }
                bytes.append(UInt8(ascii: "}"))
                return
            }
            place = end + 1
            while place < document.count, document[place] == UInt8(ascii: " ") { place += 1 }
        }
    }
}
