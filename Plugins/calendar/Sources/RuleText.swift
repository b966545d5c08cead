// SPDX-License-Identifier: Apache-2.0

/// A recurrence rule written by another program, reduced to what RFC 5545 allows (section 3.3.10).
///
/// Spaces and empty parts are removed, and so are parts without effect: an INTERVAL of 0, a non-positive COUNT, which
/// some programs write for "no end", and a time of day equal to that of the start.
struct RuleText {
    private var parts: [(name: String, value: String)] = []

    init(_ text: String, time: (hour: Int, minute: Int)? = nil) {
        var rest = String(text.uppercased().unicodeScalars.filter { !$0.properties.isWhitespace })[...]
        while rest.hasPrefix("RRULE:") { rest = rest.dropFirst(6) }
        for part in rest.split(separator: ";") {
            guard let equals = part.firstIndex(of: "=") else {
                parts.append((String(part), ""))
                continue
            }
            add(String(part[..<equals]), String(part[part.index(after: equals)...]), time: time)
        }
    }

    private mutating func add(_ name: String, _ value: String, time: (hour: Int, minute: Int)?) {
        let value = value.split(separator: ",").joined(separator: ",")
        if value.isEmpty || parts.contains(where: { $0 == (name, value) }) { return }
        switch name {
        case "INTERVAL" where Int(value) == 0: break
        case "COUNT" where Int(value).map { $0 <= 0 } ?? false: break
        case "BYHOUR" where time != nil && Int(value) == time?.hour: break
        case "BYMINUTE" where time != nil && Int(value) == time?.minute: break
        case "BYSECOND" where Int(value) == 0: break
        case "FROM" where value == "COMPLETION": parts.append(("X-FROM", "DONE"))
        case "UNTIL": parts.append((name, value.filter { $0 != "-" && $0 != ":" }))
        default: parts.append((name, value))
        }
    }

    /// The value of a part; nil if the rule does not have the part.
    subscript(name: String) -> String? { parts.first { $0.name == name }?.value }

    /// Replaces the value of a part, or removes the part.
    mutating func set(_ name: String, to value: String?) {
        parts.removeAll { $0.name == name && value == nil }
        for index in parts.indices where parts[index].name == name { parts[index].value = value ?? "" }
    }

    /// The rule as text.
    var text: String { parts.map { $0.value.isEmpty ? $0.name : "\($0.name)=\($0.value)" }.joined(separator: ";") }
}
