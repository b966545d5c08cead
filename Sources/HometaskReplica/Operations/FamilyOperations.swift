// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
import HometaskFamily
public import HometaskMerging

extension Transaction {
    /// Sets one of the family's own settings for everybody; nil takes it back to what the program does by itself.
    ///
    /// - Parameters:
    ///   - field: the field of `family.json`.
    ///   - name: what people call it, for the diary.
    ///   - words: the value for people.
    public func setFamily(_ field: FieldName, called name: String, to value: JSON?, told words: String?) throws {
        guard try !write([field: value], to: .family).isEmpty else { return }
        tell(words.map { "set the family's \(name) to \(Diary.quoted($0))" } ?? "cleared the family's \(name)")
    }

    /// Changes what plugins added to the family, for everybody.
    ///
    /// - Returns: the fields that changed.
    @discardableResult
    public func editFamily(_ change: ExtensionChange) throws -> [FieldName] {
        let changed = try write(values(of: change, at: .family), to: .family)
        if !changed.isEmpty { tell("changed the family's \(changed.map(\.words).joined(separator: " and "))") }
        return changed
    }
}
