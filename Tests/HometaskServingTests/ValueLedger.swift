// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// The fate of every written value: an oracle that reads files as text and shares no code with merging.
///
/// Each value is a unique string, so that a file either contains it, shown or listed as a conflict, or does not.
struct ValueLedger {
    /// A value at a place of a document, such as a title or one of its tags.
    struct Value: Hashable {
        let text: String
        let path: DocumentPath
        let field: String
    }

    private(set) var values: [Value] = []
    /// The values written over each value by a writer that had seen it.
    private var successors: [Value: Set<Value>] = [:]
    private var removals: Set<Value> = []
    /// Removals of values that cannot reappear. After a restoration, each device offers its own values again, so a
    /// value removed by one device may be offered by another.
    private var firmRemovals: Set<Value> = []
    /// The values before the last restoration; nil if there was none.
    private var restored: Set<String>?
    /// The values written on the server itself and lost when a backup was restored.
    private var lost: Set<Value> = []

    /// Returns a string that no file contains yet.
    func fresh() -> String { "w\(values.count)x" }

    /// Returns the text of a file without the merge state.
    static func visible(_ file: [UInt8]?) -> String {
        var members = file.flatMap { try? JSON.parse($0).objectValue } ?? [:]
        members["~merge"] = nil
        return JSON.object(members).compactText
    }

    /// Records a write by a writer that sees a file. The new value replaces `over`, or the title if nil, if the writer
    /// sees it.
    mutating func note(_ text: String, at field: String, of path: DocumentPath, over: String?, seeing view: String) {
        let value = Value(text: text, path: path, field: field)
        values.append(value)
        for earlier in values where earlier.path == path && earlier.field == field && earlier != value {
            let isMeant = over.map { $0 == earlier.text } ?? (field == "title")
            if isMeant, view.contains(earlier.text) { successors[earlier, default: []].insert(value) }
        }
    }

    /// Records the removal of a value that the writer has seen.
    mutating func noteRemoval(of text: String, from field: String, of path: DocumentPath) {
        removals.insert(Value(text: text, path: path, field: field))
        if let restored, restored.contains(text) || !values.contains(where: { $0.text == text }) { return }
        firmRemovals.insert(Value(text: text, path: path, field: field))
    }

    /// Records the restoration of a backup.
    ///
    /// - Parameters:
    /// - count: the number of values when the backup was made.
    ///   - texts: the values written by the server's command and git; those since the backup may be lost.
    mutating func noteRestoration(since count: Int, ofServer texts: Set<String>) {
        lost.formUnion(values[count...].filter { texts.contains($0.text) })
        (firmRemovals, restored) = ([], Set(values.map(\.text)))
    }

    /// Returns the values lost without a trace and those that reappeared, in the final files.
    func faults(in files: [DocumentPath: [UInt8]]) -> [String] {
        let texts = files.mapValues { Self.visible($0) }
        func isThere(_ value: Value) -> Bool { texts[value.path]?.contains("\"\(value.text)\"") ?? false }
        func isAccounted(_ value: Value) -> Bool {
            isThere(value) || removals.contains(value) || successors[value]?.contains(where: isAccounted) ?? false
        }
        let gone = values.filter { !isAccounted($0) && !lost.contains($0) }
        let back = firmRemovals.filter { $0.field != "items" && isThere($0) && successors[$0] == nil }
        return gone.map { "\($0.text) is gone from \($0.field) of \($0.path.text)" }
            + back.map { "\($0.text) is back in \($0.field) of \($0.path.text)" }
    }
}
