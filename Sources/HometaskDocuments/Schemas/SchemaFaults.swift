// SPDX-License-Identifier: Apache-2.0

/// Collects the errors found while a value is validated against a schema.
///
/// Most values have none, and a value with several possible forms fails all but one. Messages and positions are
/// therefore only created if they are needed.
struct SchemaFaults {
    /// The number of errors.
    private(set) var count = 0
    /// The errors, if they are collected and not just counted.
    private(set) var errors: [ValidationError] = []
    /// The path from the document's root to the value being checked.
    private var steps: [String] = []
    private let isTold: Bool

    /// Starts without errors.
    ///
    /// - Parameter pointer: the position of the value; nil if errors are only counted.
    init(toldAt pointer: String?) {
        isTold = pointer != nil
        if let pointer, !pointer.isEmpty { steps = [pointer] }
    }

    /// Records an error in the value that is being checked.
    mutating func add(_ expected: @autoclosure () -> String, found: @autoclosure () -> String) {
        count += 1
        guard isTold else { return }
        errors.append(ValidationError(pointer: steps.joined(), expected: expected(), found: found()))
    }

    /// Checks a part of the value.
    mutating func within(_ step: @autoclosure () -> String, _ body: (inout SchemaFaults) -> Void) {
        guard isTold else { return body(&self) }
        steps.append("/" + step())
        body(&self)
        steps.removeLast()
    }
}
