// SPDX-License-Identifier: Apache-2.0

/// Collects the errors that are found while a value is checked against a schema.
///
/// Most values have none, and a value with several possible forms fails all but one. So messages and positions are only
/// created if somebody reads them.
struct SchemaFaults {
    /// How many there are.
    private(set) var count = 0
    /// What they are, where that is told.
    private(set) var errors: [ValidationError] = []
    /// The steps from the document to the value that is being looked at.
    private var steps: [String] = []
    private let isTold: Bool

    /// Nothing is wrong yet.
    ///
    /// - Parameter pointer: the place of the value, nil if the faults are only counted.
    init(toldAt pointer: String?) {
        isTold = pointer != nil
        if let pointer, !pointer.isEmpty { steps = [pointer] }
    }

    /// Records a fault of the value that is being looked at.
    mutating func add(_ expected: @autoclosure () -> String, found: @autoclosure () -> String) {
        count += 1
        guard isTold else { return }
        errors.append(ValidationError(pointer: steps.joined(), expected: expected(), found: found()))
    }

    /// Looks at a part of the value.
    mutating func within(_ step: @autoclosure () -> String, _ body: (inout SchemaFaults) -> Void) {
        guard isTold else { return body(&self) }
        steps.append("/" + step())
        body(&self)
        steps.removeLast()
    }
}
