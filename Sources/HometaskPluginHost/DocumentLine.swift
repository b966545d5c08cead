// SPDX-License-Identifier: Apache-2.0

/// A canonical document in one line, without making values of it: its line breaks and indentation are left out, as
/// strings hold none, and where its history is not wanted it ends before `~merge`, which comes last.
struct DocumentLine {
    /// The line, without a line feed.
    private(set) var bytes: [UInt8] = []

    private static let lineFeed = UInt8(ascii: "\n")
    private static let merge = Array("\n  \"~merge\": {".utf8)

    /// The line of a document whose bytes were found to be JSON; nil if they are not laid out as a canonical document
    /// is.
    init?(_ document: [UInt8], history: Bool) {
        guard document.starts(with: "{\n  \"".utf8), document.suffix(3).elementsEqual("\n}\n".utf8) else { return nil }
        bytes.reserveCapacity(document.count)
        var place = 0
        while place < document.count {
            guard let end = document[place...].firstIndex(of: Self.lineFeed) else { return nil }
            bytes += document[place..<end]
            if end == document.count - 1 { return }
            if !history, document[end...].starts(with: Self.merge) {
                // The comma before it goes as well.
                if bytes.last == UInt8(ascii: ",") { bytes.removeLast() }
                bytes.append(UInt8(ascii: "}"))
                return
            }
            place = end + 1
            while place < document.count, document[place] == UInt8(ascii: " ") { place += 1 }
        }
    }
}
