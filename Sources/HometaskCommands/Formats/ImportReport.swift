// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HometaskDocuments
import HometaskPluginHost

/// The report of an import: what was imported, what differs, and what was left out.
struct ImportReport {
    private let tally: ProposedChanges.Tally
    private let source: SourceFile
    private let isTrial: Bool
    private let isUpdate: Bool
    private let notes: [String]
    private let faults: [Fault]

    /// A part of the file that was not imported.
    private struct Fault {
        let line: Int?
        let message: String
    }

    /// - Parameter result: the result that the plugin returned.
    init(_ tally: ProposedChanges.Tally, _ result: JSONObject, of source: SourceFile, isTrial: Bool, isUpdate: Bool) {
        self.tally = tally
        self.isTrial = isTrial
        self.isUpdate = isUpdate
        self.source = source
        let ofChanges = tally.notes.map { isTrial ? "after the import, \($0)" : $0 }
        notes = source.notes + (result["notes"]?.arrayValue ?? []).compactMap(\.stringValue) + ofChanges
        let unread = (result["faults"]?.arrayValue ?? []).map { fault in
            Fault(line: fault["line"]?.intValue, message: fault["message"]?.stringValue ?? "cannot be read")
        }
        faults = unread + tally.skipped.map { Fault(line: $0.line, message: $0.message) }
    }

    /// Prints the report.
    ///
    /// - Parameter isJSON: whether to print JSON to standard output; notes and faults go to standard error either way.
    /// - Throws: `ExitCode` if a part of the file was not imported.
    func print(in session: FamilySession, asJSON isJSON: Bool) throws {
        for (note, count) in Self.counted(notes).prefix(Self.most) {
            session.output.remark("\(source.name): \(note)\(count > 1 ? " (\(count) times)" : "")")
        }
        tellFaults(in: session)
        if isJSON {
            let json = faults.map { FormatJSON.fault(line: $0.line, $0.message, of: source) }
            try session.output.print(FormatJSON.imported(tally, of: source, notes: notes, faults: json, isDry: isTrial))
        } else {
            try session.output.say(words)
            try tellDifferences(in: session)
        }
        if !faults.isEmpty { throw ExitCode(ExitStatus.malformedData) }
    }

    /// The maximum number of printed lines of each kind.
    private static let most = 50

    /// A summary of the imported and the existing documents.
    private var words: String {
        let known = tally.known == 0 ? "" : "; \(tally.known) \(tally.known == 1 ? "is" : "are") already here"
        let trashed =
            tally.trashed == 0
            ? "" : ", \(tally.trashed) of them in the trash; 'hometask restore' restores them"
        let made = tally.words.prefix(1).uppercased() + tally.words.dropFirst()
        return (isTrial ? "Would have: \(tally.words)" : made) + known + trashed + "."
    }

    /// Reports the differences between the file and existing documents: the values that were taken from the file, and
    /// those that were not.
    private func tellDifferences(in session: FamilySession) throws {
        let taken = tally.differences.filter(\.isTaken)
        let verb = isTrial ? "would be changed" : taken.count == 1 ? "was changed" : "were changed"
        try printDifferences(taken, "\(verb) to the values in the file:", in: session)
        let others = tally.differences.filter { !$0.isTaken }
        let hint = isUpdate ? "" : "; --update applies the file's values"
        try printDifferences(
            others, "here \(others.count == 1 ? "differs" : "differ") from the file\(hint):", in: session)
    }

    private func printDifferences(_ differences: [FileDifference], _ words: String, in session: FamilySession) throws {
        if differences.isEmpty { return }
        let noun = Set(differences.map(\.kind)) == [.task] ? "task" : "document"
        try session.output.say("\(SyncFormatter.count(differences.count, noun)) \(words)")
        for difference in differences.prefix(Self.most) {
            try session.output.say(
                "  \(place(difference.line)): \(difference.title.excerpt(limit: 60)) \(difference.words)")
        }
        let left = differences.count - Self.most
        if left > 0 { try session.output.say("  … and \(left) more") }
    }

    /// Reports the parts of the file that cannot be read. A message that applies to several lines is printed once.
    private func tellFaults(in session: FamilySession) {
        let lines = Dictionary(grouping: faults, by: \.message)
        let messages = Self.counted(faults.map(\.message))
        for (message, count) in messages.prefix(Self.most) {
            let others = count > 1 ? " (and \(count - 1) more)" : ""
            session.output.remark("\(place(lines[message]?.first?.line)): \(message)\(others)")
        }
        let left = messages.count - Self.most
        if left > 0 { session.output.remark("… and \(left) more that cannot be read") }
    }

    private func place(_ line: Int?) -> String { source.place(of: line) }

    /// Returns the distinct strings in order of first occurrence, each with its count.
    private static func counted(_ texts: [String]) -> [(text: String, count: Int)] {
        var counts: [String: Int] = [:]
        var order: [String] = []
        for text in texts {
            if counts[text] == nil { order.append(text) }
            counts[text, default: 0] += 1
        }
        return order.map { ($0, counts[$0] ?? 1) }
    }
}
