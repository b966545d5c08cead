// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments

/// A place of a document that can hold writes.
enum DocumentPlace: Hashable {
    case deletion
    case value(FieldState.ValueCell, of: FieldName)
    case element(ExactString, of: FieldName)
    case line(Position, of: FieldName)
    case presence(String, of: FieldName)
    case position(String, of: FieldName)
    case member(ExactString, item: String, of: FieldName)

    /// The field; nil for the deletion.
    var field: FieldName? {
        switch self {
        case .deletion: nil
        case .value(_, let field), .element(_, let field), .line(_, let field), .presence(_, let field),
            .position(_, let field), .member(_, _, let field):
            field
        }
    }
}
