// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

@testable import HometaskMerging

/// People of the directed tests, each with a device and a clock.
enum Person {
    static let mia = GoldenRecipe.mia
    static let ben = GoldenRecipe.ben
    static let eva = GoldenRecipe.eva
}

extension Author {
    func later(_ seconds: Int64) -> Author {
        Author(actor: actor, time: Timestamp(seconds: time.seconds + seconds), isWeak: isWeak)
    }
}

extension Document {
    /// A task that Mia wrote.
    static func task() -> Document {
        var task = Document(id: Copy.id, kind: .task)
        task.writeValue("Buy milk", to: "title", rule: .register, by: Person.mia)
        task.writeValue(["home", "shop"], to: "tags", rule: .set, by: Person.mia)
        task.writeValue(["one", "two", "three"], to: "description", rule: .text, by: Person.mia)
        return task
    }

    /// A task with a list of three items, whose ids equal their texts.
    static func shopping() -> Document {
        var task = task()
        for name in ["milk", "bread", "eggs"] {
            task.insertItem(["done": false, "text": .string(name)], into: "items", id: name, by: Person.mia)
        }
        return task
    }

    /// A task whose title Mia and Ben changed concurrently; Ben's is shown.
    static func contested() -> Document {
        var (left, right) = (task(), task())
        left.writeValue("Buy oat milk", to: "title", rule: .register, by: Person.mia)
        right.writeValue("Buy soy milk", to: "title", rule: .register, by: Person.ben)
        return join(left, right)
    }

    func edited(_ edit: (inout Document) -> Void) -> Document {
        var copy = self
        edit(&copy)
        return copy
    }

    /// The canonical text after string replacements, as an editor would save it.
    func text(replacing replacements: KeyValuePairs<String, String> = [:]) -> [UInt8] {
        var text = String(decoding: encoded(), as: UTF8.self)
        for (old, new) in replacements {
            precondition(text.contains(old), "nothing to replace: \(old)")
            text = text.replacing(old, with: new)
        }
        return Array(text.utf8)
    }

    /// The values in conflict with each other in a field.
    func open(_ field: FieldName) -> [JSON] {
        conflicts.filter { $0.field == field }.flatMap(\.candidates).map(\.value)
    }
}

/// The rule of a field in the schema of a task.
func taskRule(_ field: FieldName) -> MergeRule { FormatRules.rule(of: field, kind: .task) }
