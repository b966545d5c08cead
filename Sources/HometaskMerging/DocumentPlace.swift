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

extension Document {
    /// The writes of every place that holds any.
    var places: [DocumentPlace: [Write]] {
        var places: [DocumentPlace: [Write]] = [:]
        if !deletions.isEmpty { places[.deletion] = deletions.writes }
        for (field, state) in fields {
            for cell in FieldState.ValueCell.allCases where !state[cell].isEmpty {
                places[.value(cell, of: field)] = state[cell].writes
            }
            for (element, siblings) in state.elements { places[.element(element, of: field)] = siblings.writes }
            for (position, siblings) in state.lines { places[.line(position, of: field)] = siblings.writes }
            for (id, item) in state.items {
                if item.isVisible { places[.presence(id, of: field)] = item.presence.writes }
                if !item.positions.isEmpty { places[.position(id, of: field)] = item.positions.writes }
                for (name, siblings) in item.members {
                    places[.member(name, item: id, of: field)] = siblings.writes
                }
            }
        }
        return places
    }
}
