// SPDX-License-Identifier: Apache-2.0

import HometaskSystem

extension ReferenceStore {
    /// Returns the moves of HEAD after the mark of an earlier call; only the latest if the mark is nil or not found.
    ///
    /// Reads only as much of the reflog's end as necessary, since the reflog grows with the history.
    public func headMoves(since mark: ObjectID?) throws(GitError) -> HeadMoves {
        let path = repository.gitDirectory + "logs/HEAD"
        let near = try Self.moves(in: Self.lastLines(of: path, length: 4 << 10), since: mark)
        if near.isFound { return near.moves }
        return try Self.moves(in: Self.lastLines(of: path, length: 64 << 10), since: mark).moves
    }

    private static func moves(
        in lines: [[UInt8]], since mark: ObjectID?
    ) throws(GitError) -> (moves: HeadMoves, isFound: Bool) {
        guard let last = lines.last else { return (HeadMoves(mark: nil, before: []), false) }
        let latest = try Repository.hashBlob(last)
        var before: [ObjectID] = []
        for line in lines.reversed() {
            if let mark, try Repository.hashBlob(line) == mark {
                return (HeadMoves(mark: latest, before: before), true)
            }
            if let old = ObjectID(hex: String(decoding: line.prefix(40), as: UTF8.self)), old != .zero,
                !before.contains(old)
            {
                before.append(old)
            }
        }
        return (HeadMoves(mark: latest, before: Array(before.prefix(1))), false)
    }

    /// Returns the complete lines in the last bytes of a file; none if it cannot be read.
    static func lastLines(of path: String, length: Int) -> [[UInt8]] {
        // One extra byte shows whether the file is longer.
        guard let bytes = try? WholeFile.ending(of: path, length: length + 1, followingLinks: true) else { return [] }
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) }
        return bytes.count > length ? Array(lines.dropFirst()) : lines
    }
}

/// The commits that HEAD pointed to before its latest moves on this machine.
public struct HeadMoves: Hashable, Sendable {
    /// Identifies the latest move; pass it to ask for the moves after it. Nil if no move was recorded.
    public let mark: ObjectID?
    /// The earlier commits of HEAD, the latest first, each once.
    public let before: [ObjectID]
}
