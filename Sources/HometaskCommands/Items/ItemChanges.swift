// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

/// The differences between two versions of a checklist, one item per line.
struct ItemChanges {
    private let old: [TaskItem]
    private let new: [TaskItem]

    init(from old: JSON?, to new: JSON?) {
        (self.old, self.new) = (TaskItem.all(old), TaskItem.all(new))
    }

    /// The items that were removed (`-`), added (`+`), renamed, ticked off or reopened, and those that were moved.
    var lines: [String] {
        let before = Dictionary(old.map { (Self.key($0), $0) }) { first, _ in first }
        let after = Set(new.map(Self.key))
        let removed = old.filter { !after.contains(Self.key($0)) }.map { "- \($0.text)" }
        let changed = new.flatMap { item -> [String] in
            guard let was = before[Self.key(item)] else {
                return [item.isDone ? "+ \(item.text) (ticked off)" : "+ \(item.text)"]
            }
            let renamed = was.text == item.text ? [] : ["\(was.text) → \(item.text)"]
            let ticked = was.isDone == item.isDone ? [] : ["\(item.isDone ? "ticked off" : "reopened"): \(item.text)"]
            return renamed + ticked
        }
        return removed + changed + moved(after)
    }

    /// Returns the smallest set of moves that explains the new order, among the items in both versions.
    private func moved(_ after: Set<String>) -> [String] {
        let before = Set(old.map(Self.key))
        let (kept, now) = (old.map(Self.key).filter(after.contains), new.map(Self.key).filter(before.contains))
        if kept == now { return [] }
        let texts = Dictionary(new.map { (Self.key($0), $0.text) }) { first, _ in first }
        // The comparison is quadratic: for many moved items it would take long without a useful result.
        guard kept.count * now.count <= 1_000_000 else { return ["moved several"] }
        return now.difference(from: kept).insertions.map { change in
            guard case .insert(_, let key, _) = change else { return "" }
            return "moved: \(texts[key] ?? key)"
        }
    }

    private static func key(_ item: TaskItem) -> String { item.id.isEmpty ? item.text : item.id }
}
