// SPDX-License-Identifier: Apache-2.0

/// What a validation has found wrong so far. Of alternatives it counts only whether they fit, so nobody words their faults.
struct SchemaFaults {
    /// How many there are.
    private(set) var count = 0
    /// What they are, where that is told.
    private(set) var errors: [ValidationError] = []
    private let areTold: Bool

    init(areTold: Bool) { self.areTold = areTold }

    mutating func add(
        at pointer: String, expected: @autoclosure () -> String, found: @autoclosure () -> String
    ) {
        count += 1
        if areTold { errors.append(ValidationError(pointer: pointer, expected: expected(), found: found())) }
    }
}
