// SPDX-License-Identifier: Apache-2.0

/// Interprets the messages of git, ssh and curl about a failure, in the C locale: the kind of failure and the lines
/// that explain it.
///
/// Patterns match whole lines, and only lines of programs on this machine. A message of the remote (`remote: …`) may be
/// any text, so it is used only to recognise that the remote failed because of its disk.
struct GitComplaint {
    let kind: TransportError.Kind
    /// The end at which a disk failed, if known.
    let side: TransportError.Side?
    /// The lines to show, at most three, including the decisive one.
    let lines: [String]

    /// Interprets all messages, given in order.
    ///
    /// - Parameters:
    ///   - here: the local git directory, to determine which end a path belongs to.
    ///   - hub: the remote's folder, if it is on this machine.
    init(_ said: [String], here: String? = nil, hub: String? = nil) {
        let own = said.filter { !$0.hasPrefix("remote:") || $0 == Self.corruptionThere }
        var found: (kind: TransportError.Kind, line: String)?
        search: for (kind, patterns) in Self.patterns {
            for pattern in patterns {
                if let line = own.first(where: { Self.matches($0, pattern) }) {
                    found = (kind, line)
                    break search
                }
            }
        }
        let isDisk = found.map { [.diskFull, .diskFailed].contains($0.kind) } ?? false
        if !isDisk, found.map({ Self.causedThere.contains($0.kind) }) ?? true, let line = Self.diskThere(said) {
            kind = line.contains("Input/output error") ? .diskFailed : .diskFull
            side = .there
            lines = Self.telling(said, line)
            return
        }
        if !isDisk, found.map({ Self.causedThere.contains($0.kind) }) ?? true, let line = Self.diskWarning(said) {
            kind = line.hasSuffix("Input/output error") ? .diskFailed : .diskFull
            side = Self.side(of: line, here, hub: hub)
            lines = Self.telling(said, line)
            return
        }
        kind = found?.kind ?? .other
        if let line = found?.line, line.hasPrefix(Self.unmoved) {
            side = .here
            lines = Self.telling(said, line) + ["the disk may be full"]
            return
        }
        side = isDisk || found?.kind == .damagedStore ? Self.side(of: found?.line ?? "", here, hub: hub) : nil
        lines = Self.telling(said, found?.line)
    }

    /// The prefix of git's message for a local reference that it cannot move; the message gives no reason.
    private static let unmoved = "error: couldn't set 'refs/"

    /// The kinds of failure that may be caused by the remote's disk.
    private static let causedThere: [TransportError.Kind] = [.corrupt, .damagedStore, .unreachable, .overLimit]

    /// Returns git's warning about a disk. Git does not repeat the warning when it later fails for the same reason.
    private static func diskWarning(_ said: [String]) -> String? {
        said.first { line in line.hasPrefix("warning: ") && diskWords.contains { line.hasSuffix($0) } }
    }

    /// Returns the line in which git at the remote reports a problem with its disk.
    static func diskThere(_ said: [String]) -> String? {
        said.first { line in
            ["remote: fatal: ", "remote: error: "].contains { line.hasPrefix($0) }
                && diskWords.contains { line.trimmingEnd().hasSuffix($0) }
        }
    }

    /// Returns the end that a line refers to: git names files of the local repository by absolute paths, and those of a
    /// hub by relative paths.
    private static func side(of line: String, _ here: String?, hub: String?) -> TransportError.Side? {
        let isHere = here.map { line.contains($0) } ?? false
        let isThere = hub.map { line.contains($0) } ?? false
        if isHere != isThere { return isHere ? .here : .there }
        return [" ./", "(./", "'./", "\"./", " objects/", "'objects/"].contains { line.contains($0) } && hub != nil
            ? .there : nil
    }

    /// Returns at most three lines: the decisive line and the last ones, without lines that git prints for every
    /// failure.
    private static func telling(_ said: [String], _ decisive: String?) -> [String] {
        let told = said.filter { line in !noise.contains { matches(line, $0) } }
        guard let decisive, told.contains(decisive) else { return Array((told.isEmpty ? said : told).suffix(3)) }
        let last = told.filter { $0 != decisive }.suffix(2)
        return told.filter { $0 == decisive || last.contains($0) }.reduce(into: []) { lines, line in
            if !lines.contains(line) { lines.append(line) }
        }
    }

    /// Returns whether a whole line matches a pattern, in which `*` matches any text.
    static func matches(_ line: String, _ pattern: String) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false).map { Array($0.utf8) }
        var rest = Array(line.utf8)[...]
        guard let first = parts.first, let last = parts.last, rest.starts(with: first) else { return false }
        if parts.count == 1 { return rest.count == first.count }
        rest = rest.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
    }
}
