// SPDX-License-Identifier: Apache-2.0

public import HometaskFamily

extension ExtensionField {
    /// The comparisons that are valid for the field.
    public var comparisons: [QueryComparison] {
        switch type {
        case .integer, .number, .date, .time: QueryComparison.allCases
        default: QueryComparison.equalities
        }
    }
}
