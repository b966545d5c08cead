// SPDX-License-Identifier: Apache-2.0

/// A canonical document on one line, produced without parsing its values: line breaks and indentation are removed,
/// which is safe because strings contain no line breaks. Without its history, the document ends before `~merge`, its
/// last member.
struct DocumentLine {
    /// The line, without a line feed.
    private(set) var bytes: [UInt8] = []

    private static let lineFeed = UInt8(ascii: "\n")
    private static let merge = Array("\n  \"~merge\":".utf8)
    private static let beginning = Array("\n  \"~merge\": {\n".utf8)
    private static let end = Array("\n  }\n}\n".utf8)

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
                guard Self.isLast(document[end...]) else { return nil }
                // The comma before it is removed as well.
                if bytes.last == UInt8(ascii: ",") { bytes.removeLast() }
                bytes.append(UInt8(ascii: "}"))
                return
            }
            place = end + 1
            while place < document.count, document[place] == UInt8(ascii: " ") { place += 1 }
        }
    }

    /// Whether `~merge`, whose bytes begin with the line feed before it, is the last member of a document. If an editor
    /// wrote others after it, a line between is indented by two spaces.
    private static func isLast(_ merge: ArraySlice<UInt8>) -> Bool {
        guard merge.starts(with: beginning), merge.suffix(end.count).elementsEqual(end) else { return false }
        var rest = merge.dropFirst().dropLast(end.count)
        while let line = rest.firstIndex(of: lineFeed) {
            rest = rest[(line + 1)...]
            if !rest.starts(with: "   ".utf8) { return false }
        }
        return true
    }
}
