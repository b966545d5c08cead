// SPDX-License-Identifier: Apache-2.0

extension TimeOfDay {
    /// Parses a time of day from `9:00` or `09:00`; nil for anything else.
    public init?(hourAndMinute text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let isFigures = parts.allSatisfy { part in
            (1...2).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        guard parts.count == 2, isFigures, parts[1].utf8.count == 2, let hour = Int(parts[0]),
            let minute = Int(parts[1])
        else { return nil }
        self.init(hour: hour, minute: minute)
    }
}
