// SPDX-License-Identifier: Apache-2.0

/// What git, ssh and curl said of a failure, in the C locale: its kind, and the lines that tell of it.
///
/// Patterns hold for whole lines, and for lines of programs on this machine: what a remote says (`remote: …`) may be any
/// text, and decides nothing.
struct GitComplaint {
    let kind: TransportError.Kind
    /// The lines to show, three at the most, the telling one among them.
    let lines: [String]

    /// Reads all that was said, in order.
    init(_ said: [String]) {
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
        kind = found?.kind ?? .other
        lines = Self.telling(said, found?.line)
    }

    /// Without what is said of every failure, and not more than three: the line that decided, and the last ones.
    private static func telling(_ said: [String], _ decisive: String?) -> [String] {
        let told = said.filter { line in !noise.contains { matches(line, $0) } }
        guard let decisive, told.contains(decisive) else { return Array((told.isEmpty ? said : told).suffix(3)) }
        let last = told.filter { $0 != decisive }.suffix(2)
        return told.filter { $0 == decisive || last.contains($0) }.reduce(into: []) { lines, line in
            if !lines.contains(line) { lines.append(line) }
        }
    }

    /// Whether a whole line fits a pattern, in which `*` stands for any text.
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
