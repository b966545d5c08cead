// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily
import HometaskQueries

/// Parses sort orders of tasks, and checks that the fields they name are known on this device.
struct OrderParser: Sendable {
    let settings: Settings
    let extensions: ExtensionFields
    let output: Output

    /// Parses a sort order: `due,-priority,loudness`.
    ///
    /// - Throws: `UsageError`, which names the unknown key.
    func parse(_ text: String) throws -> TaskOrder {
        let words = extensions.words(of: .task)
        let keys = ([TaskOrder.keys] + words).joined(separator: ", ")
        let hint = "Sort by one or several of \(keys), such as --sort due,-priority."
        guard let order = TaskOrder(text, extensions: extensions) else {
            throw UsageError("‘\(text)’ is not an order", hint: hint)
        }
        try requireKnown(order, hint)
        return order
    }

    /// The configured order of lists. If it names a field of a plugin that is not enabled here, a note is printed, and
    /// only the other keys are used.
    var usual: TaskOrder {
        let order = settings.order
        if let name = unknownField(in: order) {
            output.remark(
                "note: the setting ‘sort’ uses ‘\(name)’, a field of the plugin ‘\(name.plugin)’, which is not enabled here"
            )
        }
        return order
    }

    /// Returns the first plugin field in an order that is unknown here.
    private func unknownField(in order: TaskOrder) -> ExtensionName? {
        order.extensionNames.first { extensions.field($0, of: .task) == nil }
    }

    /// Throws an error if an order uses a field of a plugin that is not enabled here: its values cannot be compared.
    func requireKnown(_ order: TaskOrder, _ hint: String) throws {
        guard let name = unknownField(in: order) else { return }
        let isEnabled = extensions.fields(of: .task).contains { $0.name.plugin == name.plugin }
        throw UsageError(
            isEnabled
                ? "the plugin ‘\(name.plugin)’ has no task field ‘\(name.member)’ to sort by"
                : "sorting by ‘\(name)’ needs the plugin ‘\(name.plugin)’, which is not enabled here", hint: hint)
    }
}
